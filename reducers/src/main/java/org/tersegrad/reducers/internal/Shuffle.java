package org.tersegrad.reducers.internal;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Seed;

/** Random orders: the same for the same seed, on any machine. */
public final class Shuffle {
    private Shuffle() {}

    /** The numbers from 0 up to a count (R. Fisher, F. Yates, 1938). */
    public static int[] of(int count, Seed seed) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int j = below(i + 1, seed, i);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    /** A number from 0 up to a bound. Not exactly uniform, but indistinguishable from it: the bound is far below 2<sup>32</sup>. */
    public static int below(int bound, Seed seed, int position) {
        long word = Integer.toUnsignedLong(CounterRandom.word(seed.value(), position));
        return (int) ((word * bound) >>> 32);
    }
}
