package org.tersegrad.convergence.report.drawing;

import java.awt.Color;
import java.util.List;

/** The colours of all pictures. They can be told apart with the usual kinds of colour blindness; most are Okabe and Ito's. */
public final class Palette {
    /** What nothing was done to: an uncompressed recipe, a baseline. */
    public static final Shade BASELINE = Shade.INK;

    /** All others, in the order in which they are given out. */
    public static final List<Shade> SHADES = List.of(
            new Shade("#0072B2", "#4BA3DB"), // blue
            new Shade("#D55E00", "#F0812E"), // vermilion
            new Shade("#009E73", "#2BC297"), // green
            new Shade("#CC79A7", "#E29AC3"), // pink
            new Shade("#E69F00", "#F2B632"), // orange
            new Shade("#56B4E9", "#8FD0F7"), // sky
            new Shade("#7A3E9D", "#B48AE0"), // violet
            new Shade("#8C6D1F", "#C4A24A"), // brown
            new Shade("#6B7A00", "#B3C62E")); // olive

    private Palette() {}

    /** Colours on white, in the order in which they are given out. */
    public static Color[] onWhite() {
        return SHADES.stream().map(shade -> Color.decode(shade.light())).toArray(Color[]::new);
    }
}
