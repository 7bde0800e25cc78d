package org.tersegrad.convergence.report.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.tersegrad.convergence.training.Evaluation;

/**
 * How a recipe went on from step to step, over all its seeds.
 *
 * @param recipe as it prints
 * @param points in the order of their steps
 */
public record Curve(String recipe, List<Point> points) {
    /** One step: plain numbers are means over seeds. */
    public record Point(
            int step,
            double epoch,
            double bitsSent,
            double bitsReceived,
            Spread accuracy,
            Spread testLoss,
            Spread trainLoss,
            Spread residualNorm,
            Spread compressionError,
            Spread consensusDistance,
            double virtualSeconds) {
        /** The accuracy or the loss, whichever the comparison is about. */
        public Spread of(Metric metric) {
            return metric == Metric.ACCURACY ? accuracy : testLoss;
        }
    }

    /** The mean over seeds, the smallest and the largest; not numbers as soon as one seed's value is none. */
    public record Spread(double mean, double low, double high) {}

    /** One curve for each recipe. A step counts with the seeds that were evaluated there. */
    public static List<Curve> of(List<Evaluation> evaluations) {
        List<Curve> curves = new ArrayList<>();
        Runs.byRecipe(evaluations).forEach((recipe, runs) -> {
            TreeMap<Integer, List<Evaluation>> steps = new TreeMap<>();
            for (List<Evaluation> run : runs) {
                run.forEach(evaluation -> steps.computeIfAbsent(evaluation.step(), step -> new ArrayList<>())
                        .add(evaluation));
            }
            curves.add(
                    new Curve(recipe, steps.values().stream().map(Curve::point).toList()));
        });
        return curves;
    }

    private static Point point(List<Evaluation> seeds) {
        return new Point(
                seeds.get(0).step(),
                spread(seeds, Evaluation::epoch).mean(),
                spread(seeds, Evaluation::bitsSent).mean(),
                spread(seeds, Evaluation::bitsReceived).mean(),
                spread(seeds, Evaluation::testAccuracy),
                spread(seeds, Evaluation::testLoss),
                spread(seeds, Evaluation::trainLoss),
                spread(seeds, Evaluation::residualNorm),
                spread(seeds, Evaluation::compressionError),
                spread(seeds, Evaluation::consensusDistance),
                spread(seeds, Evaluation::virtualSeconds).mean());
    }

    private static Spread spread(List<Evaluation> seeds, ToDoubleFunction<Evaluation> value) {
        double sum = 0;
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (Evaluation seed : seeds) {
            double one = value.applyAsDouble(seed);
            sum += one;
            low = Math.min(low, one);
            high = Math.max(high, one);
        }
        return new Spread(sum / seeds.size(), low, high);
    }
}
