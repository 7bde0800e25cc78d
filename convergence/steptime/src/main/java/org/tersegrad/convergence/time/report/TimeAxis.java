package org.tersegrad.convergence.time.report;

import java.util.Locale;
import org.tersegrad.convergence.report.drawing.Drawing.Anchor;
import org.tersegrad.convergence.report.drawing.Drawing.Pen;
import org.tersegrad.convergence.report.drawing.Shade;

/**
 * An axis of time, from 0 on: seconds to pixels, and marks at round numbers.
 *
 * @param left where 0 is
 * @param width in pixels
 * @param end in seconds, above 0
 */
record TimeAxis(double left, double width, double end) {
    private static final int MARKS = 8;
    private static final int LABEL = 13;

    TimeAxis {
        if (!(end > 0)) {
            throw new IllegalArgumentException("an axis of time ends after 0 s, not at " + end);
        }
    }

    double x(double seconds) {
        return left + width * seconds / end;
    }

    /** Lines from top to bottom, and numbers below them. */
    void draw(Pen pen, double top, double bottom) {
        double step = step();
        double unit = end >= 1 ? 1 : end >= 1e-3 ? 1e-3 : 1e-6;
        String name = unit == 1 ? "s" : unit == 1e-3 ? "ms" : "us";
        int decimals = (int) Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9));
        for (int i = 0; i * step <= end * (1 + 1e-9); i++) {
            double x = x(i * step);
            pen.line(x, top, x, bottom, Shade.RULE);
            String number = String.format(Locale.ROOT, "%." + decimals + "f", i * step / unit);
            pen.words(x, bottom + 18, Anchor.MIDDLE, LABEL, Shade.FAINT, i == 0 ? "0 " + name : number);
        }
    }

    /** 1, 2 or 5 times a power of ten, so that there are about eight marks. */
    private double step() {
        double rough = end / MARKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digit = rough / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }
}
