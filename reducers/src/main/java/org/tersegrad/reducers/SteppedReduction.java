package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** A reduction whose randomness is a function of its seed and the number of the step: both are its state. */
abstract class SteppedReduction extends SavedState implements Reduction {
    private long seed;
    private long step;

    SteppedReduction(Reducer recipe, Shape shape, Seed seed) {
        super(recipe, shape);
        this.seed = seed.value();
    }

    /** How many steps are over. */
    final long step() {
        return step;
    }

    /** The seed of this step. */
    final long stepSeed() {
        return CounterRandom.fork(seed, step);
    }

    /** The step is over. */
    final void nextStep() {
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
