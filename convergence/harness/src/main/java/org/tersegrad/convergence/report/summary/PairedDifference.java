package org.tersegrad.convergence.report.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tersegrad.convergence.training.Evaluation;

/**
 * The difference of two recipes, seed by seed. Runs with the same seed start from the same model and have the same examples in the
 * same order, so what a seed does to both is not in their difference, and the interval is narrower than that of either mean.
 *
 * @param difference the first recipe's value of the metric less the second one's, at the last evaluation; over the seeds that
 *     both have, NaN if there are none
 */
public record PairedDifference(Estimate difference) {
    /** The difference of recipes that cannot be compared. */
    static final PairedDifference NONE = new PairedDifference(new Estimate(0, Double.NaN, Double.NaN));

    /** The difference of two recipes over the seeds that both have. */
    public static PairedDifference of(List<List<Evaluation>> runs, List<List<Evaluation>> others, Metric metric) {
        Map<Long, Double> values = bySeed(others, metric);
        List<Double> differences = new ArrayList<>();
        bySeed(runs, metric).forEach((seed, value) -> {
            if (values.containsKey(seed)) {
                differences.add(value - values.get(seed));
            }
        });
        return differences.isEmpty()
                ? NONE
                : new PairedDifference(Estimate.of(
                        differences.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    private static Map<Long, Double> bySeed(List<List<Evaluation>> runs, Metric metric) {
        return Runs.last(runs).stream().collect(Collectors.toMap(Evaluation::seed, metric::of));
    }

    /** Whether it is known to be more than chance: 0 is outside the 95 % interval. Not of a single seed. */
    public boolean isSignificant() {
        return Math.abs(difference.mean()) > difference.halfWidth();
    }

    /** Whether several seeds cannot tell it from 0. */
    public boolean mayBeChance() {
        return difference.count() > 1 && !isSignificant();
    }
}
