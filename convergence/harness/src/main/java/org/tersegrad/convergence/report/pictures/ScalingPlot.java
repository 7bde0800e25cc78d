package org.tersegrad.convergence.report.pictures;

import java.awt.Color;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.tersegrad.convergence.report.tables.Scaling;

/** How many times less than dense recipes send, against the number of workers: what is gathered loses, what is summed stays. */
public final class ScalingPlot {
    private ScalingPlot() {}

    /** The bytes of a PNG file. Needs fonts on the machine, but no screen. */
    public static byte[] png(Scaling scaling, String title) throws IOException {
        PlotStyle.needNoScreen();
        return ChartEncoder.getBytes(chart(scaling, title), "png");
    }

    private static XYChart chart(Scaling scaling, String title) {
        XYChart chart = new XYChartBuilder()
                .width(1600)
                .height(1000)
                .title("Compression against workers: " + title)
                .xAxisTitle("Workers")
                .yAxisTitle("Times fewer bits than dense, log scale")
                .build();
        PlotStyle.fonts(chart.getStyler());
        // Powers of two at equal distances; marks between them have no label.
        chart.getStyler().setXAxisTickLabelsFormattingFunction(ScalingPlot::workers);
        chart.getStyler().setXAxisTickMarkSpacingHint(150);
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setYAxisLogarithmicDecadeOnly(false);
        chart.getStyler().setYAxisTickLabelsFormattingFunction(ScalingPlot::times);
        chart.getStyler().setPlotMargin(20);
        List<LineStyle> styles =
                LineStyle.of(scaling.lines().stream().map(Scaling.Line::recipe).toList());
        for (int i = 0; i < styles.size(); i++) {
            line(chart, scaling, scaling.lines().get(i), styles.get(i));
        }
        return chart;
    }

    private static void line(XYChart chart, Scaling scaling, Scaling.Line line, LineStyle style) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (int i = 0; i < scaling.workers().size(); i++) {
            if (Double.isFinite(line.bits().get(i))) {
                x.add(Math.log(scaling.workers().get(i)) / Math.log(2));
                y.add(Scaling.ratio(line, i, scaling.workers()));
            }
        }
        if (x.isEmpty()) {
            return;
        }
        XYSeries series = chart.addSeries(line.recipe(), x, y);
        series.setLabel(PlotStyle.wrapped(line.recipe()));
        series.setLineColor(Color.decode(style.light()));
        series.setLineStyle(PlotStyle.stroke(style.dash()));
        series.setMarker(SeriesMarkers.CIRCLE);
        series.setMarkerColor(Color.decode(style.light()));
    }

    private static String workers(double log) {
        return log == Math.rint(log) ? Long.toString(1L << (long) log) : " ";
    }

    /** The label of a ratio on a logarithmic axis; marks between 1, 2 and 5 have none. */
    public static String times(double ratio) {
        int digit = (int) Math.round(ratio / Math.pow(10, Math.floor(Math.log10(ratio * 1.0001))));
        boolean labelled = digit == 1 || digit == 2 || digit == 5;
        return labelled ? String.format(Locale.ROOT, ratio < 0.95 ? "%.1f x" : "%.0f x", ratio) : " ";
    }
}
