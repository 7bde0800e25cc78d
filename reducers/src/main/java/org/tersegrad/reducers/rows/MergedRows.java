package org.tersegrad.reducers.rows;

import java.util.Arrays;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Shape;

/** Rows with increasing indices, each once: what repeats make together, added in their order. */
final class MergedRows {
    private final Shape table;
    /** Increasing. */
    private int[] indices = {};

    private float[] values = {};
    private int count;

    MergedRows(Shape table) {
        this.table = table;
    }

    int count() {
        return count;
    }

    int[] indices() {
        return indices;
    }

    float[] values() {
        return values;
    }

    /**
     * Merges a gradient.
     *
     * @param rows not modified
     * @throws IllegalArgumentException if a row is not of the table, or a value is not finite; then nothing has changed
     */
    void merge(SparseRows rows) {
        check(rows);
        int width = table.columns();
        int[] sorted = rows.indices().clone();
        Arrays.sort(sorted);
        int different = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[different++] = sorted[i];
            }
        }
        count = different;
        indices = Arrays.copyOf(sorted, different);
        values = new float[different * width];
        boolean[] there = new boolean[different];
        FloatSlice from = rows.values();
        for (int i = 0; i < rows.count(); i++) {
            int at = Arrays.binarySearch(indices, rows.indices()[i]);
            for (int j = 0; j < width; j++) {
                float value = from.array()[from.offset() + i * width + j];
                // The first is taken as it is, as adding to zero would make 0.0 of -0.0.
                values[at * width + j] = there[at] ? bounded(values[at * width + j] + value) : value;
            }
            there[at] = true;
        }
    }

    private static float bounded(float sum) {
        return Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, sum));
    }

    private void check(SparseRows rows) {
        if (rows.width() != table.columns()) {
            throw new IllegalArgumentException(
                    "rows of this table have " + table.columns() + " values, these have " + rows.width());
        }
        for (int i = 0; i < rows.count(); i++) {
            int index = rows.indices()[i];
            if (index < 0 || index >= table.rows()) {
                throw new IllegalArgumentException("row " + i + " of the gradient is row " + index
                        + " of a table that has rows 0 to " + (table.rows() - 1));
            }
            for (int j = 0; j < rows.width(); j++) {
                float value = rows.values().array()[rows.values().offset() + i * rows.width() + j];
                if (!Float.isFinite(value)) {
                    throw new IllegalArgumentException(
                            "value " + j + " of row " + i + " of the gradient is " + value + ", not a finite number");
                }
            }
        }
    }
}
