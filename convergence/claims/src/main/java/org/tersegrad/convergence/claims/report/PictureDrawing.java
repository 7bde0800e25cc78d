package org.tersegrad.convergence.claims.report;

import java.util.Locale;
import org.tersegrad.convergence.claims.Picture;
import org.tersegrad.convergence.claims.Picture.Line;
import org.tersegrad.convergence.claims.Picture.Point;
import org.tersegrad.convergence.report.drawing.Drawing;
import org.tersegrad.convergence.report.drawing.Drawing.Anchor;
import org.tersegrad.convergence.report.drawing.Drawing.Pen;
import org.tersegrad.convergence.report.drawing.Palette;
import org.tersegrad.convergence.report.drawing.Shade;

/** The curves of a claim, with axes and names. */
final class PictureDrawing {
    private static final double WIDTH = 1040;
    private static final double HEIGHT = 420;
    private static final double LEFT = 90;
    private static final double RIGHT = 620;
    private static final double TOP = 40;
    private static final double BOTTOM = 360;

    private PictureDrawing() {}

    static Drawing of(Picture picture) {
        Scale x = Scale.of(picture.x().logarithmic(), LEFT, RIGHT, picture.lines(), true);
        Scale y = Scale.of(picture.y().logarithmic(), BOTTOM, TOP, picture.lines(), false);
        Pen pen = new Pen();
        for (double tick : x.ticks()) {
            pen.line(x.at(tick), TOP, x.at(tick), BOTTOM, Shade.RULE);
            pen.words(x.at(tick), BOTTOM + 20, Anchor.MIDDLE, 13, Shade.FAINT, label(tick));
        }
        for (double tick : y.ticks()) {
            pen.line(LEFT, y.at(tick), RIGHT, y.at(tick), Shade.RULE);
            pen.words(LEFT - 8, y.at(tick) + 4, Anchor.END, 13, Shade.FAINT, label(tick));
        }
        pen.words(
                (LEFT + RIGHT) / 2,
                BOTTOM + 46,
                Anchor.MIDDLE,
                14,
                Shade.INK,
                picture.x().title());
        pen.words(LEFT, TOP - 14, Anchor.START, 14, Shade.INK, picture.y().title());
        for (int i = 0; i < picture.lines().size(); i++) {
            draw(picture.lines().get(i), Palette.SHADES.get(i % Palette.SHADES.size()), x, y, pen);
            legend(picture.lines().get(i).name(), i, pen);
        }
        return pen.drawing(WIDTH, HEIGHT);
    }

    /** Three lines beside each other: one is too thin for a curve. */
    private static void draw(Line line, Shade shade, Scale x, Scale y, Pen pen) {
        Point before = null;
        for (Point point : line.points()) {
            if (!x.shows(point.x()) || !y.shows(point.y())) {
                before = null;
                continue;
            }
            if (before != null) {
                for (double shift : new double[] {-0.6, 0, 0.6}) {
                    pen.line(
                            x.at(before.x()),
                            y.at(before.y()) + shift,
                            x.at(point.x()),
                            y.at(point.y()) + shift,
                            shade);
                }
            }
            if (line.points().size() <= 20) {
                pen.box(x.at(point.x()) - 3, y.at(point.y()) - 3, 6, 6, shade, label(point.y()));
            }
            before = point;
        }
    }

    private static void legend(String name, int place, Pen pen) {
        double y = TOP + 14 + 24 * place;
        pen.box(RIGHT + 24, y - 9, 18, 6, Palette.SHADES.get(place % Palette.SHADES.size()), "");
        pen.words(RIGHT + 50, y, Anchor.START, 13, Shade.INK, name);
    }

    /** The shortest that tells it. */
    private static String label(double number) {
        if (number != 0 && (Math.abs(number) >= 1e5 || Math.abs(number) < 1e-3)) {
            return String.format(Locale.ROOT, "%.0e", number);
        }
        String text = String.format(Locale.ROOT, "%.4f", number);
        return text.replaceFirst("\\.?0+$", "");
    }
}
