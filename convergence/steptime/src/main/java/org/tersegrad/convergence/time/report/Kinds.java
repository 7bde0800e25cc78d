package org.tersegrad.convergence.time.report;

import org.tersegrad.convergence.report.drawing.Drawing.Anchor;
import org.tersegrad.convergence.report.drawing.Drawing.Pen;
import org.tersegrad.convergence.report.drawing.Palette;
import org.tersegrad.convergence.report.drawing.Shade;
import org.tersegrad.convergence.time.Event;

/** What each kind of event is called, and its colour: the same in all pictures. */
final class Kinds {
    private static final double CHARACTER = 7.2;

    private Kinds() {}

    static String name(Event.Kind kind) {
        return switch (kind) {
            case FORWARD -> "forward";
            case BACKWARD -> "backward";
            case ENCODE -> "encode";
            case ADD -> "add";
            case OPTIMIZER -> "optimizer";
            case WAIT -> "wait";
            case WIRE -> "wire";
        };
    }

    static Shade shade(Event.Kind kind) {
        return switch (kind) {
            case FORWARD -> Palette.SHADES.get(5);
            case BACKWARD -> Palette.SHADES.get(0);
            case ENCODE -> Palette.SHADES.get(4);
            case ADD -> Palette.SHADES.get(1);
            case OPTIMIZER -> Palette.SHADES.get(6);
            case WAIT -> Shade.RULE;
            case WIRE -> Palette.SHADES.get(2);
        };
    }

    /** A row of squares with names. */
    static void legend(Pen pen, double x, double y, Iterable<Event.Kind> kinds) {
        double at = x;
        for (Event.Kind kind : kinds) {
            pen.box(at, y - 11, 14, 14, shade(kind), "");
            pen.words(at + 20, y, Anchor.START, 14, Shade.INK, name(kind));
            at += 20 + CHARACTER * name(kind).length() + 26;
        }
    }
}
