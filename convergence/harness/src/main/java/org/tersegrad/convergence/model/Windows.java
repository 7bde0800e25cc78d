package org.tersegrad.convergence.model;

import org.tersegrad.convergence.data.Text;

/**
 * The examples of a language model: windows that follow each other without a gap. Tests use windows spread evenly over the text's
 * test part.
 *
 * @param length how many symbols a window predicts
 */
record Windows(Text text, int length) {
    /** The most windows of the test part that are looked at. */
    private static final int MOST_TESTS = 256;

    Windows {
        check(text, length);
    }

    /** @throws IllegalArgumentException if a part of the text has no window of that length */
    static void check(Text text, int length) {
        if (Math.min(text.training().length, text.test().length) <= length) {
            throw new IllegalArgumentException(
                    text.name() + " has " + text.training().length + " symbols to learn from and " + text.test().length
                            + " to be tested on, too few for a window of " + length);
        }
    }

    /** Number of different symbols. */
    int symbols() {
        return text.alphabet().length();
    }

    /** Windows to learn from. */
    int examples() {
        return in(text.training());
    }

    private int in(byte[] part) {
        return (part.length - 1) / length;
    }

    /** Start of window {@code i} of the training part. */
    int start(int i) {
        return i * length;
    }

    int tests() {
        return Math.min(MOST_TESTS, in(text.test()));
    }

    /** Start of test window {@code i}. */
    int testStart(int i) {
        return (int) ((long) i * in(text.test()) / tests()) * length;
    }
}
