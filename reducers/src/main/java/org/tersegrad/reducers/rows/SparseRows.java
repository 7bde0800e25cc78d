package org.tersegrad.reducers.rows;

import org.tersegrad.compressors.FloatSlice;

/**
 * The gradient of an embedding table as a backward pass leaves it: a row of values for each lookup, so that a row of the table
 * may occur many times. All rows that do not occur are zero.
 *
 * @param indices not modified: which row of the table each row of values belongs to; any order, any number of repeats
 * @param values not modified: as many rows as there are indices, one after another
 * @param width how many values a row has, 1 or more
 */
@SuppressWarnings("ArrayRecordComponent") // a view, as FloatSlice is
public record SparseRows(int[] indices, FloatSlice values, int width) {
    public SparseRows {
        if (width < 1) {
            throw new IllegalArgumentException("a row has 1 value or more, not " + width);
        }
        if ((long) indices.length * width != values.length()) {
            throw new IllegalArgumentException(indices.length + " rows of " + width + " values are "
                    + (long) indices.length * width + " values, these are " + values.length());
        }
    }

    /** Number of rows, repeats included. */
    public int count() {
        return indices.length;
    }

    /**
     * Adds the rows to a table, in their order.
     *
     * @param table modified: {@code table[index] += weight * values} for each row
     */
    public void addTo(FloatSlice table, float weight) {
        for (int i = 0; i < indices.length; i++) {
            int to = table.offset() + Math.multiplyExact(indices[i], width);
            int from = values.offset() + i * width;
            for (int j = 0; j < width; j++) {
                table.array()[to + j] += weight * values.array()[from + j];
            }
        }
    }
}
