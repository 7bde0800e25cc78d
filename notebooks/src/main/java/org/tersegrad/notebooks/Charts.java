package org.tersegrad.notebooks;

import java.awt.Graphics2D;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.drawing.Png;

/** Charts of the size of a notebook. */
public final class Charts {
    private static final int PIXELS = 960;
    private static final double WIDTH = PIXELS / Png.SCALE;
    private static final double HEIGHT = 560 / Png.SCALE;

    private Charts() {}

    /** Adds a line with a value for each step, the first of which is step 0. */
    public static void addSteps(Chart.Builder chart, String name, double[] values) {
        double[] steps = IntStream.range(0, values.length).asDoubleStream().toArray();
        chart.add(name, Chart.Form.LINE, steps, values);
    }

    /** The chart as an image, which a notebook shows where it is the last value of a cell. */
    public static BufferedImage image(Chart chart) {
        return Png.image(chart.drawing(WIDTH, HEIGHT));
    }

    /** A picture in a file, made as wide as a notebook if it is wider. */
    public static BufferedImage read(Path file) throws IOException {
        BufferedImage picture = ImageIO.read(file.toFile());
        if (picture.getWidth() <= PIXELS) {
            return picture;
        }
        int height = picture.getHeight() * PIXELS / picture.getWidth();
        BufferedImage fitting = new BufferedImage(PIXELS, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = fitting.createGraphics();
        pen.drawImage(picture.getScaledInstance(PIXELS, height, Image.SCALE_AREA_AVERAGING), 0, 0, null);
        pen.dispose();
        return fitting;
    }
}
