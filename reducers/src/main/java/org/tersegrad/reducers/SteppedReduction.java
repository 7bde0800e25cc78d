package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/**
 * Base class of reductions whose randomness is a function of their seed and the number of the step: both are saved with the state,
 * so a restored reduction draws the same numbers.
 */
public abstract class SteppedReduction extends SavedState implements Reduction {
    private long seed;
    private long step;

    /**
     * Step 0 of one tensor.
     *
     * @param recipe by which its states are known
     */
    protected SteppedReduction(Reducer recipe, Shape shape, Seed seed) {
        super(recipe, shape);
        this.seed = seed.value();
    }

    /** Returns the number of completed steps. */
    protected final long step() {
        return step;
    }

    /** Returns the seed of this step, the same on all workers that were given the same seed. */
    protected final long stepSeed() {
        return CounterRandom.fork(seed, step);
    }

    /** Completes the step. */
    protected final void nextStep() {
        step = after(step);
    }

    @Override
    protected long contentBytes() {
        return 2L * Long.BYTES;
    }

    @Override
    protected void saveContent(ByteBuffer out) {
        out.putLong(seed).putLong(step);
    }

    @Override
    protected void restoreContent(ByteBuffer in) {
        seed = in.getLong();
        step = getStep(in);
    }
}
