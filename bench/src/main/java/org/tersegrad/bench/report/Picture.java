package org.tersegrad.bench.report;

import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.tersegrad.convergence.report.drawing.Palette;

/** Draws a chart into a file. */
final class Picture {
    static final int WIDTH = 1600;
    static final int HEIGHT = 900;

    private Picture() {}

    /**
     * Returns Markdown for a page of this module: a link to the picture, or a sentence where there are no fonts to draw it with.
     *
     * @param chart makes it; what AWT lacks shows there or when it is drawn
     */
    static String draw(Path file, String title, Supplier<? extends Chart<?, ?>> chart) throws IOException {
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
        byte[] png;
        try {
            png = ChartEncoder.getBytes(chart.get(), "png");
        } catch (RuntimeException | LinkageError | InternalError e) {
            // What it throws for want of fonts differs from JDK to JDK, an Error for the most part.
            return "There is no picture: drawing it failed (" + e
                    + "). It needs fonts, such as fontconfig with DejaVu.";
        }
        Files.write(file, png);
        return "![" + title + "](" + Bench.link(file) + ")";
    }

    static void style(AxesChartStyler styler) {
        styler.setBaseFont(font(20));
        styler.setChartTitleFont(font(26));
        styler.setAxisTitleFont(font(22));
        styler.setAxisTickLabelsFont(font(18));
        styler.setLegendFont(font(18));
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(new Color(0xE0, 0xE0, 0xE0));
        styler.setChartTitleBoxVisible(false);
        styler.setChartPadding(20);
        styler.setLegendPosition(LegendPosition.OutsideE);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setSeriesColors(Palette.onWhite());
        styler.setYAxisLogarithmic(true);
    }

    private static Font font(int size) {
        return new Font(Font.SANS_SERIF, Font.PLAIN, size);
    }
}
