package org.tersegrad.bench.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;

/** Time against size, both logarithmic: what is linear rises by a decade with each decade. */
final class ScalingPlot {
    private ScalingPlot() {}

    static XYChart chart(String method, Map<String, List<Row>> recipes) {
        XYChart chart = new XYChartBuilder()
                .width(Picture.WIDTH)
                .height(Picture.HEIGHT)
                .title(method + ": time against size")
                .xAxisTitle("floats")
                .yAxisTitle("microseconds")
                .build();
        Picture.style(chart.getStyler());
        chart.getStyler().setXAxisLogarithmic(true);
        chart.getStyler().setMarkerSize(8);
        recipes.forEach((recipe, rows) -> {
            List<Row> sorted =
                    rows.stream().sorted(Comparator.comparing(Row::elements)).toList();
            chart.addSeries(
                    recipe,
                    sorted.stream().mapToDouble(Row::elements).toArray(),
                    sorted.stream()
                            .mapToDouble(row -> row.nanos() * row.elements() / 1000)
                            .toArray());
        });
        return chart;
    }
}
