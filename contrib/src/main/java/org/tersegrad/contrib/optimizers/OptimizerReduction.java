package org.tersegrad.contrib.optimizers;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;

/**
 * An optimizer around a reduction: what is averaged are its momenta, and what comes out is the step to make. It also averages
 * exactly where the optimizer needs that.
 */
abstract class OptimizerReduction extends SavedState implements Reduction {
    static final String NO_ERROR_FEEDBACK =
            "what comes out is a step and no mean; +ef is before it, as in sign+ef+twoshot+adam(100)";

    private final Reducer recipe;
    private final Reduction inner;
    private final Reduction exact;
    private Reduction begun;
    private long step;

    OptimizerReduction(Reducer recipe, Reducer inner, Shape shape, Seed seed, Collective group) {
        super(recipe, shape);
        this.recipe = recipe;
        this.inner = part(inner.reduction(shape, seed, group));
        exact = new AllReduce().reduction(shape, seed, group);
        begun = exact;
    }

    /** Number of completed steps. */
    final long step() {
        return step;
    }

    /** Averages a vector exactly. */
    final Exchange averageExactly(FloatSlice inOut) {
        begun = exact;
        return exact.begin(inOut);
    }

    /** Averages a vector as the reduction inside does. */
    final Exchange average(FloatSlice inOut) {
        begun = inner;
        return inner.begin(inOut);
    }

    /** The same chain with another behind it. */
    static Exchange chain(Exchange first, Supplier<Exchange> second) {
        return first == Exchange.DONE ? second.get() : first.with(() -> chain(first.next(), second));
    }

    /** All messages of a step have come. */
    final void nextStep() {
        step = after(step);
    }

    @Override
    public Exchange begin(FloatSlice gradient, Residual residual) {
        throw recipe.traits(shape()).noErrorFeedback(recipe);
    }

    @Override
    public void cancel() {
        begun.cancel();
    }

    @Override
    protected long contentBytes() {
        return Long.BYTES;
    }

    @Override
    protected void saveContent(ByteBuffer out) {
        out.putLong(step);
    }

    @Override
    protected void restoreContent(ByteBuffer in) {
        step = getStep(in);
    }
}
