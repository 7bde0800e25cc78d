package org.tersegrad.network;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.tersegrad.convergence.report.drawing.Palette;

/** The time against the bandwidth, a line for each recipe. The bandwidths stand at equal distances. */
final class StepPlot {
    private static final Color INK = new Color(0x22, 0x22, 0x22);
    private static final float[] DASHES = {14, 8};
    private static final float[] DOTS = {4, 6};

    private StepPlot() {}

    /** The bytes of a PNG file. Needs fonts on the machine, but no screen. */
    static byte[] png(StepTable table, String title) throws IOException {
        System.setProperty("java.awt.headless", "true");
        XYChart chart = new XYChartBuilder()
                .width(1600)
                .height(1000)
                .title(title)
                .xAxisTitle("Every node's link")
                .yAxisTitle("Milliseconds, log scale")
                .build();
        style(chart.getStyler(), table.links());
        Color[] colours = Palette.onWhite();
        int used = 0;
        for (StepTable.Line line : table.lines()) {
            // What does not compress is black.
            Color colour = line.compresses() ? colours[used++ % colours.length] : INK;
            draw(chart, line, table.links(), colour);
        }
        return ChartEncoder.getBytes(chart, "png");
    }

    private static void style(XYStyler styler, List<Integer> links) {
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 22);
        styler.setBaseFont(font);
        styler.setChartTitleFont(font.deriveFont(Font.BOLD, 26f));
        styler.setAxisTitleFont(font);
        styler.setAxisTickLabelsFont(font);
        styler.setLegendFont(font);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(new Color(0xE4, 0xE4, 0xE4));
        styler.setChartFontColor(INK);
        styler.setAxisTickLabelsColor(INK);
        styler.setChartTitleBoxVisible(false);
        styler.setChartPadding(24);
        styler.setPlotMargin(20);
        styler.setLegendPosition(LegendPosition.OutsideE);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setLegendSeriesLineLength(56);
        styler.setYAxisLogarithmic(true);
        styler.setYAxisLogarithmicDecadeOnly(false);
        styler.setYAxisTickLabelsFormattingFunction(StepPlot::millis);
        styler.setXAxisTickMarkSpacingHint(150);
        styler.setXAxisTickLabelsFormattingFunction(x -> at(links, x));
    }

    /** A name at each bandwidth, nothing between them. */
    private static String at(List<Integer> links, double x) {
        int i = (int) Math.round(x);
        return Math.abs(x - i) < 0.01 && i >= 0 && i < links.size() ? Measurement.link(links.get(i)) : " ";
    }

    /** Labels at 1, 2 and 5 of every decade. */
    private static String millis(double value) {
        long digit = Math.round(value / Math.pow(10, Math.floor(Math.log10(value * 1.0001))));
        boolean labelled = digit == 1 || digit == 2 || digit == 5;
        return labelled ? String.format(Locale.ROOT, value < 0.95 ? "%.1f" : "%.0f", value) : " ";
    }

    private static void draw(XYChart chart, StepTable.Line line, List<Integer> links, Color colour) {
        List<Integer> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (int i = 0; i < links.size(); i++) {
            if (line.millis().containsKey(links.get(i))) {
                x.add(i);
                y.add(line.millis().getOrDefault(links.get(i), Double.NaN));
            }
        }
        XYSeries series = chart.addSeries(line.name(), x, y);
        series.setLineColor(colour);
        series.setMarkerColor(colour);
        series.setMarker(SeriesMarkers.CIRCLE);
        series.setLineStyle(stroke(line));
    }

    /** What does not compress is told apart by its dashes. */
    private static BasicStroke stroke(StepTable.Line line) {
        float width = 3.5f;
        if (line.compresses() || StepTable.isBaseline(line.name())) {
            return new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND);
        }
        float[] dashes = line.name().equals(NativeAllReduce.NAME) ? DOTS : DASHES;
        return new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, dashes, 0);
    }
}
