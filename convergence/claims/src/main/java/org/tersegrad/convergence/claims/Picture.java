package org.tersegrad.convergence.claims;

import java.util.ArrayList;
import java.util.List;

/**
 * Curves of a claim that is a picture.
 *
 * @param x the lower axis
 * @param y the left axis
 * @param lines each with a name
 */
public record Picture(Axis x, Axis y, List<Line> lines) {
    /**
     * One direction.
     *
     * @param title what is shown there
     * @param logarithmic whether equal distances are equal ratios; then only points above 0 are drawn
     */
    public record Axis(String title, boolean logarithmic) {
        /** Equal distances are equal differences. */
        public static Axis linear(String title) {
            return new Axis(title, false);
        }

        /** Equal distances are equal ratios. */
        public static Axis logarithmic(String title) {
            return new Axis(title, true);
        }
    }

    /**
     * A place in the picture.
     *
     * @param x along the lower axis
     * @param y along the left axis
     */
    public record Point(double x, double y) {}

    /**
     * One curve.
     *
     * @param name what is written beside it
     * @param points from left to right
     */
    public record Line(String name, List<Point> points) {
        public Line {
            points = List.copyOf(points);
        }
    }

    public Picture {
        lines = List.copyOf(lines);
    }

    /** Collects the points of one curve while something runs, and not more of them than can be seen. Not thread-safe. */
    public static final class Curve {
        private static final int MOST_POINTS = 100;

        private final String name;
        private final double every;
        private final List<Point> points = new ArrayList<>();
        private double next;

        /**
         * An empty curve.
         *
         * @param length where the last point will be, from 0 on
         */
        public Curve(String name, double length) {
            this.name = name;
            this.every = length / MOST_POINTS;
        }

        /** Adds a point, unless it is too near to the last one. */
        public void add(double x, double y) {
            if (x >= next) {
                points.add(new Point(x, y));
                next = x + every;
            }
        }

        /** All points so far. */
        public Line line() {
            return new Line(name, points);
        }
    }
}
