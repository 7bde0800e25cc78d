package org.tersegrad.convergence.report.pictures;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.tersegrad.convergence.report.drawing.Drawing;
import org.tersegrad.convergence.report.drawing.Drawing.Anchor;
import org.tersegrad.convergence.report.drawing.Drawing.Pen;
import org.tersegrad.convergence.report.drawing.Palette;
import org.tersegrad.convergence.report.drawing.Shade;
import org.tersegrad.convergence.report.summary.ModelledTime;
import org.tersegrad.convergence.report.summary.StepTime;

/** The parts of a step's time: a bar for each recipe, cut by what takes the time. */
public final class StepBars {
    private static final double WIDTH = 1200;
    private static final double ROW = 34;
    private static final double TOP = 84;
    private static final double ROOM_FOR_NUMBER = 100;
    private static final Map<String, Shade> PARTS = parts();

    private StepBars() {}

    private static Map<String, Shade> parts() {
        Map<String, Shade> parts = new LinkedHashMap<>();
        parts.put("compute", Palette.SHADES.get(0));
        parts.put("encode", Palette.SHADES.get(4));
        parts.put("wire (waiting)", Palette.SHADES.get(2));
        parts.put("add", Palette.SHADES.get(1));
        return Collections.unmodifiableMap(parts);
    }

    /** A bar for each recipe. */
    public static Drawing of(ModelledTime time) {
        Pen pen = new Pen();
        double left = 40
                + time.steps().keySet().stream()
                        .mapToDouble(name -> Drawing.widthOf(name, 14))
                        .max()
                        .orElse(0);
        double longest = time.steps().values().stream()
                .mapToDouble(StepTime::seconds)
                .max()
                .orElse(1);
        double scale = (WIDTH - left - ROOM_FOR_NUMBER) / (longest > 0 ? longest : 1);
        pen.words(20, 32, Anchor.START, 20, Shade.INK, "Where a step's time goes on " + time.network());
        pen.legend(left, 62, PARTS);
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
        double[] seconds = {time.compute(), time.encode(), time.wire(), time.add()};
        double x = left;
        int next = 0;
        for (Map.Entry<String, Shade> part : PARTS.entrySet()) {
            double each = seconds[next++];
            String hint = step.getKey() + ", " + part.getKey() + " " + millis(each);
            pen.box(x, y, each * scale, ROW - 10, part.getValue(), hint);
            x += each * scale;
        }
        return x;
    }

    private static String millis(double seconds) {
        return String.format(Locale.ROOT, seconds < 0.01 ? "%.2f ms" : "%.0f ms", 1000 * seconds);
    }
}
