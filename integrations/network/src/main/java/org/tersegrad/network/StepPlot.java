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
import org.tersegrad.convergence.report.Palette;

/** The time of a step against the bandwidth, a line for each recipe. The bandwidths stand at equal distances. */
final class StepPlot {
    private static final Color INK = new Color(0x22, 0x22, 0x22);
    private static final float[] DASHES = {14, 8};

    private StepPlot() {}

    /** The bytes of a PNG file. Needs fonts on the machine, but no screen. */
    static byte[] png(StepTable table, String title) throws IOException {
        System.setProperty("java.awt.headless", "true");
        XYChart chart = new XYChartBuilder()
                .width(1600)
                .height(1000)
                .title(title)
                .xAxisTitle("Every node's link")
                .yAxisTitle("Milliseconds a step, log scale")
                .build();
        style(chart.getStyler(), table.links());
        Color[] colours = Palette.onWhite();
        int used = 0;
        for (StepTable.Line line : table.lines()) {
            // What does not compress is black.
            Color colour = line.compresses() ? colours[used++ % colours.length] : INK;
            boolean dashed = !line.compresses() && !line.name().equals(StepTable.BASELINE);
            draw(chart, line, table.links(), colour, dashed);
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
        styler.setYAxisTickLabelsFormattingFunction(StepPlot::millis);
        styler.setXAxisMin(-0.1);
        styler.setXAxisMax(links.size() - 0.9);
        styler.setXAxisTickMarkSpacingHint(120);
        styler.setXAxisTickLabelsFormattingFunction(x -> at(links, x));
    }

    /** A name at each bandwidth, nothing between them. */
    private static String at(List<Integer> links, double x) {
        int i = (int) Math.round(x);
        return Math.abs(x - i) < 0.01 && i >= 0 && i < links.size() ? Measurement.link(links.get(i)) : " ";
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, value < 1 ? "%.1f" : "%.0f", value);
    }

    private static void draw(XYChart chart, StepTable.Line line, List<Integer> links, Color colour, boolean dashed) {
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
        series.setLineStyle(
                new BasicStroke(3.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, dashed ? DASHES : null, 0));
    }
}
