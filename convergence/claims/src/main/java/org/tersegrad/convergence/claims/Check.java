package org.tersegrad.convergence.claims;

/**
 * One part of a claim: a figure, and the limits inside which its whole interval must be.
 *
 * @param what the figure is, in a few words
 * @param figure what was found
 * @param least the lower limit; minus infinity if there is none
 * @param most the upper limit; infinity if there is none
 */
public record Check(String what, Figure figure, double least, double most) {
    private static final String UNJUDGED = "not judged";

    /** A figure that must not be larger. */
    public static Check atMost(double most, String what, Figure figure) {
        return new Check(what, figure, Double.NEGATIVE_INFINITY, most);
    }

    /** A figure that must not be smaller. */
    public static Check atLeast(double least, String what, Figure figure) {
        return new Check(what, figure, least, Double.POSITIVE_INFINITY);
    }

    /** A figure that must be inside two limits. */
    public static Check between(double least, double most, String what, Figure figure) {
        return new Check(what, figure, least, most);
    }

    /** A figure that is shown beside a published one and not judged. */
    public static Check shown(String what, Figure figure) {
        return new Check(what, figure, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /** Whether the whole interval is inside the limits. NaN is not. */
    public boolean holds() {
        return figure.low() >= least && figure.high() <= most;
    }

    /** The limits of the figure, as in {@code at most 1.1}. */
    public String limits() {
        if (least == Double.NEGATIVE_INFINITY) {
            return most == Double.POSITIVE_INFINITY ? UNJUDGED : "at most " + Figure.text(most);
        }
        return most == Double.POSITIVE_INFINITY
                ? "at least " + Figure.text(least)
                : Figure.text(least) + " to " + Figure.text(most);
    }

    /** The text, as in {@code loss against SGD: 1.02 [0.98, 1.06] (limit: at most 1.1)}. */
    @Override
    public String toString() {
        String limits = limits();
        return what + ": " + figure + (limits.equals(UNJUDGED) ? " (" + UNJUDGED + ")" : " (limit: " + limits + ")");
    }
}
