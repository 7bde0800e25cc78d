package org.tersegrad.compressors.transforms;

import org.tersegrad.compressors.internal.CosineTransform;

/** The coefficients of a chunk that are kept, in ascending places. */
final class Coefficients {
    /** Sum of magnitudes up to which no element overflows. */
    static final double LARGE_SUM = 0x1p127;

    private static final float DOWN = 0x1p-20f;

    private final int[] places = new int[CosineTransform.EDGE * CosineTransform.EDGE];
    private final float[] values = new float[places.length];
    private int count;
    private double sum;

    void clear() {
        count = 0;
        sum = 0;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Appends one. */
    void add(int place, float value) {
        places[count] = place;
        values[count++] = value;
        sum += Math.abs(value);
    }

    /**
     * Transforms them to elements.
     *
     * @param chunk modified
     * @return whether all elements are finite
     */
    boolean inverse(CosineTransform cosines, float[] chunk, int rows, int columns) {
        if (sum <= LARGE_SUM) {
            cosines.inverse(places, values, count, chunk, rows, columns);
            return true;
        }
        for (int i = 0; i < count; i++) {
            values[i] *= DOWN;
        }
        cosines.inverse(places, values, count, chunk, rows, columns);
        boolean finite = true;
        for (int i = 0; i < rows * columns; i++) {
            chunk[i] /= DOWN;
            finite &= Float.isFinite(chunk[i]);
        }
        return finite;
    }
}
