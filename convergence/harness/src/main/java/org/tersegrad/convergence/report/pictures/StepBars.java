package org.tersegrad.convergence.report.pictures;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tersegrad.convergence.report.drawing.Drawing;
import org.tersegrad.convergence.report.drawing.Drawing.Anchor;
import org.tersegrad.convergence.report.drawing.Drawing.Pen;
import org.tersegrad.convergence.report.drawing.Palette;
import org.tersegrad.convergence.report.drawing.Shade;
import org.tersegrad.convergence.report.summary.ModelledTime;
import org.tersegrad.convergence.report.summary.StepTime;

/** Where the time of a step goes: a bar for each recipe, cut by what takes the time. */
public final class StepBars {
    private static final double WIDTH = 1200;
    private static final double ROW = 34;
    private static final double TOP = 84;
    private static final double ROOM_FOR_NUMBER = 100;
    private static final double CHARACTER = 8;
    private static final List<String> NAMES = List.of("compute", "encode", "wire (waiting)", "add");

    private static final List<Shade> SHADES =
            List.of(Palette.SHADES.get(0), Palette.SHADES.get(4), Palette.SHADES.get(2), Palette.SHADES.get(1));

    private StepBars() {}

    /** A bar for each recipe. */
    public static Drawing of(ModelledTime time) {
        Pen pen = new Pen();
        double left = 40
                + CHARACTER
                        * time.steps().keySet().stream()
                                .mapToInt(String::length)
                                .max()
                                .orElse(1);
        double longest = time.steps().values().stream()
                .mapToDouble(StepTime::seconds)
                .max()
                .orElse(1);
        double scale = (WIDTH - left - ROOM_FOR_NUMBER) / (longest > 0 ? longest : 1);
        pen.words(20, 32, Anchor.START, 20, Shade.INK, "Where a step's time goes on " + time.network());
        double at = left;
        for (int i = 0; i < NAMES.size(); i++) {
            pen.box(at, 50, 14, 14, SHADES.get(i), "");
            pen.words(at + 20, 62, Anchor.START, 14, Shade.INK, NAMES.get(i));
            at += 46 + CHARACTER * NAMES.get(i).length();
        }
        double y = TOP;
        for (Map.Entry<String, StepTime> each : time.steps().entrySet()) {
            pen.words(left - 10, y + 18, Anchor.END, 14, Shade.INK, each.getKey());
            pen.words(
                    bar(pen, each, left, y, scale) + 8,
                    y + 18,
                    Anchor.START,
                    14,
                    Shade.FAINT,
                    millis(each.getValue().seconds()));
            y += ROW;
        }
        return pen.drawing(WIDTH, y + 12);
    }

    /** Returns where it ends. */
    private static double bar(Pen pen, Map.Entry<String, StepTime> step, double left, double y, double scale) {
        StepTime time = step.getValue();
        double[] parts = {time.compute(), time.encode(), time.wire(), time.add()};
        double x = left;
        for (int i = 0; i < parts.length; i++) {
            double width = parts[i] * scale;
            pen.box(x, y, width, ROW - 10, SHADES.get(i), step.getKey() + ", " + NAMES.get(i) + " " + millis(parts[i]));
            x += width;
        }
        return x;
    }

    private static String millis(double seconds) {
        return String.format(Locale.ROOT, seconds < 0.01 ? "%.2f ms" : "%.0f ms", 1000 * seconds);
    }
}
