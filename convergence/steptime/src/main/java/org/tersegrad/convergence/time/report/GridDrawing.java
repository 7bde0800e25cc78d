package org.tersegrad.convergence.time.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.report.drawing.Drawing;
import org.tersegrad.convergence.report.drawing.Drawing.Anchor;
import org.tersegrad.convergence.report.drawing.Drawing.Pen;
import org.tersegrad.convergence.report.drawing.Palette;
import org.tersegrad.convergence.report.drawing.Shade;
import org.tersegrad.convergence.time.payoff.PayoffStudy;
import org.tersegrad.convergence.time.payoff.PayoffStudy.Cell;

/** The winner at each bandwidth and number of workers, and its margin: a field for each, the fastest networks on top. */
final class GridDrawing {
    private static final double WIDTH = 1200;
    private static final double LEFT = 130;
    private static final double TOP = 76;
    private static final double HEIGHT = 58;
    private static final double WIDEST = 260;
    private static final double NARROWEST = 700;
    private static final String SUBTITLE =
            "the fastest, and how many times as fast as dense in 32 bits; delays of messages are those of the network";

    private GridDrawing() {}

    /**
     * Draws the grid.
     *
     * @param asked the bandwidth whose row is marked
     */
    static Drawing of(String title, List<Cell> cells, double asked, List<String> recipes) {
        List<Double> bandwidths = cells.stream()
                .map(Cell::bandwidth)
                .distinct()
                .sorted((a, b) -> Double.compare(b, a))
                .toList();
        List<Integer> workers =
                cells.stream().map(Cell::workers).distinct().sorted().toList();
        Map<String, Shade> shades = shades(recipes);
        double width = Math.min(WIDEST, (WIDTH - LEFT - 20) / workers.size());
        Pen pen = new Pen();
        pen.words(LEFT, 32, Anchor.START, 20, Shade.INK, title);
        pen.words(LEFT, 58, Anchor.START, 14, Shade.FAINT, SUBTITLE);
        for (Cell cell : cells) {
            double x = LEFT + width * workers.indexOf(cell.workers());
            double y = TOP + HEIGHT * bandwidths.indexOf(cell.bandwidth());
            Shade fill = shades.getOrDefault(cell.winner(), Shade.RULE);
            String hint = cell.winner() + ", " + Amounts.seconds(cell.seconds()) + " a step with " + cell.workers()
                    + " workers at " + Amounts.bandwidth(cell.bandwidth()) + "; " + cell.basis();
            pen.box(x, y, width - 2, HEIGHT - 2, fill, hint);
            double middle = x + width / 2;
            double size = Drawing.sizeFor(cell.winner(), 15, width - 10);
            pen.words(middle, y + 25, Anchor.MIDDLE, size, fill.contrast(), cell.winner());
            pen.words(middle, y + 45, Anchor.MIDDLE, 14, fill.contrast(), Amounts.times(cell.speedup()));
        }
        double bottom = TOP + HEIGHT * bandwidths.size();
        for (int i = 0; i < bandwidths.size(); i++) {
            double y = TOP + HEIGHT * i + HEIGHT / 2 + 4;
            if (bandwidths.get(i) == asked) {
                pen.box(LEFT - 7, TOP + HEIGHT * i, 4, HEIGHT - 2, Shade.INK, "the network of this command");
                pen.words(LEFT - 12, y + 17, Anchor.END, 12, Shade.INK, "this network");
            }
            pen.words(
                    LEFT - 12,
                    y,
                    Anchor.END,
                    14,
                    Shade.INK,
                    Amounts.bandwidth(bandwidths.get(i)).replaceFirst("\\.0+ ", " "));
        }
        for (int i = 0; i < workers.size(); i++) {
            double x = LEFT + width * (i + 0.5);
            pen.words(x, bottom + 22, Anchor.MIDDLE, 14, Shade.INK, workers.get(i) + (i == 0 ? " workers" : ""));
        }
        double words = LEFT + Math.max(Drawing.widthOf(title, 20), Drawing.widthOf(SUBTITLE, 14)) + 20;
        return pen.drawing(Math.max(words, Math.max(NARROWEST, LEFT + width * workers.size() + 20)), bottom + 40);
    }

    /** Floats are grey, in two shades; a recipe has the colour of its place in the list. */
    private static Map<String, Shade> shades(List<String> recipes) {
        Map<String, Shade> shades = new LinkedHashMap<>();
        shades.put(PayoffStudy.DENSE.toString(), Shade.RULE);
        shades.put(PayoffStudy.HALF.toString(), Shade.FAINT);
        for (String recipe : recipes) {
            shades.putIfAbsent(recipe, Palette.SHADES.get((shades.size() - 2) % Palette.SHADES.size()));
        }
        return shades;
    }
}
