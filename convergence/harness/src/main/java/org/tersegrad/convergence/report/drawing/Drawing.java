package org.tersegrad.convergence.report.drawing;

import java.util.ArrayList;
import java.util.List;

/**
 * A picture of boxes, lines and words. {@link Svg} puts it into a page, in light or dark as the reader likes it, and {@link Png} into
 * a file.
 *
 * @param width of all of it, in pixels of a page
 * @param height as {@code width}
 * @param shapes later ones lie over earlier ones
 */
public record Drawing(double width, double height, List<Shape> shapes) {
    /** What a picture is made of. */
    public sealed interface Shape permits Box, Line, Words {}

    /**
     * A filled rectangle.
     *
     * @param hint what a page shows when the pointer is there; none if empty
     */
    public record Box(double x, double y, double width, double height, Shade fill, String hint) implements Shape {}

    /** A thin straight line. */
    public record Line(double x1, double y1, double x2, double y2, Shade colour) implements Shape {}

    /**
     * One line of text.
     *
     * @param x where the anchor is
     * @param y of the base line
     * @param size of the font
     */
    public record Words(double x, double y, Anchor anchor, double size, Shade colour, String text) implements Shape {}

    /** Which end of a text is where it was put. */
    public enum Anchor {
        /** Its left end. */
        START,
        /** Its middle. */
        MIDDLE,
        /** Its right end. */
        END
    }

    public Drawing {
        shapes = List.copyOf(shapes);
    }

    /** Collects shapes. Not thread-safe. */
    public static final class Pen {
        private final List<Shape> shapes = new ArrayList<>();

        /** Draws a rectangle. */
        public void box(double x, double y, double width, double height, Shade fill, String hint) {
            shapes.add(new Box(x, y, width, height, fill, hint));
        }

        /** Draws a line. */
        public void line(double x1, double y1, double x2, double y2, Shade colour) {
            shapes.add(new Line(x1, y1, x2, y2, colour));
        }

        /** Writes. */
        public void words(double x, double y, Anchor anchor, double size, Shade colour, String text) {
            shapes.add(new Words(x, y, anchor, size, colour, text));
        }

        /** The picture so far. */
        public Drawing drawing(double width, double height) {
            return new Drawing(width, height, shapes);
        }
    }
}
