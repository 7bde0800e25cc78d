package org.tersegrad.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The rows of one class of benchmarks as a table: a line for each of ours, a column for each peer. */
final class FamilyTable {
    private final List<Row> ours = new ArrayList<>();
    private final Map<Row, Map<String, Double>> ratios = new LinkedHashMap<>();
    private final Set<String> peers = new TreeSet<>();

    FamilyTable(String family, Measured measured) {
        Set<String> benchmarks = measured.rows().stream().map(Row::benchmark).collect(Collectors.toSet());
        Map<String, Row> newest = new LinkedHashMap<>();
        for (Row row : measured.rows()) {
            // A peer that has no twin here stands for itself.
            boolean own = Peers.twin(row.benchmark(), benchmarks).isEmpty();
            if (own && row.family().equals(family)) {
                newest.merge(row.job(), row, (a, b) -> feature(b) > feature(a) ? b : a);
            }
        }
        ours.addAll(newest.values());
        ours.sort(Comparator.comparing(Row::elements).thenComparing(Row::method)); // parameters stay in their order
        for (Row row : measured.rows()) {
            Optional<Peers.Twin> twin = Peers.twin(row.benchmark(), benchmarks);
            twin.ifPresent(found -> addPeer(row, found));
        }
    }

    private void addPeer(Row peer, Peers.Twin twin) {
        for (Row row : ours) {
            boolean outside = peer.family().equals("Torch");
            if (row.benchmark().equals(twin.benchmark())
                    && row.elements() == peer.elements()
                    && (outside || row.jdk().equals(peer.jdk()))
                    && words(peer).containsAll(words(row))) {
                peers.add(twin.peer());
                ratios.computeIfAbsent(row, r -> new LinkedHashMap<>()).put(twin.peer(), peer.nanos() / row.nanos());
            }
        }
    }

    /** A peer may say more of what it did than we ask for. */
    private static List<String> words(Row row) {
        return row.parameter().isEmpty()
                ? List.of()
                : Arrays.asList(row.parameter().split(" ", -1));
    }

    private static int feature(Row row) {
        String digits = row.jdk().replaceAll("\\D.*", "");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }

    List<String> markdown() {
        boolean calls = ours.stream().allMatch(Row::countsCalls);
        StringBuilder head = new StringBuilder("| benchmark | parameter | JDK |");
        head.append(calls ? " µs per call |" : " elements | ns per element | GB/s | over read |");
        peers.forEach(peer -> head.append(' ').append(peer).append(" |"));
        List<String> lines = new ArrayList<>();
        lines.add(head.toString());
        long columns = head.chars().filter(c -> c == '|').count() - 1;
        lines.add("|---|---|---|" + "---:|".repeat((int) columns - 3));
        ours.forEach(row -> lines.add(line(row, calls)));
        return lines;
    }

    private String line(Row row, boolean calls) {
        StringBuilder line =
                new StringBuilder("| " + row.method() + " | " + row.parameter() + " | " + row.jdk() + " |");
        if (calls) {
            line.append(String.format(Locale.ROOT, " %.1f |", row.nanos() / 1000));
        } else {
            line.append(String.format(
                    Locale.ROOT, " %s | %.3f | %.2f |", size(row.elements()), row.nanos(), 4 / row.nanos()));
            line.append(Double.isNaN(row.overRead()) ? " |" : String.format(Locale.ROOT, " %.2f |", row.overRead()));
        }
        for (String peer : peers) {
            double ratio = ratios.getOrDefault(row, Map.of()).getOrDefault(peer, Double.NaN);
            line.append(Double.isNaN(ratio) ? " |" : String.format(Locale.ROOT, " %.2f |", ratio));
        }
        return line.toString();
    }

    /** {@code 1048576} as {@code 1M}. */
    static String size(long elements) {
        if (elements >= 1 << 20 && elements % (1 << 20) == 0) {
            return (elements >> 20) + "M";
        }
        return elements >= 1 << 10 && elements % (1 << 10) == 0 ? (elements >> 10) + "K" : Long.toString(elements);
    }
}
