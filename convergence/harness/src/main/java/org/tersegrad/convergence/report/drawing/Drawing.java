package org.tersegrad.convergence.report.drawing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A picture of boxes, paths and words. {@link Svg} puts it into a page, in light or dark as the reader prefers, and {@link Png} into a
 * file.
 *
 * @param width of the whole, in pixels of a page
 * @param height as {@code width}
 * @param shapes later ones lie over earlier ones
 */
public record Drawing(double width, double height, List<Shape> shapes) {
    /** An element of a picture. */
    public sealed interface Shape permits Box, Path, Words {
        /** The same shape at another place. */
        Shape moved(double right, double down);
    }

    /**
     * A filled rectangle.
     *
     * @param corner radius of its corners; half the width makes a dot
     * @param hint text that a page shows under the pointer; none if empty
     */
    public record Box(double x, double y, double width, double height, double corner, Shade fill, String hint)
            implements Shape {
        @Override
        public Box moved(double right, double down) {
            return new Box(x + right, y + down, width, height, corner, fill, hint);
        }
    }

    /** A place in a picture. */
    public record Spot(double x, double y) {}

    /**
     * Straight lines from spot to spot.
     *
     * @param thickness of the line
     * @param dash lengths of strokes and gaps in turn; empty for a solid line
     */
    public record Path(List<Spot> spots, double thickness, List<Integer> dash, Shade colour) implements Shape {
        public Path {
            spots = List.copyOf(spots);
            dash = List.copyOf(dash);
        }

        @Override
        public Path moved(double right, double down) {
            List<Spot> moved = spots.stream()
                    .map(spot -> new Spot(spot.x + right, spot.y + down))
                    .toList();
            return new Path(moved, thickness, dash, colour);
        }
    }

    /**
     * One line of text.
     *
     * @param x of the anchor
     * @param y of the base line
     * @param size of the font
     */
    public record Words(double x, double y, Anchor anchor, double size, Shade colour, String text) implements Shape {
        @Override
        public Words moved(double right, double down) {
            return new Words(x + right, y + down, anchor, size, colour, text);
        }

        /** The space reserved for the text: {@link Png} squeezes a wider one into it. */
        public double width() {
            return widthOf(text, size);
        }

        /** The left end. */
        public double left() {
            return x - width() * anchor.before;
        }
    }

    /** The end of a text that is at its place. */
    public enum Anchor {
        /** The left end. */
        START(0),
        /** The middle. */
        MIDDLE(0.5),
        /** The right end. */
        END(1);

        /** The part of a text that is left of its anchor. */
        final double before;

        Anchor(double before) {
            this.before = before;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Drawing {
        shapes = List.copyOf(shapes);
    }

    /** Drawings of the same size beside and below each other. */
    public static Drawing grid(List<Drawing> panels, int columns) {
        double width = panels.get(0).width;
        double height = panels.get(0).height;
        List<Shape> all = new ArrayList<>();
        for (int i = 0; i < panels.size(); i++) {
            int row = i / columns;
            double right = (i - row * columns) * width;
            double down = row * height;
            panels.get(i).shapes.forEach(shape -> all.add(shape.moved(right, down)));
        }
        int rows = (panels.size() + columns - 1) / columns;
        return new Drawing(Math.min(columns, panels.size()) * width, rows * height, all);
    }

    /**
     * The width of a text without asking for fonts, which a machine may not have: letters by class, as wide as in DejaVu Sans, the widest
     * of the usual ones.
     */
    public static double widthOf(String text, double size) {
        double ems = text.chars()
                .mapToDouble(c -> "ijlI|'.,:;![]/ ".indexOf(c) >= 0
                        ? 0.36
                        : "()-ftr".indexOf(c) >= 0
                                ? 0.43
                                : "mwMW@%+=<>~".indexOf(c) >= 0 || c > 0x2000
                                        ? 1
                                        : Character.isUpperCase(c) || c > 0x7f ? 0.79 : 0.64)
                .sum();
        return ems * size;
    }

    /** The largest size, up to a limit, at which a text is not too wide. */
    public static double sizeFor(String text, double limit, double width) {
        return Math.min(limit, width / Math.max(1e-9, widthOf(text, 1)));
    }

    /** Collects shapes. Not thread-safe. */
    public static final class Pen {
        private final List<Shape> shapes = new ArrayList<>();

        /** Draws a rectangle. */
        public void box(double x, double y, double width, double height, Shade fill, String hint) {
            shapes.add(new Box(x, y, width, height, 0, fill, hint));
        }

        /** Draws a dot. */
        public void dot(Spot centre, double radius, Shade fill, String hint) {
            shapes.add(new Box(centre.x - radius, centre.y - radius, 2 * radius, 2 * radius, radius, fill, hint));
        }

        /** Draws a thin straight line. */
        public void line(double x1, double y1, double x2, double y2, Shade colour) {
            path(List.of(new Spot(x1, y1), new Spot(x2, y2)), 1, List.of(), colour);
        }

        /** Draws straight lines from spot to spot. */
        public void path(List<Spot> spots, double thickness, List<Integer> dash, Shade colour) {
            shapes.add(new Path(spots, thickness, dash, colour));
        }

        /** Writes. */
        public void words(double x, double y, Anchor anchor, double size, Shade colour, String text) {
            shapes.add(new Words(x, y, anchor, size, colour, text));
        }

        /** A row of squares with names, from a place on. */
        public void legend(double x, double y, Map<String, Shade> names) {
            double at = x;
            for (Map.Entry<String, Shade> each : names.entrySet()) {
                box(at, y - 11, 14, 14, each.getValue(), "");
                words(at + 20, y, Anchor.START, 14, Shade.INK, each.getKey());
                at += 46 + widthOf(each.getKey(), 14);
            }
        }

        /** The picture so far. */
        public Drawing drawing(double width, double height) {
            return new Drawing(width, height, shapes);
        }
    }
}
