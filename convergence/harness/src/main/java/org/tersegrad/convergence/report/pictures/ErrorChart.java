package org.tersegrad.convergence.report.pictures;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.tersegrad.convergence.report.chart.Axis;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.chart.LineStyle;
import org.tersegrad.convergence.report.drawing.Drawing;

/** Errors against bits, a chart for each kind of gradient. Lossless compressors have no place on its log scales. */
public final class ErrorChart {
    private ErrorChart() {}

    /** All charts in one picture. */
    public static Drawing of(List<SchemeError> errors) {
        List<String> recipes = errors.stream()
                .filter(error -> error.error() > 0)
                .map(SchemeError::recipe)
                .distinct()
                .toList();
        List<LineStyle> styles = RecipeStyles.of(recipes);
        List<Drawing> panels = new ArrayList<>();
        for (String kind : errors.stream().map(SchemeError::gradient).distinct().toList()) {
            Chart.Builder chart = Chart.builder(
                    "Error against bits: " + kind + " gradient",
                    Axis.log("Bits per element"),
                    Axis.log("Normalized mean squared error"));
            errors.stream()
                    .filter(error -> error.gradient().equals(kind) && error.error() > 0)
                    .forEach(error -> chart.add(
                            error.recipe(),
                            styles.get(recipes.indexOf(error.recipe())),
                            Chart.Form.DOTS,
                            List.of(new Chart.Point(error.bitsPerElement(), error.error()))));
            panels.add(chart.build().drawing());
        }
        return panels.isEmpty() ? new Drawing(1, 1, List.of()) : Drawing.grid(panels, 2);
    }

    /**
     * Recipes of one kind as a line over their rates, beside the bound for Gaussian numbers: a row of two charts for each kind of
     * gradient, for a message and for the mean of workers.
     */
    public static Drawing frontier(List<SchemeError> errors) {
        List<Drawing> panels = new ArrayList<>();
        for (String kind : errors.stream().map(SchemeError::gradient).distinct().toList()) {
            List<SchemeError> ofKind = errors.stream()
                    .filter(error -> error.gradient().equals(kind))
                    .toList();
            panels.add(frontier(kind + " gradient, one worker", ofKind, true));
            panels.add(frontier(
                    kind + " gradients, mean of " + SchemeError.WORKERS + " workers",
                    ofKind.stream().map(SchemeError::ofMean).toList(),
                    false));
        }
        return panels.isEmpty() ? new Drawing(1, 1, List.of()) : Drawing.grid(panels, 2);
    }

    private static Drawing frontier(String title, List<SchemeError> errors, boolean bound) {
        Chart.Builder chart =
                Chart.builder(title, Axis.log("Bits per element"), Axis.log("Normalized mean squared error"));
        List<SchemeError> lossy = errors.stream()
                .filter(error -> error.error() > 0 && error.error() < 1)
                .sorted(Comparator.comparingDouble(SchemeError::bitsPerElement))
                .toList();
        if (bound && !lossy.isEmpty()) {
            List<Chart.Point> points = new ArrayList<>();
            double most = lossy.get(lossy.size() - 1).bitsPerElement();
            double least = lossy.stream().mapToDouble(SchemeError::error).min().orElse(1);
            for (double bits = lossy.get(0).bitsPerElement(); bits <= most; bits *= 1.1) {
                if (Math.pow(2, -2 * bits) >= least / 4) {
                    points.add(new Chart.Point(bits, Math.pow(2, -2 * bits)));
                }
            }
            chart.add("Shannon, Gaussian", RecipeStyles.BASELINE, Chart.Form.LINE, points);
        }
        List<String> families =
                errors.stream().map(SchemeError::family).distinct().toList();
        for (String family : families) {
            List<Chart.Point> points = lossy.stream()
                    .filter(error -> error.family().equals(family))
                    .map(error -> new Chart.Point(error.bitsPerElement(), error.error()))
                    .toList();
            if (!points.isEmpty()) {
                chart.add(family, LineStyle.number(families.indexOf(family)), Chart.Form.MARKED, points);
            }
        }
        return chart.build().drawing();
    }
}
