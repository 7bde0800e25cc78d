package org.tersegrad.convergence.report.chart;

import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.tersegrad.convergence.report.drawing.Drawing;
import org.tersegrad.convergence.report.drawing.Drawing.Anchor;
import org.tersegrad.convergence.report.drawing.Drawing.Pen;
import org.tersegrad.convergence.report.drawing.Drawing.Spot;
import org.tersegrad.convergence.report.drawing.Shade;

/**
 * Places names beside the ends of lines: on no other name and on no line, as near as possible, and with a thin leader where a name had to
 * be put further away. Each name is placed greedily, then again with all others in place.
 */
final class Labels {
    static final double SIZE = 14;
    static final double ROW = 18;
    private static final int ROUNDS = 3;
    private static final double GAP = 7;
    private static final double NEAR = 12;
    private static final int LONGEST = 44;
    private static final double[] ASIDE = {0, 12, 30, 60, 100, 150, 220, 300};

    /** The price of a leader across a line, in pixels of distance. */
    private static final double CROSSING = 40;

    /**
     * A name to be placed.
     *
     * @param owner the number of its line
     * @param anchors spots beside one of which it belongs
     */
    record Label(int owner, List<String> rows, Shade colour, List<Spot> anchors) {
        static Label of(int owner, String name, Shade colour, List<Spot> anchors) {
            return new Label(owner, wrapped(name), colour.text(), anchors);
        }

        double width() {
            return rows.stream()
                    .mapToDouble(row -> Drawing.widthOf(row, SIZE))
                    .max()
                    .orElse(0);
        }

        double height() {
            return ROW * rows.size();
        }
    }

    /** A name at its place, with the end of its leader. */
    record Placed(Label label, Rectangle2D box, Spot anchor, double cost) {
        Line2D leader() {
            Spot end = nearest(box, anchor);
            return new Line2D.Double(anchor.x(), anchor.y(), end.x(), end.y());
        }

        void draw(Pen pen) {
            Line2D leader = leader();
            if (leader.getP1().distance(leader.getP2()) > NEAR) {
                pen.line(leader.getX1(), leader.getY1(), leader.getX2(), leader.getY2(), label.colour);
            }
            for (int i = 0; i < label.rows.size(); i++) {
                double y = box.getY() + ROW * i + 0.76 * ROW;
                pen.words(box.getX(), y, Anchor.START, SIZE, label.colour, label.rows.get(i));
            }
        }
    }

    /** A piece of a line, which names must not cover. */
    private record Obstacle(int owner, Line2D piece) {}

    private final Rectangle2D area;
    private final List<Obstacle> obstacles = new ArrayList<>();

    Labels(Rectangle2D area) {
        this.area = area;
    }

    /** Adds lines that no name may cover. */
    void avoid(int owner, List<Spot> spots) {
        for (int i = 0; i < spots.size(); i++) {
            Spot from = spots.get(Math.max(0, i - 1));
            obstacles.add(new Obstacle(
                    owner,
                    new Line2D.Double(
                            from.x(), from.y(), spots.get(i).x(), spots.get(i).y())));
        }
    }

    /** A place for each; empty if there is not enough space. */
    Optional<List<Placed>> place(List<Label> labels) {
        List<Placed> placed = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < labels.size(); i++) {
                List<Placed> others = new ArrayList<>(placed);
                if (round > 0) {
                    others.remove(i);
                }
                Optional<Placed> best = best(labels.get(i), others);
                if (best.isEmpty()) {
                    return Optional.empty();
                }
                if (round == 0) {
                    placed.add(best.get());
                } else {
                    placed.set(i, best.get());
                }
            }
        }
        return Optional.of(placed);
    }

    /** All in a column on the right, in the order of their lines' ends: always possible. */
    static List<Placed> column(List<Label> labels, double x, double top, double bottom) {
        List<Label> sorted = labels.stream()
                .sorted(Comparator.comparingDouble(label -> last(label.anchors).y()))
                .toList();
        double below = sorted.stream().mapToDouble(Label::height).sum();
        double y = top;
        List<Placed> placed = new ArrayList<>();
        for (Label label : sorted) {
            Spot anchor = last(label.anchors);
            y = Math.min(Math.max(y, anchor.y() - label.height() / 2), bottom - below);
            placed.add(new Placed(label, new Rectangle2D.Double(x, y, label.width(), label.height()), anchor, 0));
            y += label.height();
            below -= label.height();
        }
        return placed;
    }

    private Optional<Placed> best(Label label, List<Placed> others) {
        Placed best = null;
        double width = label.width();
        double height = label.height();
        for (Spot anchor : label.anchors) {
            for (int row = 0; row < 2 * area.getHeight() / (ROW / 2); row++) {
                int steps = (row + 1) / 2; // 0, one up, one down, two up, ...
                double y = anchor.y() - height / 2 + (row % 2 == 0 ? steps : -steps) * ROW / 2;
                for (double aside : ASIDE) {
                    for (double x : new double[] {
                        anchor.x() + GAP + aside, anchor.x() - width / 2 + aside, anchor.x() - GAP - width - aside
                    }) {
                        Placed placed = new Placed(
                                label,
                                new Rectangle2D.Double(x, y, width, height),
                                anchor,
                                best == null ? Double.POSITIVE_INFINITY : best.cost);
                        double cost = cost(placed, others);
                        if (cost < placed.cost) {
                            best = new Placed(label, placed.box, anchor, cost);
                        }
                    }
                }
            }
        }
        return Optional.ofNullable(best);
    }

    /** Infinite where it may not be, and as soon as it is known to be no better than the best so far. */
    private double cost(Placed placed, List<Placed> others) {
        Rectangle2D box = placed.box;
        Line2D leader = placed.leader();
        // What is read from left to right begins at the end of its line.
        double cost = leader.getP1().distance(leader.getP2()) + (box.getX() >= leader.getX1() + GAP ? 0 : 12);
        if (cost >= placed.cost || !area.contains(box)) {
            return Double.POSITIVE_INFINITY;
        }
        for (Placed other : others) {
            if (other.box.intersects(box.getX() - 3, box.getY(), box.getWidth() + 6, box.getHeight())
                    || other.leader().intersects(box)
                    || leader.intersects(other.box)) {
                return Double.POSITIVE_INFINITY;
            }
            cost += leader.intersectsLine(other.leader()) ? 2 * CROSSING : 0;
        }
        int crossed = -1;
        for (Obstacle obstacle : obstacles) {
            if (obstacle.piece.intersects(box.getX() - 2, box.getY() + 1, box.getWidth() + 4, box.getHeight() - 2)) {
                return Double.POSITIVE_INFINITY;
            }
            if (obstacle.owner != placed.label.owner
                    && obstacle.owner != crossed
                    && obstacle.piece.intersectsLine(leader)) {
                crossed = obstacle.owner;
                cost += CROSSING;
            }
        }
        return cost;
    }

    private static Spot nearest(Rectangle2D box, Spot spot) {
        // Not at a corner, where a leader would seem to belong to the next row.
        double inset = Math.min(5, box.getHeight() / 2);
        return new Spot(
                Math.max(box.getMinX(), Math.min(spot.x(), box.getMaxX())),
                Math.max(box.getMinY() + inset, Math.min(spot.y(), box.getMaxY() - inset)));
    }

    /** A long name in several rows, broken at its commas and plus signs. */
    static List<String> wrapped(String name) {
        List<String> rows = new ArrayList<>();
        int start = 0;
        while (name.length() - start > LONGEST) {
            int end = start + LONGEST;
            int cut = Math.max(name.lastIndexOf(',', end - 1) + 1, name.lastIndexOf('+', end));
            cut = cut > start ? cut : end;
            rows.add(name.substring(start, cut).strip());
            start = cut;
        }
        rows.add(name.substring(start).strip());
        return rows;
    }

    private static <T> T last(List<T> list) {
        return list.get(list.size() - 1);
    }
}
