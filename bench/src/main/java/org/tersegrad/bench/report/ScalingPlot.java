package org.tersegrad.bench.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.report.chart.Axis;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.drawing.Drawing;

/** Time against size, both logarithmic: what is linear rises by a decade with each decade. */
final class ScalingPlot {
    private ScalingPlot() {}

    static Drawing drawing(String method, Map<String, List<Row>> recipes) {
        Chart.Builder chart =
                Chart.builder(method + ": time against size", Axis.log("floats"), Axis.log("microseconds"));
        recipes.forEach((recipe, rows) -> {
            List<Row> sorted =
                    rows.stream().sorted(Comparator.comparing(Row::elements)).toList();
            chart.add(
                    recipe,
                    Chart.Form.MARKED,
                    sorted.stream().mapToDouble(Row::elements).toArray(),
                    sorted.stream()
                            .mapToDouble(row -> row.nanos() * row.elements() / 1000)
                            .toArray());
        });
        return chart.build().drawing();
    }
}
