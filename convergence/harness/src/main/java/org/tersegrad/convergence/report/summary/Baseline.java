package org.tersegrad.convergence.report.summary;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cost without compression: bits step by step of an uncompressed recipe in the same comparison, or else 32 bits for
 * each parameter and step.
 */
public final class Baseline {
    private static final String RECIPE = "dense";

    private final String name;
    private final Map<Integer, Curve.Point> measured = new LinkedHashMap<>();
    private final int parameters;

    private Baseline(String name, int parameters) {
        this.name = name;
        this.parameters = parameters;
    }

    /** Whether a recipe sends all as it is, at whichever learning rate. */
    public static boolean isDense(String recipe) {
        return recipe.equals(RECIPE) || recipe.startsWith(RECIPE + "@");
    }

    static Baseline of(List<Curve> curves, int parameters) {
        for (Curve curve : curves) {
            if (isDense(curve.recipe())) {
                Baseline baseline = new Baseline(curve.recipe(), 0);
                curve.points().forEach(point -> baseline.measured.put(step(point), point));
                return baseline;
            }
        }
        return new Baseline(parameters == 0 ? "" : "32 bits a parameter and step", parameters);
    }

    /** The recipe, or a description of its replacement; empty if there is nothing to compare with. */
    String name() {
        return name;
    }

    /**
     * The ratio of the bits without compression to those with it, at the last step that both have reached.
     *
     * @param data sent or received
     * @return NaN if there is no such step, or nothing was sent
     */
    double ratio(Curve curve, Measure data) {
        List<Curve.Point> points = curve.points();
        for (int i = points.size() - 1; i >= 0; i--) {
            Curve.Point point = points.get(i);
            Curve.Point other = measured.get(step(point));
            if (other == null && parameters == 0) {
                continue;
            }
            double dense = other == null ? 4.0 * parameters * step(point) : other.mean(data);
            double ratio = dense / point.mean(data);
            return Double.isInfinite(ratio) ? Double.NaN : ratio;
        }
        return Double.NaN;
    }

    private static int step(Curve.Point point) {
        return (int) point.mean(Measure.STEP);
    }
}
