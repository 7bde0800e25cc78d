package org.tersegrad.convergence.training.run;

import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.internal.Shuffle;

/**
 * The examples of one worker by step: its own in a random order, another one in each epoch. A function of the step alone, so that
 * training can go on anywhere.
 */
final class Batches {
    private final int[] shard;
    private final int batch;
    private final int stepsPerEpoch;
    private final Seed seed;
    private int[] order;
    private long epoch = -1;
    private final int[] examples;

    /**
     * @param shard not modified: this worker's examples
     * @param stepsPerEpoch after which another order begins
     */
    Batches(int[] shard, int batch, int stepsPerEpoch, Seed seed) {
        this.shard = shard;
        this.batch = batch;
        this.stepsPerEpoch = stepsPerEpoch;
        this.seed = seed;
        order = new int[0];
        examples = new int[batch];
    }

    /** The examples of a step; who has too few of them for an epoch begins again with the first. */
    int[] of(int step) {
        if (step / stepsPerEpoch != epoch) {
            epoch = step / stepsPerEpoch;
            order = Shuffle.of(shard.length, seed.fork(epoch));
        }
        long from = (long) (step % stepsPerEpoch) * batch;
        for (int i = 0; i < batch; i++) {
            examples[i] = shard[order[(int) ((from + i) % order.length)]];
        }
        return examples;
    }
}
