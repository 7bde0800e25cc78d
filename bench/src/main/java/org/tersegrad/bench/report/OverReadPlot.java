package org.tersegrad.bench.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.style.AxesChartStyler.TextAlignment;

/** Each compressor as two marks: how many times as long as a look at each float it takes. */
final class OverReadPlot {
    static final String TITLE = "Compressors beside the limit";

    /** What takes next to no time is drawn at this height, since a logarithm has no zero. */
    private static final double LOWEST = 0.01;

    private OverReadPlot() {}

    /** What is drawn: the largest size, the newest Java. Empty if no compressor was measured. */
    static List<Row> rows(Measured measured) {
        List<Row> all = measured.rows().stream()
                .filter(row -> row.benchmark().matches("Compressor\\.(encode|addTo)")
                        && row.parameter().contains("recipe=")
                        && (!row.parameter().contains("data=")
                                || row.parameter().contains("data=gaussian"))
                        && !Double.isNaN(row.overRead()))
                .toList();
        long size = all.stream().mapToLong(Row::elements).max().orElse(0);
        String jdk = all.stream()
                .filter(row -> row.elements() == size)
                .map(Row::jdk)
                .max(Comparator.comparing((String version) -> Integer.parseInt(version.replaceAll("\\D.*", ""))))
                .orElse("");
        return all.stream()
                .filter(row -> row.elements() == size && row.jdk().equals(jdk))
                .toList();
    }

    static CategoryChart chart(List<Row> rows) {
        Row any = rows.get(0);
        CategoryChart chart = new CategoryChartBuilder()
                .width(Picture.WIDTH)
                .height(Picture.HEIGHT)
                .title(TITLE + ": " + FamilyTable.size(any.elements()) + " floats, JDK " + any.jdk())
                .xAxisTitle("")
                .yAxisTitle("time over read")
                .build();
        Picture.style(chart.getStyler());
        chart.getStyler().setXAxisLabelRotation(90);
        chart.getStyler().setXAxisLabelAlignmentVertical(TextAlignment.Right);
        chart.getStyler().setXAxisTickMarkSpacingHint(20); // else every second name is left out
        chart.getStyler().setOverlapped(true);
        // Bars would have to begin somewhere, and where a logarithmic axis begins is arbitrary.
        chart.getStyler().setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Scatter);
        chart.getStyler().setMarkerSize(16);
        Map<String, Map<String, Double>> methods = new TreeMap<>();
        for (Row row : rows) {
            String recipe = row.parameter().replaceAll(".*recipe=(\\S+).*", "$1");
            methods.computeIfAbsent(row.method(), m -> new LinkedHashMap<>())
                    .put(recipe, Math.max(LOWEST, row.overRead()));
        }
        List<String> recipes = methods.values().stream()
                .flatMap(method -> method.keySet().stream())
                .distinct()
                .toList();
        methods.forEach((method, values) -> chart.addSeries(
                method,
                recipes.stream().map(OverReadPlot::shortened).toList(),
                recipes.stream()
                        .map(recipe -> values.getOrDefault(recipe, LOWEST))
                        .toList()));
        return chart;
    }

    /** So that the longest name leaves room for the marks. */
    private static String shortened(String recipe) {
        return recipe.length() <= 20 ? recipe : recipe.substring(0, 19) + "…";
    }
}
