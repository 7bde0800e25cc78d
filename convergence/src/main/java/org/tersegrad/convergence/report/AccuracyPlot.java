package org.tersegrad.convergence.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.util.List;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The comparison as a picture: what recipes have learned against the bits that one worker has sent. */
final class AccuracyPlot {
    private static final Color INK = new Color(0x22, 0x22, 0x22);
    private static final Color GRID = new Color(0xE4, 0xE4, 0xE4);

    /** In characters. */
    private static final int LEGEND_WIDTH = 24;

    private AccuracyPlot() {}

    /** The bytes of a PNG file. Needs fonts on the machine, but no screen. */
    static byte[] png(Results results, Summary summary) throws IOException {
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
        return ChartEncoder.getBytes(chart(results, summary), "png");
    }

    private static XYChart chart(Results results, Summary summary) {
        List<Curve> curves = Curve.of(results.evaluations());
        PlotData data = PlotData.of(curves, summary.metric());
        XYChart chart = new XYChartBuilder()
                .width(1600)
                .height(1000)
                .title(data.title() + ": " + results.title())
                .xAxisTitle(data.xTitle())
                .yAxisTitle(
                        data.yTitle() + (summary.seeds() == 1 ? "" : ": mean, and band from lowest to highest seed"))
                .build();
        style(chart.getStyler(), data);
        List<LineStyle> styles = LineStyle.of(curves.stream().map(Curve::recipe).toList());
        // All bands first, so that no band lies over a line.
        for (int i = 0; i < curves.size(); i++) {
            band(chart, data.lines().get(i), Color.decode(styles.get(i).light()));
        }
        for (int i = 0; i < curves.size(); i++) {
            line(chart, data.lines().get(i), styles.get(i));
        }
        return chart;
    }

    private static void band(XYChart chart, PlotData.Line line, Color colour) {
        if (line.points().isEmpty()) {
            return;
        }
        PlotData.Line outline = line.outline();
        XYSeries band = chart.addSeries(outline.recipe(), outline.x(), outline.mean());
        band.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
        band.setShowInLegend(false);
        band.setFillColor(new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), 36));
        band.setLineColor(new Color(0, 0, 0, 0));
        band.setMarker(SeriesMarkers.NONE);
    }

    private static void line(XYChart chart, PlotData.Line line, LineStyle style) {
        if (line.points().isEmpty()) {
            return;
        }
        boolean dashed = !style.dash().isEmpty();
        PlotData.Line drawn = dashed ? line.subdivided() : line;
        XYSeries series = chart.addSeries(line.recipe(), drawn.x(), drawn.mean());
        // Only a smooth line is drawn in one go; any other begins its dashes anew at each point. The points are so
        // close
        // that its bends cannot be seen.
        series.setSmooth(dashed);
        series.setLabel(wrapped(line.recipe()));
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(Color.decode(style.light()));
        series.setLineStyle(stroke(style.dash()));
    }

    /** A long recipe in several lines, broken at its commas and plus signs, so that it leaves room for the curves. */
    static String wrapped(String recipe) {
        StringBuilder lines = new StringBuilder();
        int start = 0;
        while (recipe.length() - start > LEGEND_WIDTH) {
            int end = start + LEGEND_WIDTH;
            int cut = Math.max(recipe.lastIndexOf(',', end - 1) + 1, recipe.lastIndexOf('+', end));
            cut = cut > start ? cut : end;
            lines.append(recipe, start, cut).append('\n');
            start = cut;
        }
        return lines.append(recipe.substring(start)).toString();
    }

    private static BasicStroke stroke(List<Integer> dash) {
        float[] lengths = new float[dash.size()];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = 2f * dash.get(i);
        }
        return new BasicStroke(
                3.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, lengths.length == 0 ? null : lengths, 0);
    }

    private static void style(XYStyler styler, PlotData data) {
        styler.setBaseFont(font(Font.PLAIN, 22));
        styler.setChartTitleFont(font(Font.BOLD, 28));
        styler.setAxisTitleFont(font(Font.PLAIN, 24));
        styler.setAxisTickLabelsFont(font(Font.PLAIN, 22));
        styler.setLegendFont(font(Font.PLAIN, 22));
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setChartFontColor(INK);
        styler.setChartTitleBoxVisible(false);
        styler.setChartTitlePadding(18);
        styler.setChartPadding(24);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(GRID);
        styler.setPlotGridLinesStroke(new BasicStroke(1.5f));
        styler.setAxisTickLabelsColor(INK);
        styler.setLegendPosition(LegendPosition.OutsideE);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setLegendSeriesLineLength(56);
        styler.setLegendPadding(14);
        styler.setPlotMargin(0);
        styler.setAxisTickPadding(10);
        styler.setYAxisTickMarkSpacingHint(70);
        styler.setXAxisLogarithmic(true);
        styler.setXAxisLogarithmicDecadeOnly(true);
        styler.setYAxisLogarithmic(data.logY());
        if (data.percent()) {
            styler.setYAxisMin(10 * Math.floor(data.low() / 10));
            styler.setYAxisMax(10 * Math.ceil(data.high() / 10));
        }
        styler.setXAxisTickLabelsFormattingFunction(
                x -> data.bytes() ? Units.bits(8 * x).replace(".00", "").replace(".0", "") : Units.exact(x));
    }

    private static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
    }
}
