package org.tersegrad.notebooks;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.image.BufferedImage;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.IChart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Charts that look alike. What is in them is added with XChart's own methods. */
public final class Charts {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 520;
    private static final Color INK = new Color(0x22, 0x22, 0x22);
    private static final Color GRID = new Color(0xE4, 0xE4, 0xE4);

    /** Can be told apart with the usual kinds of colour blindness (Okabe and Ito's). */
    private static final Color[] COLOURS = {
        new Color(0x22, 0x22, 0x22),
        new Color(0x00, 0x72, 0xB2),
        new Color(0xD5, 0x5E, 0x00),
        new Color(0x00, 0x9E, 0x73),
        new Color(0xCC, 0x79, 0xA7),
        new Color(0xE6, 0x9F, 0x00),
        new Color(0x56, 0xB4, 0xE9)
    };

    /** As many as have no factor in common with the colours: a pair comes again late. */
    private static final Marker[] MARKERS = {
        SeriesMarkers.CIRCLE,
        SeriesMarkers.DIAMOND,
        SeriesMarkers.SQUARE,
        SeriesMarkers.TRIANGLE_UP,
        SeriesMarkers.TRIANGLE_DOWN
    };

    private Charts() {}

    /** For lines: {@code chart.addSeries(name, x, y)}. */
    public static XYChart lines(String title, String x, String y) {
        XYChart chart = plane(title, x, y);
        chart.getStyler().setSeriesMarkers(new Marker[] {SeriesMarkers.NONE});
        return chart;
    }

    /** Adds a line with a value for each step, the first of which is step 0. */
    public static void addSteps(XYChart chart, String name, double[] values) {
        double[] steps = new double[values.length];
        for (int i = 0; i < steps.length; i++) {
            // Where all are equally far apart, XChart writes some of them below the axis instead of round numbers.
            steps[i] = i == 1 ? 1.01 : i;
        }
        chart.addSeries(name, steps, values);
    }

    /** For points: {@code chart.addSeries(name, x, y)}. */
    public static XYChart points(String title, String x, String y) {
        XYChart chart = plane(title, x, y);
        chart.getStyler().setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
        chart.getStyler().setMarkerSize(12);
        chart.getStyler().setSeriesMarkers(MARKERS);
        return chart;
    }

    private static XYChart plane(String title, String x, String y) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(x)
                .yAxisTitle(y)
                .build();
        style(chart.getStyler());
        return chart;
    }

    private static void style(AxesChartStyler styler) {
        styler.setBaseFont(font(Font.PLAIN, 14));
        styler.setChartTitleFont(font(Font.BOLD, 17));
        styler.setAxisTitleFont(font(Font.PLAIN, 14));
        styler.setAxisTickLabelsFont(font(Font.PLAIN, 13));
        styler.setLegendFont(font(Font.PLAIN, 13));
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setChartFontColor(INK);
        styler.setChartTitleBoxVisible(false);
        styler.setChartPadding(14);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotMargin(0);
        styler.setPlotGridLinesColor(GRID);
        styler.setPlotGridLinesStroke(new BasicStroke(1f));
        styler.setAxisTickLabelsColor(INK);
        styler.setLegendPosition(LegendPosition.OutsideE);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setAxisTickPadding(8);
        styler.setXAxisTickMarkSpacingHint(90);
        styler.setSeriesColors(COLOURS);
        styler.setSeriesLines(new BasicStroke[] {new BasicStroke(2.2f)});
    }

    /** The chart as an image, which a notebook shows where it is the last value of a cell. */
    public static BufferedImage image(IChart chart) {
        return BitmapEncoder.getBufferedImage(chart);
    }

    private static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
    }
}
