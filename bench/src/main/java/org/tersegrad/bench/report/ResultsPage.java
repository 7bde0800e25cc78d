package org.tersegrad.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.tersegrad.bench.jmh.Row;

/**
 * A record as {@code RESULTS.md}.
 *
 * @param records the files, relative to the page
 * @param picture a link to it, or why there is none
 */
record ResultsPage(Measured measured, Comparison comparison, List<String> records, String picture) {
    private static final String LEGEND = """
            GB/s counts four bytes an element, whatever its code takes; `copy` moves twice that. *Over read* is the time
            over that of `Limits.read` for as many floats in the same run: no kernel that looks at each float can go
            below 1, but one that looks at few can, and index benchmarks count per index and in total. A column with a
            peer's name is its time over ours: above 1 we are faster. Each line is of the newest JDK it was measured on;
            the records have the others, the peers' own times, errors and allocations.
            """;

    private static final String FAVOURS = """
            ## Bias in data and peers

            - Gradients are independent normal numbers unless a row says otherwise. Real ones have layers of different size
              and heavier tails. Most schemes take the same time on those; top-k, whose work depends on how magnitudes are
              spread, and entropy codes need not.
            - Indices, fields and signs are uniformly random. Rice codes are made for such indices; clustered ones suit
              bitmaps and run lengths, hence RoaringBitmap, better. No branch can be learned and no peer that looks for
              repetitions finds any.
            - Lossless coders get levels of a Gaussian gradient, independent of each other. Ours is told the alphabet and gets
              levels; the others get packed bytes, several levels in one, and do not know it. They are faster, we are shorter.
            - Arrays are used over and over, so their pages are mapped and, up to a few megabytes, they are in the cache. In
              training the gradient has just been written by something else.
            - All runs use one thread. A peer that would use more is held to one, or named so.
            - We wrote our side for exactly these jobs, and tuned it on the machine named above. Peers are general: they take
              other types, check less or more, and some make objects where we write into given memory. PyTorch returns
              tensors, 64-bit indices among them, where we write finished messages.
            - A column is one way to use a peer, chosen by us. Who knows a faster one is asked to tell.
            """;

    ResultsPage {
        records = List.copyOf(records);
    }

    String markdown() {
        List<String> lines = new ArrayList<>();
        lines.addAll(List.of("# Results", "", "Written by `./tersegrad bench --report`; do not edit.", ""));
        lines.addAll(about());
        lines.addAll(List.of("", picture, "", LEGEND, "## Slower than before", ""));
        lines.addAll(comparison.lines());
        for (String family : families()) {
            lines.addAll(List.of("", "## " + family, ""));
            lines.addAll(new FamilyTable(family, measured).markdown());
            addSizes(lines, family);
        }
        lines.addAll(List.of("", FAVOURS));
        return String.join("\n", lines);
    }

    /** Adds the lengths of the messages of these coders, for a million elements. */
    private void addSizes(List<String> lines, String family) {
        measured.about().keySet().stream()
                .filter(key -> key.startsWith(family + ", "))
                .sorted()
                .map(key -> "At 1M, " + key.substring(family.length() + 2) + ": " + measured.about(key) + ".")
                .forEach(line -> lines.addAll(List.of("", line)));
    }

    private List<String> about() {
        String versions = measured.rows().stream()
                .filter(row -> !row.family().equals("Torch"))
                .map(Row::jdk)
                .distinct()
                .collect(Collectors.joining(", "));
        Map<String, String> own = Map.of(
                "JDK",
                versions,
                "records",
                records.stream().map(file -> "[" + file + "](" + file + ")").collect(Collectors.joining(", ")));
        Table table = new Table(2, List.of("", ""));
        for (String key :
                List.of("date", "CPU", "JDK", "kernels", "commit", "options", "rounds", "PyTorch", "records")) {
            table.add(List.of(key, own.getOrDefault(key, measured.about(key))));
        }
        return table.lines();
    }

    /** The limits first, as all else is measured by them. */
    private List<String> families() {
        TreeSet<String> families = measured.rows().stream()
                .map(Row::family)
                .filter(family -> !family.equals("Torch"))
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> sorted = new ArrayList<>();
        if (families.remove("Limits")) {
            sorted.add("Limits");
        }
        sorted.addAll(families);
        return sorted;
    }
}
