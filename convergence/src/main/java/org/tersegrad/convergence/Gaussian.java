package org.tersegrad.convergence;

import org.tersegrad.codecs.CounterRandom;

/** Tensors of independent Gaussian elements with mean 0 and standard deviation 1: what a gradient roughly looks like. */
public final class Gaussian {
    private Gaussian() {}

    /**
     * The same floats for the same seed, on any machine.
     *
     * <p>Two uniform numbers make a Gaussian one: a random angle, and a radius of the right distribution (G. Box, M. Muller,
     * 1958).
     */
    public static float[] tensor(int elements, long seed) {
        long radii = CounterRandom.fork(seed, 0);
        long angles = CounterRandom.fork(seed, 1);
        float[] tensor = new float[elements];
        for (int i = 0; i < elements; i++) {
            double radius = StrictMath.sqrt(-2 * StrictMath.log(uniform(radii, i)));
            tensor[i] = (float) (radius * StrictMath.cos(2 * Math.PI * uniform(angles, i)));
        }
        return tensor;
    }

    /** Above 0, so that it has a logarithm, and at most 1. */
    private static double uniform(long seed, int position) {
        return (Integer.toUnsignedLong(CounterRandom.word(seed, position)) + 1) * 0x1p-32;
    }
}
