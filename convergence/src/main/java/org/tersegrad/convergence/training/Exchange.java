package org.tersegrad.convergence.training;

import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.Collective;

/**
 * What the workers of one run tell each other beside the collective, because it is not part of training and must not count: losses,
 * counts of bits, residuals, gradients, states. Each writes its own place; who reads waits at {@link #meet} before.
 */
final class Exchange {
    final double[] losses;
    final long[] sent;
    final long[] received;
    final double[] residuals;
    final int[] fingerprints;

    /** What each worker gave to the last reduction before an evaluation; empty before the first step. */
    final float[][] gradients;

    final byte[][] states;

    /** Whether states are to be written at the next evaluation. */
    volatile boolean saving;

    /** Whether a worker has had a loss or a gradient that is not finite. Known to all only after they have met. */
    volatile boolean diverged;

    /** Whether the run ends at this evaluation. Written while all others wait, so that all read the same. */
    volatile boolean over;

    Exchange(int workers) {
        losses = new double[workers];
        sent = new long[workers];
        received = new long[workers];
        residuals = new double[workers];
        fingerprints = new int[workers];
        gradients = new float[workers][0];
        states = new byte[workers][0];
    }

    /** Waits for all others. Nothing crosses the collective. */
    static void meet(Collective group) {
        group.allReduceSum(FloatSlice.of());
    }

    static long mean(long[] counts) {
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum / counts.length;
    }
}
