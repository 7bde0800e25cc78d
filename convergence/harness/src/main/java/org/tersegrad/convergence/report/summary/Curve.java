package org.tersegrad.convergence.report.summary;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tersegrad.convergence.training.Evaluation;

/**
 * The course of one recipe, over all its seeds.
 *
 * @param recipe as it prints
 * @param points in the order of their steps
 */
public record Curve(String recipe, List<Point> points) {
    /** All measures at one step. */
    public record Point(Map<Measure, Spread> values) {
        public Point {
            values = Collections.unmodifiableMap(new EnumMap<>(values));
        }

        /** One of the measures. */
        public Spread of(Measure measure) {
            return values.getOrDefault(measure, Spread.NONE);
        }

        /** The mean of one of the measures. */
        public double mean(Measure measure) {
            return of(measure).mean();
        }
    }

    /** The mean over seeds, the smallest and the largest value; NaN as soon as one seed's value is NaN. */
    public record Spread(double mean, double low, double high) {
        private static final Spread NONE = new Spread(Double.NaN, Double.NaN, Double.NaN);
    }

    public Curve {
        points = List.copyOf(points);
    }

    /** One curve for each recipe. A step counts with the seeds that were evaluated there. */
    static List<Curve> of(Map<String, List<List<Evaluation>>> recipes) {
        List<Curve> curves = new ArrayList<>();
        recipes.forEach((recipe, runs) -> {
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
        Map<Measure, Spread> values = new EnumMap<>(Measure.class);
        for (Measure measure : Measure.values()) {
            values.put(measure, spread(seeds, measure));
        }
        return new Point(values);
    }

    private static Spread spread(List<Evaluation> seeds, Measure measure) {
        double sum = 0;
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (Evaluation seed : seeds) {
            double one = measure.of(seed);
            sum += one;
            low = Math.min(low, one);
            high = Math.max(high, one);
        }
        return new Spread(sum / seeds.size(), low, high);
    }
}
