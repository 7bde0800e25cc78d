package org.tersegrad.compressors;

/**
 * The shape of a tensor as compressors see it: a matrix, row by row. A vector is one row; a tensor of higher rank is
 * folded into (first dimension, all others).
 *
 * @param rows not negative
 * @param columns not negative
 */
public record Shape(int rows, int columns) {
    /**
     * The most elements that a tensor has, 2^31 − 2^16. Loops go through a tensor in blocks of at most 2^16 elements, and the
     * index after the last block must still be an int.
     */
    public static final int MAX_SIZE = Integer.MAX_VALUE - (1 << 16) + 1;

    public Shape {
        if (rows < 0 || columns < 0 || (long) rows * columns > MAX_SIZE) {
            throw new IllegalArgumentException("a shape of " + rows + " x " + columns
                    + ": neither may be negative and their product may be at most " + MAX_SIZE);
        }
    }

    /** Rejects a length that no tensor has. */
    static void requireSize(int length) {
        if (length < 0 || length > MAX_SIZE) {
            throw new IllegalArgumentException("a tensor has 0 to " + MAX_SIZE + " elements, not " + length);
        }
    }

    /** A vector of {@code length} elements. */
    public static Shape vector(int length) {
        return new Shape(1, length);
    }

    /** Number of elements of a tensor of this shape. */
    public int size() {
        return rows * columns;
    }
}
