package org.tersegrad.compressors.internal;

/** Excerpts of typed text, short enough for a sentence. */
public final class Excerpt {
    private static final int AROUND = 100;

    private Excerpt() {}

    /** The text, or if it is long the part around an index. */
    public static String around(String text, int index) {
        int from = index <= AROUND ? 0 : index - AROUND;
        int to = text.length() - index <= AROUND ? text.length() : index + AROUND;
        return (from > 0 ? "..." : "") + text.substring(from, to) + (to < text.length() ? "..." : "");
    }

    /** The text, or if it is long its beginning. */
    public static String of(String text) {
        return around(text, 0);
    }

    /**
     * Rejects what is too long.
     *
     * @param what it is, as in {@code a recipe}
     */
    public static void requireLength(String what, String text, int most) {
        if (text.length() > most) {
            throw new IllegalArgumentException(
                    what + " has at most " + most + " characters, this has " + text.length() + ": " + of(text));
        }
    }
}
