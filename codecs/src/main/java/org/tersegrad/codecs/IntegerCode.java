package org.tersegrad.codecs;

/**
 * A prefix code: one bit string for every integer from {@link #smallest()} to 2<sup>31</sup>−1, none the beginning of
 * another.
 *
 * <p>Codes are values without state, shared freely. To add one, implement the three methods and put it into the list
 * that the tests run over.
 */
public interface IntegerCode {
    /** The smallest integer that has a code word: 1 for the Elias codes, 0 for the others. */
    int smallest();

    /** The exact length of {@code value}'s code word in bits. */
    long bits(int value);

    /** Appends {@code value}'s code word. */
    void write(int value, BitWriter out);

    /** Reads one code word. */
    int read(BitReader in);

    /** Throws for a value that has no code word. */
    default void require(int value) {
        if (value < smallest()) {
            throw new IllegalArgumentException(this + " codes integers from " + smallest() + " up, this is " + value);
        }
    }
}
