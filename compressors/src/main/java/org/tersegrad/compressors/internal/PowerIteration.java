package org.tersegrad.compressors.internal;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.internal.floats.ReductionKernels;

/** Start vectors of power iteration: the directions at which the last step ended. */
public final class PowerIteration {
    private PowerIteration() {}

    /**
     * Directions of a length near 1, times {@code factor}, so that the sums of M Q neither overflow nor vanish; random where
     * there is none.
     *
     * @param last not modified: {@code rank} directions of {@code columns} floats, one after another
     * @param random the seed of this step
     * @param next modified: the directions to start with
     */
    public static void start(float[] last, int rank, int columns, long random, float factor, float[] next) {
        for (int r = 0; r < rank; r++) {
            int from = r * columns;
            int key = ReductionKernels.LARGEST_KEY.at(columns).largestKey(last, from, columns);
            if (key == 0) {
                long seed = CounterRandom.fork(random, r);
                for (int i = 0; i < columns; i++) {
                    next[from + i] = (CounterRandom.word(seed, i) | 1) * 0x1p-31f * factor;
                }
            } else {
                float toOne = inverseScale(key);
                for (int i = 0; i < columns; i++) {
                    next[from + i] = last[from + i] * toOne * factor;
                }
            }
        }
    }

    /** A power of two that brings a number with this key near 1, as far as a float can. */
    public static float inverseScale(int key) {
        return Math.scalb(1f, Math.max(-120, Math.min(120, 127 - (key >>> 23))));
    }
}
