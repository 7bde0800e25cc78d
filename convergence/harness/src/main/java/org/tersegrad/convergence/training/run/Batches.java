package org.tersegrad.convergence.training.run;

import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.model.Problem;
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
    private final Drawing drawing;
    private final Seed variants;
    private Seed variantsOfEpoch;
    private int[] order;
    private long epoch = -1;
    private final int[] examples;

    /** Chooses a variant of an example, as {@link Problem#draw} does. */
    interface Drawing {
        int draw(int example, Seed seed);
    }

    /** Examples as they are. */
    Batches(int[] shard, int batch, int stepsPerEpoch, Seed seed) {
        this(shard, batch, stepsPerEpoch, seed, (example, epoch) -> example, seed);
    }

    /**
     * @param shard not modified: this worker's examples
     * @param stepsPerEpoch after which another order begins
     * @param variants the seed of what is drawn, the same for all workers
     */
    Batches(int[] shard, int batch, int stepsPerEpoch, Seed seed, Drawing drawing, Seed variants) {
        this.shard = shard;
        this.batch = batch;
        this.stepsPerEpoch = stepsPerEpoch;
        this.seed = seed;
        this.drawing = drawing;
        this.variants = variants;
        variantsOfEpoch = variants;
        order = new int[0];
        examples = new int[batch];
    }

    /** The examples of a step; who has too few of them for an epoch begins again with the first. */
    int[] of(int step) {
        if (step / stepsPerEpoch != epoch) {
            epoch = step / stepsPerEpoch;
            order = Shuffle.of(shard.length, seed.fork(epoch));
            variantsOfEpoch = variants.fork(epoch);
        }
        long from = (long) (step % stepsPerEpoch) * batch;
        for (int i = 0; i < batch; i++) {
            int example = shard[order[(int) ((from + i) % order.length)]];
            examples[i] = drawing.draw(example, variantsOfEpoch);
        }
        return examples;
    }
}
