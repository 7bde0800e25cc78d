package org.tersegrad.convergence.report.summary;

import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.training.Evaluation;

/**
 * The target value: the bits until it is reached are compared.
 *
 * @param value of the {@link Metric}; NaN if there is none
 * @param reason where it comes from, as in {@code 1 point below dense}
 */
public record Target(double value, String reason) {
    /** A target set by the user. */
    static Target given(double value) {
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException("a target is a number");
        }
        return new Target(value, "given");
    }

    /** A little worse than no compression comes to, or than the best recipe where there is nothing uncompressed. */
    static Target usual(Metric metric, Map<String, List<List<Evaluation>>> runs) {
        String little = metric == Metric.ACCURACY ? "1 point below " : "5 % above ";
        for (Map.Entry<String, List<List<Evaluation>>> entry : runs.entrySet()) {
            double mean = mean(metric, entry.getValue());
            if (Baseline.isDense(entry.getKey()) && Double.isFinite(mean)) {
                return new Target(metric.nearly(mean), little + entry.getKey());
            }
        }
        double best = Double.NaN;
        String who = "";
        for (Map.Entry<String, List<List<Evaluation>>> entry : runs.entrySet()) {
            double mean = mean(metric, entry.getValue());
            if (Double.isFinite(mean) && (Double.isNaN(best) || !metric.reaches(best, mean))) {
                best = mean;
                who = entry.getKey();
            }
        }
        return new Target(metric.nearly(best), who.isEmpty() ? "" : little + who + ", the best");
    }

    private static double mean(Metric metric, List<List<Evaluation>> runs) {
        return Runs.last(runs).stream().mapToDouble(metric::of).average().orElse(Double.NaN);
    }
}
