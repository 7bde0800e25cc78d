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
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import javax.imageio.ImageIO;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.tersegrad.convergence.report.summary.Units;

/** Errors against bits, a picture for each kind of gradient, two in a row. Lossless compressors have no place on its log scales. */
public final class ErrorPlot {
    private static final int WIDTH = 1600;
    private static final int HEIGHT = 1000;

    private ErrorPlot() {}

    /** The bytes of a PNG file. Needs fonts on the machine, but no screen. */
    public static byte[] png(List<SchemeError> errors) throws IOException {
        PlotStyle.needNoScreen();
        List<String> kinds =
                errors.stream().map(SchemeError::gradient).distinct().toList();
        List<SchemeError> drawn =
                errors.stream().filter(error -> error.error() > 0).toList();
        List<String> recipes =
                drawn.stream().map(SchemeError::recipe).distinct().toList();
        List<LineStyle> styles = LineStyle.of(recipes);
        int columns = Math.min(2, kinds.size());
        int rows = (kinds.size() + 1) / 2;
        BufferedImage image =
                new BufferedImage(Math.max(1, columns) * WIDTH, Math.max(1, rows) * HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        for (int i = 0; i < kinds.size(); i++) {
            String kind = kinds.get(i);
            List<SchemeError> panel = drawn.stream()
                    .filter(error -> error.gradient().equals(kind))
                    .toList();
            graphics.drawImage(panel(kind, panel, recipes, styles), i % 2 * WIDTH, i / 2 * HEIGHT, null);
        }
        graphics.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    private static BufferedImage panel(
            String kind, List<SchemeError> errors, List<String> recipes, List<LineStyle> styles) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("Error against bits: " + kind + " gradient")
                .xAxisTitle("Bits per element, log scale")
                .yAxisTitle("Normalized mean squared error, log scale")
                .build();
        PlotStyle.fonts(chart.getStyler());
        chart.getStyler().setLegendVisible(false); // names stand beside the points
        chart.getStyler().setMarkerSize(14);
        chart.getStyler().setXAxisLogarithmic(true);
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setYAxisTickLabelsFormattingFunction(y -> String.format(Locale.ROOT, "%.0e", y));
        chart.getStyler().setXAxisTickLabelsFormattingFunction(Units::exact);
        if (errors.isEmpty()) {
            return BitmapEncoder.getBufferedImage(chart);
        }
        chart.getStyler().setXAxisMin(least(errors, SchemeError::bitsPerElement) / 1.5);
        chart.getStyler().setXAxisMax(most(errors, SchemeError::bitsPerElement) * 3);
        chart.getStyler().setYAxisMin(least(errors, SchemeError::error) / 2);
        chart.getStyler().setYAxisMax(most(errors, SchemeError::error) * 2);
        for (SchemeError error : errors) {
            XYSeries series = chart.addSeries(error.recipe(), List.of(error.bitsPerElement()), List.of(error.error()));
            series.setMarker(SeriesMarkers.CIRCLE);
            series.setMarkerColor(colour(error, recipes, styles));
        }
        BufferedImage image = BitmapEncoder.getBufferedImage(chart);
        label(image, chart, errors, recipes, styles);
        return image;
    }

    private static double least(List<SchemeError> errors, ToDoubleFunction<SchemeError> of) {
        return errors.stream().mapToDouble(of).min().orElseThrow();
    }

    private static double most(List<SchemeError> errors, ToDoubleFunction<SchemeError> of) {
        return errors.stream().mapToDouble(of).max().orElseThrow();
    }

    private static Color colour(SchemeError error, List<String> recipes, List<LineStyle> styles) {
        return Color.decode(styles.get(recipes.indexOf(error.recipe())).light());
    }

    /** Names beside the points, once the chart is drawn and knows where they are. */
    private static void label(
            BufferedImage image,
            XYChart chart,
            List<SchemeError> errors,
            List<String> recipes,
            List<LineStyle> styles) {
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setFont(PlotStyle.labels());
        EndLabels labels = new EndLabels(graphics, new Rectangle2D.Double(60, 60, WIDTH - 80, HEIGHT - 160));
        List<Point2D> points = errors.stream().map(error -> point(chart, error)).toList();
        for (Point2D point : points) { // a mark is a short line to the labels
            labels.avoid(List.of(
                    new Point2D.Double(point.getX() - 5, point.getY()),
                    new Point2D.Double(point.getX() + 5, point.getY())));
        }
        for (int i = 0; i < points.size(); i++) {
            labels.put(errors.get(i).recipe(), points.get(i), colour(errors.get(i), recipes, styles));
        }
        graphics.dispose();
    }

    private static Point2D point(XYChart chart, SchemeError error) {
        return new Point2D.Double(
                chart.getScreenXFromChart(error.bitsPerElement()), chart.getScreenYFromChart(error.error()));
    }
}
