package org.tersegrad.convergence.report.pictures;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.tersegrad.convergence.report.summary.Units;

/** How the picture looks: fonts, grid, legend. */
public final class PlotStyle {
    private static final Color INK = new Color(0x22, 0x22, 0x22);
    private static final Color GRID = new Color(0xE4, 0xE4, 0xE4);

    /** In characters. */
    private static final int LEGEND_WIDTH = 24;

    private PlotStyle() {}

    /** Before anything is drawn: AWT would look for a screen, unless somebody said otherwise. */
    public static void needNoScreen() {
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
    }

    static void apply(XYStyler styler, PlotData data) {
        fonts(styler);
        axes(styler, data);
    }

    /** What all pictures have in common. */
    public static void fonts(XYStyler styler) {
        styler.setBaseFont(font(Font.PLAIN, 22));
        styler.setChartTitleFont(font(Font.BOLD, 28));
        styler.setAxisTitleFont(font(Font.PLAIN, 24));
        styler.setAxisTickLabelsFont(font(Font.PLAIN, 22));
        styler.setLegendFont(font(Font.PLAIN, 22));
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setChartFontColor(INK);
        styler.setChartTitleBoxVisible(false);
        styler.setChartTitlePadding(18);
        styler.setChartPadding(24);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(GRID);
        styler.setPlotGridLinesStroke(new BasicStroke(1.5f));
        styler.setAxisTickLabelsColor(INK);
        legend(styler);
        styler.setAxisTickPadding(10);
        styler.setYAxisTickMarkSpacingHint(70);
    }

    private static void legend(XYStyler styler) {
        styler.setLegendPosition(LegendPosition.OutsideE);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setLegendSeriesLineLength(56);
        styler.setLegendPadding(14);
    }

    private static void axes(XYStyler styler, PlotData data) {
        styler.setPlotMargin(0);
        styler.setXAxisLogarithmic(true);
        styler.setXAxisLogarithmicDecadeOnly(true);
        styler.setYAxisLogarithmic(data.logY());
        styler.setLegendVisible(false); // names stand beside the lines
        if (data.hasLines()) {
            styler.setXAxisMin(data.left());
            styler.setXAxisMax(data.right());
            styler.setYAxisMin(data.bottom());
            styler.setYAxisMax(data.top());
        }
        styler.setXAxisTickLabelsFormattingFunction(
                x -> data.bytes() ? Units.bits(8 * x).replace(".00", "").replace(".0", "") : Units.exact(x));
    }

    /** A long recipe in several lines, broken at its commas and plus signs, so that it leaves room for the curves. */
    public static String wrapped(String recipe) {
        StringBuilder lines = new StringBuilder();
        int start = 0;
        while (recipe.length() - start > LEGEND_WIDTH) {
            int end = start + LEGEND_WIDTH;
            int cut = Math.max(recipe.lastIndexOf(',', end - 1) + 1, recipe.lastIndexOf('+', end));
            cut = cut > start ? cut : end;
            lines.append(recipe, start, cut).append('\n');
            start = cut;
        }
        return lines.append(recipe.substring(start)).toString();
    }

    /** A line with such dashes. */
    public static BasicStroke stroke(List<Integer> dash) {
        float[] lengths = new float[dash.size()];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = 2f * dash.get(i);
        }
        return new BasicStroke(
                3.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, lengths.length == 0 ? null : lengths, 0);
    }

    /** For names beside lines. */
    static Font labels() {
        return font(Font.PLAIN, 22);
    }

    private static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
    }
}
