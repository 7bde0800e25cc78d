package org.tersegrad.compressors;

/**
 * The shape of a tensor as compressors see it: a matrix, row by row. A vector is one row; a tensor of higher rank is
 * folded into (first dimension, all others).
 *
 * @param rows not negative
 * @param columns not negative
 */
public record Shape(int rows, int columns) {
    public Shape {
        if (rows < 0 || columns < 0 || (long) rows * columns > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a shape of " + rows + " x " + columns
                    + ": neither may be negative and their product may be at most " + Integer.MAX_VALUE);
        }
    }

    /** A vector of {@code length} elements. */
    public static Shape vector(int length) {
        return new Shape(1, length);
    }

    /** How many elements a tensor of this shape has. */
    public int size() {
        return rows * columns;
    }
}
