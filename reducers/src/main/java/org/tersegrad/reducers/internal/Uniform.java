package org.tersegrad.reducers.internal;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Seed;

/** Uniform random numbers: the same for the same seed and position, on any machine. */
public final class Uniform {
    private Uniform() {}

    /** Above 0 and below 1, so that it has a logarithm. */
    public static double draw(Seed seed, int position) {
        return (Integer.toUnsignedLong(CounterRandom.word(seed.value(), position)) + 0.5) * 0x1p-32;
    }
}
