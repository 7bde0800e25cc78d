package org.tersegrad.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.tersegrad.bench.jmh.Row;

/**
 * Several runs of the same benchmarks, one run after the other, so that a disturbance of some minutes falls on one of the times of a
 * benchmark and not on all.
 */
final class Rounds {
    private Rounds() {}

    /**
     * Of the rows of each job, the one with the median multiple of {@code read}, or with the median time where there is none. Of an even
     * number, the lower of the two in the middle. Its error reaches as far as the round that differs most.
     */
    static List<Row> medians(List<List<Row>> rounds) {
        Map<String, List<Row>> jobs = new LinkedHashMap<>();
        for (List<Row> rows : rounds) {
            rows.forEach(row -> jobs.computeIfAbsent(row.jobOnJdk(), job -> new ArrayList<>())
                    .add(row));
        }
        return jobs.values().stream().map(Rounds::median).toList();
    }

    private static Row median(List<Row> rows) {
        boolean over = rows.stream().noneMatch(row -> Double.isNaN(row.overRead()));
        // All multiples of "read" over itself are 1; its times are not.
        ToDoubleFunction<Row> time = over ? Row::overRead : Row::nanos;
        Row median = rows.stream()
                .sorted(Comparator.comparingDouble(time).thenComparing(Row::nanos))
                .toList()
                .get((rows.size() - 1) / 2);
        double farthest = rows.stream()
                .mapToDouble(row -> Math.abs(time.applyAsDouble(row) / time.applyAsDouble(median) - 1))
                .max()
                .orElse(0);
        return median.withError(Math.max(median.error(), farthest * median.nanos()));
    }
}
