package org.tersegrad.contrib.sparse;

import java.util.Arrays;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;

/**
 * A count sketch: a small table from which the large elements of a vector can be read, and which is linear, so that the sum of
 * workers' tables is the table of the sum of their vectors.
 *
 * <pre>
 *   table[r, h_r(i)] += s_r(i) x_i         for every row r: a column h_r(i) and a sign s_r(i) for each element i
 *   estimate of x_i = median over r of s_r(i) table[r, h_r(i)]
 * </pre>
 *
 * <p>In each row other elements of the same column disturb the estimate by about |x| / √columns, with random signs; it takes half of
 * the rows to be disturbed by more for the median to be. Columns and signs are the halves of random words: a function of seed, row
 * and element, so all workers have the same, and none is stored.
 *
 * <p>M. Charikar, K. Chen, M. Farach-Colton, <i>Finding frequent items in data streams</i>, 2002.
 */
public final class CountSketch {
    /** Elements whose words are drawn at a time. */
    private static final int BLOCK = 1024;

    private final int rows;
    private final int columns;
    private final FloatSlice table;
    private final int[] words = new int[BLOCK];
    private final float[][] readings;
    private final float[] sorted;

    /** A table of zeros; an odd number of rows has a middle. */
    public CountSketch(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
        table = FloatSlice.of(new float[rows * columns]);
        readings = new float[rows][BLOCK];
        sorted = new float[rows];
    }

    /** Row after row; changes with the sketch, and the sketch with it. */
    public FloatSlice table() {
        return table;
    }

    /**
     * Becomes the sketch of a vector.
     *
     * @param vector not modified
     */
    public void set(FloatSlice vector, long seed) {
        float[] sums = table.array();
        Arrays.fill(sums, 0f);
        for (int from = 0; from < vector.length(); from += BLOCK) {
            int count = Math.min(BLOCK, vector.length() - from);
            for (int row = 0; row < rows; row++) {
                draw(seed, row, from, count);
                for (int i = 0; i < count; i++) {
                    sums[place(row, words[i])] += signed(vector.array()[vector.offset() + from + i], words[i]);
                }
            }
        }
    }

    /**
     * Estimates all elements of the vector whose sketch this is.
     *
     * @param estimates modified: as many as the vector has
     */
    public void estimate(float[] estimates, long seed) {
        float[] sums = table.array();
        for (int from = 0; from < estimates.length; from += BLOCK) {
            int count = Math.min(BLOCK, estimates.length - from);
            for (int row = 0; row < rows; row++) {
                draw(seed, row, from, count);
                for (int i = 0; i < count; i++) {
                    readings[row][i] = signed(sums[place(row, words[i])], words[i]);
                }
            }
            for (int i = 0; i < count; i++) {
                estimates[from + i] = median(i);
            }
        }
    }

    private void draw(long seed, int row, int from, int count) {
        CounterRandom.fill(CounterRandom.fork(seed, row), from, words, 0, count);
    }

    /** The column is decided by the high bits of the word, the sign by the lowest. */
    private int place(int row, int word) {
        return row * columns + (int) ((Integer.toUnsignedLong(word) * columns) >>> 32);
    }

    private static float signed(float value, int word) {
        return Float.intBitsToFloat(Float.floatToRawIntBits(value) ^ word << 31);
    }

    /** The median of the readings of element i, sorted by insertion: there are few. */
    private float median(int i) {
        for (int row = 0; row < rows; row++) {
            float reading = readings[row][i];
            int at = row;
            for (; at > 0 && sorted[at - 1] > reading; at--) {
                sorted[at] = sorted[at - 1];
            }
            sorted[at] = reading;
        }
        return sorted[rows / 2];
    }
}
