package org.tersegrad.convergence.report.pictures;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.convergence.report.chart.Axis;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.chart.LineStyle;
import org.tersegrad.convergence.report.drawing.Drawing;

/** Errors against bits, a chart for each kind of gradient, two in a row. Lossless compressors have no place on its log scales. */
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
}
