package org.tersegrad.convergence.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tersegrad.convergence.report.drawing.Drawing;

/**
 * Lines or points over two axes, each named where it ends. A value: what is shown, not where.
 *
 * @param title of the whole
 * @param x the lower axis
 * @param y the left axis
 * @param lines later ones lie over earlier ones
 * @param level a horizontal line to compare with, if any
 */
public record Chart(String title, Axis x, Axis y, List<Line> lines, Optional<Level> level) {
    /** Width of a stand-alone picture, in pixels of a page. */
    public static final double WIDTH = 1600 / 1.5;

    /** As {@link #WIDTH}. */
    public static final double HEIGHT = 1000 / 1.5;

    /** The look of points. */
    public enum Form {
        /** Connected; an interval at the last point only. */
        LINE,
        /** Connected dots, each with its interval. */
        MARKED,
        /** Dots, each with its interval. */
        DOTS
    }

    /**
     * A place with an interval around its height.
     *
     * @param low where the interval begins; NaN if there is none
     * @param high where it ends
     */
    public record Point(double x, double y, double low, double high) {
        /** A point without an interval. */
        public Point(double x, double y) {
            this(x, y, Double.NaN, Double.NaN);
        }
    }

    /**
     * A series of points.
     *
     * @param name written beside its end
     * @param points from the first to the last; those without a place on the axes interrupt the line
     */
    public record Line(String name, LineStyle style, Form form, List<Point> points) {
        public Line {
            points = List.copyOf(points);
        }
    }

    /**
     * A value to compare with.
     *
     * @param value along the left axis
     * @param name written beside it
     */
    public record Level(double value, String name) {}

    public Chart {
        lines = List.copyOf(lines);
    }

    /** A chart of this size. */
    public Drawing drawing(double width, double height) {
        return ChartLayout.of(this, width, height);
    }

    /** A chart of the usual size. */
    public Drawing drawing() {
        return drawing(WIDTH, HEIGHT);
    }

    /** A chart without lines so far. */
    public static Builder builder(String title, Axis x, Axis y) {
        return new Builder(title, x, y);
    }

    /** Collects lines. Not thread-safe. */
    public static final class Builder {
        private final String title;
        private final Axis x;
        private final Axis y;
        private final List<Line> lines = new ArrayList<>();

        private Builder(String title, Axis x, Axis y) {
            this.title = title;
            this.x = x;
            this.y = y;
        }

        /** Adds a line. */
        public Builder add(String name, LineStyle style, Form form, List<Point> points) {
            lines.add(new Line(name, style, form, points));
            return this;
        }

        /** Adds points in the style that is next; not modified. */
        public Builder add(String name, Form form, double[] xs, double[] ys) {
            List<Point> points = new ArrayList<>();
            for (int i = 0; i < xs.length; i++) {
                points.add(new Point(xs[i], ys[i]));
            }
            return add(name, LineStyle.number(lines.size()), form, points);
        }

        /** The chart so far. */
        public Chart build() {
            return new Chart(title, x, y, lines, Optional.empty());
        }
    }
}
