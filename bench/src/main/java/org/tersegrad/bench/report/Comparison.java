package org.tersegrad.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.tersegrad.bench.jmh.Row;

/**
 * A record beside an earlier one of the same CPU. Nanoseconds of two days are not comparable, but multiples of
 * {@code read} are: what disturbed one of them disturbed the other.
 *
 * @param compared how many rows are in both
 * @param slower those that take more than {@link #LIMIT} times as long as before, the worst first
 * @param about what the record says of itself; reasons are among it
 */
record Comparison(int compared, List<Change> slower, Map<String, String> about) {
    static final double LIMIT = 1.15;

    /** The first word of a record's line that explains slower rows. */
    static final String SLOWER = "slower";

    Comparison {
        slower = List.copyOf(slower);
        about = Map.copyOf(about);
    }

    /**
     * @param before over {@code read}, then
     */
    record Change(Row row, double before) {
        double ratio() {
            return row.overRead() / before;
        }

        /** Such a row may have been unlucky. */
        boolean isUncertain() {
            return row.error() > (1 - 1 / ratio()) * row.nanos();
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s, JDK %s: %.2f of read before, %.2f now, %+.0f %%%s",
                    row.job().replaceAll(" +", " "),
                    row.jdk(),
                    before,
                    row.overRead(),
                    100 * (ratio() - 1),
                    isUncertain() ? " (its own error is as large)" : "");
        }
    }

    static Comparison of(Measured before, Measured now) {
        Map<String, Double> then = new LinkedHashMap<>();
        before.rows().forEach(row -> then.put(row.jobOnJdk(), row.overRead()));
        int compared = 0;
        List<Change> slower = new ArrayList<>();
        for (Row row : now.rows()) {
            Change change = new Change(row, then.getOrDefault(row.jobOnJdk(), Double.NaN));
            // "read" over itself says nothing, a peer's time is not ours to mend; NaN fails every comparison.
            if (row.family().equals("Limits") || Peers.isPeer(row.benchmark()) || !(change.ratio() > 0)) {
                continue;
            }
            compared++;
            if (change.ratio() > LIMIT) {
                slower.add(change);
            }
        }
        slower.sort(Comparator.comparing(Change::ratio).reversed());
        return new Comparison(compared, slower, now.about());
    }

    /**
     * Those that are slower for a reason that no record gives. A line {@code # slower Sign.pack width=4: the reason} explains each row that has
     * these words, {@code # slower: the reason} all of them; a row whose own error is as large needs none.
     */
    List<Change> unexplained() {
        return slower.stream()
                .filter(change -> !change.isUncertain() && reason(change).isEmpty())
                .toList();
    }

    private Optional<String> reason(Change change) {
        List<String> words = List.of(change.row().job().split(" +", -1));
        return about.entrySet().stream()
                .filter(entry -> {
                    List<String> key = List.of(entry.getKey().split(" +", -1));
                    return key.get(0).equals(SLOWER) && words.containsAll(key.subList(1, key.size()));
                })
                .map(Map.Entry::getValue)
                .sorted()
                .reduce((a, b) -> a + "; " + b);
    }

    /** The comparison as lines for people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (compared == 0) {
            lines.add("There is no earlier record of this CPU with the same benchmarks.");
            return lines;
        }
        lines.add(compared + " benchmarks compared with their last record as multiples of read, "
                + (slower.isEmpty() ? "none" : slower.size()) + " slower by more than 15 %.");
        slower.forEach(change ->
                lines.add("- " + change + reason(change).map(why -> ": " + why).orElse("")));
        return lines;
    }
}
