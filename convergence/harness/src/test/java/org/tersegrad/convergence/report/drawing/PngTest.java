package org.tersegrad.convergence.report.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tersegrad.convergence.report.drawing.Drawing.Anchor;
import org.tersegrad.convergence.report.drawing.Drawing.Spot;
import org.tersegrad.convergence.report.drawing.Drawing.Words;

class PngTest {
    /** The first and the last column that is not white, in pixels of a page. */
    private static double[] columns(BufferedImage image) {
        int first = Integer.MAX_VALUE;
        int last = -1;
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                if ((image.getRGB(x, y) & 0xFFFFFF) != 0xFFFFFF) {
                    first = Math.min(first, x);
                    last = x;
                }
            }
        }
        return new double[] {first / Png.SCALE, (last + 1) / Png.SCALE};
    }

    /** These letters are wider than others of their class. */
    @ParameterizedTest
    @EnumSource(Anchor.class)
    void textStaysInItsSpace(Anchor anchor) {
        Words words = new Words(200, 40, anchor, 20, Shade.INK, "\u0152\u0152\u0152\u0152\u0152\u0152\u0152\u0152");
        double[] ink = columns(Png.image(new Drawing(400, 60, List.of(words))));
        assertThat(ink[0]).isGreaterThan(words.left() - 2);
        assertThat(ink[1]).isLessThan(words.left() + words.width() + 2).isGreaterThan(ink[0] + words.width() / 2);
    }

    @Test
    void shapesAreWhereTheyAreDescribed() {
        Drawing.Pen pen = new Drawing.Pen();
        pen.dot(new Spot(100, 30), 10, Shade.INK, "");
        pen.path(List.of(new Spot(100, 30), new Spot(200, 30)), 3, List.of(4, 2), Shade.INK);
        Drawing two = Drawing.grid(List.of(new Drawing(300, 60, List.of()), pen.drawing(300, 60)), 2);
        double[] ink = columns(Png.image(two));
        assertThat(ink[0]).isBetween(389.0, 391.0);
        assertThat(ink[1]).isBetween(498.0, 501.0);
    }
}
