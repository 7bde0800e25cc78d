package org.tersegrad.convergence.time.calibration;

import java.util.List;
import java.util.Locale;

/**
 * Measured steps beside what a cluster predicts for them.
 *
 * @param rows in their order
 */
public record StepCheck(List<Row> rows) {
    /** The relative error up to which a prediction counts as close. */
    public static final double CLOSE = 0.15;

    private static final double MILLISECOND = 1e-3;

    public StepCheck {
        rows = List.copyOf(rows);
    }

    /**
     * A step.
     *
     * @param step that was measured
     * @param seconds that the cluster predicts
     */
    public record Row(MeasuredStep step, double seconds) {
        /** The relative error of the prediction; positive if it is too long. */
        public double error() {
            return seconds / step.seconds() - 1;
        }
    }

    /** Predicts steps. */
    public static StepCheck of(Cluster cluster, List<MeasuredStep> steps) {
        StepFit model = new StepFit();
        return new StepCheck(steps.stream()
                .map(step -> new Row(step, model.predict(cluster, step)))
                .toList());
    }

    /** Number of steps whose error is at most 15 %. */
    public long close() {
        return rows.stream().filter(row -> Math.abs(row.error()) <= CLOSE).count();
    }

    /** A line for each step, and one for all. */
    public String text() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-14s %-14s %-9s %8s %12s %12s %9s%n",
                "link",
                "profile",
                "schedule",
                "workers",
                "measured ms",
                "predicted ms",
                "error"));
        for (Row row : rows) {
            MeasuredStep step = row.step();
            text.append(String.format(
                    Locale.ROOT,
                    "%-14s %-14s %-9s %8d %12.1f %12.1f %+7.1f %%%n",
                    step.link(),
                    step.profile(),
                    step.schedule(),
                    step.workers(),
                    step.seconds() / MILLISECOND,
                    row.seconds() / MILLISECOND,
                    100 * row.error()));
        }
        text.append(
                String.format(Locale.ROOT, "%d of %d steps are within %.0f %%.%n", close(), rows.size(), 100 * CLOSE));
        return text.toString();
    }
}
