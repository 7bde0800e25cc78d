package org.tersegrad.convergence.report.pictures;

import java.awt.Color;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;

/**
 * Names of curves, each beside the end of its curve, in its colour. A label goes where it hides no other label and as little of
 * the curves as possible; one that had to go further away gets a thin line to its end.
 */
final class EndLabels {
    private static final int GAP = 12;
    private static final int FAR = 40;
    private static final Color BEHIND = new Color(255, 255, 255, 215);

    private final Graphics2D graphics;
    private final FontMetrics metrics;
    private final Rectangle2D area;
    private final List<List<Point2D>> curves = new ArrayList<>();
    private final List<Rectangle2D> taken = new ArrayList<>();

    /** @param area in which labels have to stay */
    EndLabels(Graphics2D graphics, Rectangle2D area) {
        this.graphics = graphics;
        this.area = area;
        metrics = graphics.getFontMetrics();
    }

    /** Something that labels should not hide. */
    void avoid(List<Point2D> curve) {
        curves.add(curve);
    }

    /** Puts a label near a point. */
    void put(String text, Point2D end, Color colour) {
        double width = metrics.stringWidth(text);
        double height = metrics.getAscent() + metrics.getDescent();
        Rectangle2D best = new Rectangle2D.Double(end.getX() + GAP, end.getY() - height / 2, width, height);
        double least = Double.POSITIVE_INFINITY;
        for (int row = 0; row <= 24; row++) {
            int steps = (row + 1) / 2; // 0, one up, one down, two up, ...
            double shift = (row % 2 == 0 ? steps : -steps) * height / 2;
            for (double x : new double[] {end.getX() + GAP, end.getX() - width / 2, end.getX() - GAP - width}) {
                Rectangle2D box = new Rectangle2D.Double(x, end.getY() - height / 2 + shift, width, height);
                double cost = cost(box) + Math.abs(shift) + (x > end.getX() ? 0 : 30);
                if (cost < least) {
                    least = cost;
                    best = box;
                }
            }
        }
        draw(text, best, end, colour);
        taken.add(best);
    }

    /** A label on a label or outside the picture is out of the question; each piece of a curve below it is a little bad. */
    private double cost(Rectangle2D box) {
        if (!area.contains(box) || taken.stream().anyMatch(box::intersects)) {
            return 1e6;
        }
        double cost = 0;
        for (List<Point2D> curve : curves) {
            for (int i = 1; i < curve.size(); i++) {
                cost += new Line2D.Double(curve.get(i - 1), curve.get(i)).intersects(box) ? 25 : 0;
            }
        }
        return cost;
    }

    private void draw(String text, Rectangle2D box, Point2D end, Color colour) {
        double x = Math.max(box.getMinX(), Math.min(end.getX(), box.getMaxX()));
        double y = Math.max(box.getMinY(), Math.min(end.getY(), box.getMaxY()));
        graphics.setColor(colour);
        if (end.distance(x, y) > FAR) {
            graphics.draw(new Line2D.Double(end.getX(), end.getY(), x, y));
        }
        graphics.setColor(BEHIND);
        graphics.fill(box);
        graphics.setColor(colour);
        graphics.drawString(text, (float) box.getX(), (float) (box.getY() + metrics.getAscent()));
    }
}
