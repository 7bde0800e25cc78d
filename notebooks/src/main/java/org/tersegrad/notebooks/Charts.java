package org.tersegrad.notebooks;

import java.awt.image.BufferedImage;
import java.util.stream.IntStream;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.drawing.Png;

/** Charts of the size of a notebook. */
public final class Charts {
    private static final double WIDTH = 960 / Png.SCALE;
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
}
