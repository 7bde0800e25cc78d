package org.tersegrad.convergence.report.drawing;

import java.util.List;

/**
 * The colours of all pictures. They can be told apart with the usual kinds of colour blindness: the first six are Okabe and Ito's, the
 * others are darker than these.
 */
public final class Palette {
    /** The colour of an uncompressed recipe, a baseline. */
    public static final Shade BASELINE = Shade.INK;

    /** All others, in the order in which they are given out. */
    public static final List<Shade> SHADES = List.of(
            new Shade("#0072B2", "#4BA3DB"), // blue
            new Shade("#D55E00", "#F0812E"), // vermilion
            new Shade("#009E73", "#2BC297"), // green
            new Shade("#CC79A7", "#E29AC3"), // pink
            new Shade("#E69F00", "#F2B632"), // orange
            new Shade("#56B4E9", "#8FD0F7"), // sky
            new Shade("#8A1FD0", "#8F5BFF"), // violet
            new Shade("#603000", "#A0673F"), // brown
            new Shade("#1B2F8A", "#2F8CA3")); // navy

    private Palette() {}
}
