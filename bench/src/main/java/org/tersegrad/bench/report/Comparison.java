package org.tersegrad.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tersegrad.bench.jmh.Row;

/**
 * A record beside an earlier one of the same CPU. Nanoseconds of two days are not comparable, but multiples of
 * {@code read} are: what disturbed one of them disturbed the other.
 *
 * @param compared how many rows are in both
 * @param slower those that take more than {@link #LIMIT} times as long as before, the worst first
 */
record Comparison(int compared, List<Change> slower) {
    static final double LIMIT = 1.15;

    Comparison {
        slower = List.copyOf(slower);
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
        return new Comparison(compared, slower);
    }

    /** The settings as lines for people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (compared == 0) {
            lines.add("There is no earlier record of this CPU with the same benchmarks.");
            return lines;
        }
        lines.add(compared + " benchmarks compared with their last record as multiples of read, "
                + (slower.isEmpty() ? "none" : slower.size()) + " slower by more than 15 %.");
        slower.forEach(change -> lines.add("- " + change));
        return lines;
    }
}
