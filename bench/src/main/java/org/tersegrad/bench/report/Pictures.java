package org.tersegrad.bench.report;

import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.AxesChartStyler.TextAlignment;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.tersegrad.bench.jmh.Row;
import org.tersegrad.convergence.report.drawing.Palette;

/**
 * Draws the charts of the pages into files. Each method returns Markdown for a page of this module: a link to the picture, or a sentence
 * where there is nothing to draw, or no font to draw it with.
 */
final class Pictures {
    private static final int WIDTH = 1600;
    private static final int HEIGHT = 900;

    /** What takes next to no time is drawn at this height, since a logarithm has no zero. */
    private static final double LOWEST = 0.01;

    private Pictures() {}

    /** Each compressor as two marks: the time of its encoding and adding, as a multiple of a look at each float. */
    static String overRead(Path file, Measured measured) throws IOException {
        List<Row> all = measured.rows().stream()
                .filter(row -> row.benchmark().matches("Compressor\\.(encode|addTo)")
                        && row.parameter().contains("recipe=")
                        && (!row.parameter().contains("data=")
                                || row.parameter().contains("data=gaussian"))
                        && !Double.isNaN(row.overRead()))
                .toList();
        if (all.isEmpty()) {
            return "There is no picture, since no compressor was measured.";
        }
        // The largest size, and the newest Java that has it.
        Row best = all.stream()
                .max(Comparator.comparing(Row::elements).thenComparing(Row::release))
                .orElseThrow();
        List<Row> rows = all.stream()
                .filter(row -> row.elements() == best.elements() && row.jdk().equals(best.jdk()))
                .toList();
        return draw(file, "Compressors beside the limit", () -> overReadChart(rows, best));
    }

    private static CategoryChart overReadChart(List<Row> rows, Row best) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("Compressors beside the limit: " + Table.size(best.elements()) + " floats, JDK " + best.jdk())
                .xAxisTitle("")
                .yAxisTitle("time over read")
                .build();
        style(chart.getStyler());
        chart.getStyler().setXAxisLabelRotation(90);
        chart.getStyler().setXAxisLabelAlignmentVertical(TextAlignment.Right);
        chart.getStyler().setXAxisTickMarkSpacingHint(20); // else every second name is left out
        chart.getStyler().setOverlapped(true);
        // Bars would have to begin somewhere, and where a logarithmic axis begins is arbitrary.
        chart.getStyler().setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Scatter);
        chart.getStyler().setMarkerSize(16);
        Map<String, Map<String, Double>> methods = new TreeMap<>();
        rows.forEach(row -> methods.computeIfAbsent(row.method(), method -> new LinkedHashMap<>())
                .put(row.value("recipe"), Math.max(LOWEST, row.overRead())));
        List<String> recipes = methods.values().stream()
                .flatMap(method -> method.keySet().stream())
                .distinct()
                .toList();
        methods.forEach((method, values) -> chart.addSeries(
                method,
                recipes.stream().map(Pictures::shortened).toList(),
                recipes.stream()
                        .map(recipe -> values.getOrDefault(recipe, LOWEST))
                        .toList()));
        return chart;
    }

    /** So that the longest name leaves room for the marks. */
    private static String shortened(String recipe) {
        return recipe.length() <= 20 ? recipe : recipe.substring(0, 19) + "…";
    }

    /** Time against size, both logarithmic: what is linear rises by a decade with each decade. */
    static String scaling(Path file, String title, Map<String, List<Row>> recipes) throws IOException {
        return draw(file, title, () -> {
            XYChart chart = new XYChartBuilder()
                    .width(WIDTH)
                    .height(HEIGHT)
                    .title(title)
                    .xAxisTitle("floats")
                    .yAxisTitle("microseconds")
                    .build();
            style(chart.getStyler());
            chart.getStyler().setXAxisLogarithmic(true);
            chart.getStyler().setMarkerSize(8);
            recipes.forEach((recipe, rows) -> {
                List<Row> sorted = rows.stream()
                        .sorted(Comparator.comparing(Row::elements))
                        .toList();
                chart.addSeries(
                        recipe,
                        sorted.stream().mapToDouble(Row::elements).toArray(),
                        sorted.stream()
                                .mapToDouble(row -> row.nanos() * row.elements() / 1000)
                                .toArray());
            });
            return chart;
        });
    }

    /** @param chart makes it; what AWT lacks shows there or when it is drawn */
    private static String draw(Path file, String title, Supplier<? extends Chart<?, ?>> chart) throws IOException {
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
        byte[] png;
        try {
            png = ChartEncoder.getBytes(chart.get(), "png");
        } catch (RuntimeException | LinkageError | InternalError e) {
            // What it throws for want of fonts differs from JDK to JDK, an Error for the most part.
            return "There is no picture: drawing it failed (" + e
                    + "). It needs fonts, such as fontconfig with DejaVu.";
        }
        Files.write(file, png);
        return "![" + title + "](" + Records.link(file) + ")";
    }

    private static void style(AxesChartStyler styler) {
        styler.setBaseFont(font(20));
        styler.setChartTitleFont(font(26));
        styler.setAxisTitleFont(font(22));
        styler.setAxisTickLabelsFont(font(18));
        styler.setLegendFont(font(18));
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(new Color(0xE0, 0xE0, 0xE0));
        styler.setChartTitleBoxVisible(false);
        styler.setChartPadding(20);
        styler.setLegendPosition(LegendPosition.OutsideE);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setSeriesColors(Palette.onWhite());
        styler.setYAxisLogarithmic(true);
    }

    private static Font font(int size) {
        return new Font(Font.SANS_SERIF, Font.PLAIN, size);
    }
}
