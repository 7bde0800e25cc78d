package org.tersegrad.convergence.report.chart;

import java.util.List;
import org.tersegrad.convergence.report.drawing.Palette;
import org.tersegrad.convergence.report.drawing.Shade;

/**
 * The look of a line. No two of the first 36 are alike: when colours run out, they come again with dashes.
 *
 * @param shade of the line
 * @param dash lengths of strokes and gaps in turn; empty for a solid line
 */
public record LineStyle(Shade shade, List<Integer> dash) {
    /** Dashes in the order in which they are given out. */
    public static final List<List<Integer>> DASHES =
            List.of(List.of(), List.of(2, 3), List.of(12, 3, 2, 3), List.of(14, 5));

    public LineStyle {
        dash = List.copyOf(dash);
    }

    /** The style of the line with this number. */
    public static LineStyle number(int index) {
        int colours = Palette.SHADES.size();
        return new LineStyle(Palette.SHADES.get(index % colours), DASHES.get(index / colours % DASHES.size()));
    }
}
