package org.tersegrad.compressors.sparse;

import java.util.Arrays;
import org.tersegrad.compressors.internal.Powers;

/**
 * A few magnitudes for many values, such that sign and nearest magnitude keep as much of them as possible: the quantizer of Lloyd and
 * Max for the values at hand.
 *
 * <pre>
 *   cells      of magnitudes, from the largest on; the magnitude of a cell is the mean of those in it
 *   C(x)       orthogonal to x − C(x), |C(x)|² = the sum over cells of (sum of magnitudes)² / count
 *   start      edges at largest · r^j, r^L = max(smallest / largest, count^(−L/(2(L−1)))), j = 1 .. L − 1 for L cells
 *   a round    each edge halfway between two means, which keeps no less; at most 32 rounds
 * </pre>
 *
 * <p>Cells are made of bins, of exponent and 6 bits of fraction, so that a round costs nothing beside the pass that fills them. Sums
 * are doubles, added in the order of the values; the bins of a cell are added from the smallest on, so that none is lost beside large
 * ones.
 *
 * <p>A start from quantiles is worse: where the tail is heavy, most of the square is in few values.
 *
 * <p>S. Lloyd, <i>Least squares quantization in PCM</i>, 1982; F. Sattler and others, <i>Robust and communication-efficient federated
 * learning from non-IID data</i>, 2019, for one magnitude.
 */
final class Magnitudes {
    /** The most cells. */
    static final int MOST = 8;

    private static final int SHIFT = 17;
    /** Values of 2^-16 of the largest or less are in one bin. */
    private static final int BINS = 16 << (23 - SHIFT);

    private static final int ROUNDS = 32;

    private final float[] values;
    private final int[] counts;
    private final double[] sums;
    /** The bins that hold values, from the smallest on; count and sum of the values in those before. */
    private final int[] bins;

    private final int[] countBefore;
    private final double[] sumBefore;
    private final byte[] levels;
    /** Cell {@code j}, from the largest on, is the bins from {@code edges[j + 1]} to before {@code edges[j]}. */
    private final int[] edges = new int[MOST + 1];

    private final float[] magnitudes = new float[MOST];
    /** The key of the largest value in bins of {@link #SHIFT}, less the number of the last bin. */
    private int base;

    /** Memory for {@code most} values, next to none if that is 0. */
    Magnitudes(int most) {
        int room = most == 0 ? 0 : BINS;
        values = new float[most];
        counts = new int[room];
        sums = new double[room];
        bins = new int[room];
        countBefore = new int[room + 1];
        sumBefore = new double[room + 1];
        levels = new byte[room];
    }

    /**
     * Finds the magnitudes of some elements.
     *
     * @param from not modified; finite
     * @param indices not modified: those of the elements, relative to {@code offset}
     * @param number of magnitudes, 1 to 8; if there are fewer different ones, the last are 0
     */
    void find(float[] from, int offset, int[] indices, int first, int count, int number) {
        int largest = 0;
        int smallest = Integer.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            values[i] = from[offset + indices[first + i]];
            int key = key(values[i]);
            largest = Math.max(largest, key);
            smallest = Math.min(smallest, key);
        }
        base = (largest >>> SHIFT) - (BINS - 1);
        int used = fill(count, count == 0 ? BINS : bin(Float.intBitsToFloat(smallest)));
        int cells = Math.min(number, used);
        begin(cells, used, count, Float.intBitsToFloat(smallest), Float.intBitsToFloat(largest));
        for (int round = 0; round < ROUNDS && improve(cells); round++) {
            // until nothing changes
        }
        Arrays.fill(magnitudes, 0f);
        for (int cell = 0; cell < cells; cell++) {
            magnitudes[cell] = (float) mean(edges[cell + 1], edges[cell]);
            for (int i = edges[cell + 1]; i < edges[cell]; i++) {
                levels[bins[i]] = (byte) cell;
            }
        }
    }

    /** Fills the bins, none of which is below {@code lowest}; returns how many hold values. */
    private int fill(int count, int lowest) {
        for (int i = 0; i < count; i++) {
            int bin = bin(values[i]);
            counts[bin]++;
            sums[bin] += Math.abs(values[i]);
        }
        int used = 0;
        for (int bin = lowest; bin < BINS; bin++) {
            if (counts[bin] > 0) {
                bins[used] = bin;
                countBefore[used + 1] = countBefore[used] + counts[bin];
                sumBefore[used + 1] = sumBefore[used] + sums[bin];
                used++;
                counts[bin] = 0;
                sums[bin] = 0;
            }
        }
        return used;
    }

    /** Geometric edges; each cell has a bin, and where they are too few, the last cells have one bin each. */
    private void begin(int cells, int used, int count, float smallest, float largest) {
        edges[0] = used;
        double floor = cells < 2 ? 1 : Powers.pow(count, -cells / (2.0 * (cells - 1)));
        double ratio = Powers.pow(Math.max(smallest / (double) largest, floor), 1.0 / Math.max(1, cells));
        double edge = largest;
        int at = used;
        for (int cell = 1; cell < cells; cell++) {
            edge *= ratio;
            int bin = bin((float) edge);
            while (at > 0 && bins[at - 1] >= bin) {
                at--;
            }
            at = Math.max(cells - cell, Math.min(at, edges[cell - 1] - 1));
            edges[cell] = at;
        }
        edges[cells] = 0;
    }

    /** Moves each edge to where both means are as near, and leaves each cell a bin; returns whether one moved. */
    private boolean improve(int cells) {
        boolean moved = false;
        double above = cells > 1 ? mean(edges[1], edges[0]) : 0;
        for (int cell = 1; cell < cells; cell++) {
            double below = mean(edges[cell + 1], edges[cell]);
            double middle = (above + below) / 2;
            int most = edges[cell - 1] - 1;
            int at = Math.min(edges[cell], most);
            while (at > cells - cell && mean(at - 1, at) > middle) {
                at--;
            }
            while (at < most && mean(at, at + 1) <= middle) {
                at++;
            }
            moved |= at != edges[cell];
            edges[cell] = at;
            above = below;
        }
        return moved;
    }

    private double mean(int from, int to) {
        return (sumBefore[to] - sumBefore[from]) / (countBefore[to] - countBefore[from]);
    }

    /** The magnitude of a level, from the largest on. */
    float magnitude(int level) {
        return magnitudes[level];
    }

    /** The level of value {@code i} of those last found. */
    int level(int i) {
        return levels[bin(values[i])];
    }

    /** Whether value {@code i} is negative. */
    boolean isNegative(int i) {
        return Float.floatToRawIntBits(values[i]) < 0;
    }

    private int bin(float value) {
        return Math.max(0, (key(value) >>> SHIFT) - base);
    }

    private static int key(float value) {
        return Float.floatToRawIntBits(value) & Integer.MAX_VALUE;
    }
}
