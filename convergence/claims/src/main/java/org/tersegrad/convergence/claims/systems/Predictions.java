package org.tersegrad.convergence.claims.systems;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.time.published.ScalingRow;

/** Predictions of a table's rows. */
final class Predictions {
    private Predictions() {}

    /** The largest relative error. */
    static double largest(List<ScalingRow> rows, ToDoubleFunction<ScalingRow> predicted) {
        return rows.stream()
                .mapToDouble(row ->
                        Math.abs(predicted.applyAsDouble(row) / row.measured().orElseThrow() - 1))
                .max()
                .orElseThrow();
    }

    /** Rows that are held out, each with its prediction. */
    static List<Check> shown(String unit, List<ScalingRow> rows, ToDoubleFunction<ScalingRow> predicted) {
        return rows.stream()
                .map(row -> Check.shown(unit + ", held out: " + row, Figure.exact(predicted.applyAsDouble(row))))
                .toList();
    }

    /** The size of a model, as in {@code 22.1e9 parameters}. */
    static String size(ScalingRow row) {
        return String.format(Locale.ROOT, "%.1fe9 parameters", row.model().parameters() / 1e9);
    }
}
