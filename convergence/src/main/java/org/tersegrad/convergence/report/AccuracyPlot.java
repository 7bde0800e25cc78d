package org.tersegrad.convergence.report;

import java.awt.Color;
import java.io.IOException;
import java.util.List;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.tersegrad.convergence.training.Results;

/** The comparison as a picture: what recipes have learned against the bits that one worker has sent. */
final class AccuracyPlot {
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
        PlotStyle.apply(chart.getStyler(), data);
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
        series.setLabel(PlotStyle.wrapped(line.recipe()));
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(Color.decode(style.light()));
        series.setLineStyle(PlotStyle.stroke(style.dash()));
    }
}
