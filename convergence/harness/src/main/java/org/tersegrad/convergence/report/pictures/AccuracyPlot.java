package org.tersegrad.convergence.report.pictures;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import javax.imageio.ImageIO;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.tersegrad.convergence.report.summary.Curve;
import org.tersegrad.convergence.report.summary.ModelledTime;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.report.summary.Units;
import org.tersegrad.convergence.training.Results;

/** The comparison as a picture: what recipes have learned against the bits that one worker has sent. */
public final class AccuracyPlot {
    private AccuracyPlot() {}

    /** The bytes of a PNG file. Needs fonts on the machine, but no screen. */
    public static byte[] png(Results results, Summary summary) throws IOException {
        return png(results, summary, PlotData.of(Curve.of(results.evaluations()), summary.metric()));
    }

    /** The same against the seconds that steps would take on a network. */
    public static byte[] inSeconds(Results results, Summary summary, ModelledTime time) throws IOException {
        return png(results, summary, PlotData.inSeconds(Curve.of(results.evaluations()), summary.metric(), time));
    }

    /** The same against the seconds of the workers' virtual clock. */
    public static byte[] inVirtualSeconds(Results results, Summary summary) throws IOException {
        return png(results, summary, PlotData.inVirtualSeconds(Curve.of(results.evaluations()), summary.metric()));
    }

    /** How far workers' models are apart, against steps. */
    public static byte[] consensus(Results results, Summary summary) throws IOException {
        return png(results, summary.withoutTarget(), PlotData.consensus(Curve.of(results.evaluations())));
    }

    private static byte[] png(Results results, Summary summary, PlotData data) throws IOException {
        PlotStyle.needNoScreen();
        List<LineStyle> styles =
                LineStyle.of(data.lines().stream().map(PlotData.Line::recipe).toList());
        XYChart chart = chart(results, summary, data, styles);
        BufferedImage image = BitmapEncoder.getBufferedImage(chart);
        label(image, chart, data, styles, summary);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    private static XYChart chart(Results results, Summary summary, PlotData data, List<LineStyle> styles) {
        XYChart chart = new XYChartBuilder()
                .width(1600)
                .height(1000)
                .title(data.title() + ": " + results.title())
                .xAxisTitle(data.xTitle())
                .yAxisTitle(
                        data.yTitle() + (summary.seeds() == 1 ? "" : ": mean, and band from lowest to highest seed"))
                .build();
        PlotStyle.apply(chart.getStyler(), data);
        if (data.hasLines() && Double.isFinite(summary.target().value())) {
            target(chart, data, data.scaled(summary.target().value()));
        }
        // All bands first, so that no band lies over a line.
        for (int i = 0; i < styles.size(); i++) {
            band(chart, data.lines().get(i), Color.decode(styles.get(i).light()));
        }
        for (int i = 0; i < styles.size(); i++) {
            line(chart, data.lines().get(i), styles.get(i));
        }
        return chart;
    }

    private static void target(XYChart chart, PlotData data, double value) {
        List<Double> ends = List.of(data.left(), data.right());
        XYSeries series = chart.addSeries("target", ends, List.of(value, value));
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(Color.GRAY);
        series.setLineStyle(PlotStyle.stroke(List.of(2, 4)));
    }

    /** Names beside the lines' ends, once the chart is drawn and knows where they are. */
    private static void label(
            BufferedImage image, XYChart chart, PlotData data, List<LineStyle> styles, Summary summary) {
        if (!data.hasLines()) {
            return;
        }
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setFont(PlotStyle.labels());
        double top = chart.getScreenYFromChart(data.top());
        double bottom = chart.getScreenYFromChart(data.bottom());
        double left = chart.getScreenXFromChart(data.left());
        Rectangle2D area = new Rectangle2D.Double(left, top, image.getWidth() - 8 - left, bottom - top);
        EndLabels labels = new EndLabels(graphics, area);
        for (PlotData.Line line : data.lines()) {
            labels.avoid(line.points().stream()
                    .<Point2D>map(point -> new Point2D.Double(
                            chart.getScreenXFromChart(point.x()), chart.getScreenYFromChart(point.mean())))
                    .toList());
        }
        if (Double.isFinite(summary.target().value())) {
            double y = chart.getScreenYFromChart(data.scaled(summary.target().value()));
            labels.put(
                    Units.value(summary.metric(), summary.target().value()) + ", "
                            + summary.target().reason(),
                    new Point2D.Double(left, y),
                    Color.GRAY);
        }
        for (int i = 0; i < styles.size(); i++) {
            List<PlotData.Point> points = data.lines().get(i).points();
            if (!points.isEmpty()) {
                PlotData.Point last = points.get(points.size() - 1);
                double y = Math.min(bottom - 12, Math.max(top, chart.getScreenYFromChart(last.mean())));
                labels.put(
                        data.lines().get(i).recipe(),
                        new Point2D.Double(chart.getScreenXFromChart(last.x()), y),
                        Color.decode(styles.get(i).light()));
            }
        }
        graphics.dispose();
    }

    private static void band(XYChart chart, PlotData.Line line, Color colour) {
        if (line.points().isEmpty()) {
            return;
        }
        PlotData.Line outline = line.outline();
        XYSeries band = chart.addSeries(outline.recipe(), outline.x(), outline.mean());
        band.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
        band.setShowInLegend(false);
        band.setFillColor(new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), 16));
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
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(Color.decode(style.light()));
        series.setLineStyle(PlotStyle.stroke(style.dash()));
    }
}
