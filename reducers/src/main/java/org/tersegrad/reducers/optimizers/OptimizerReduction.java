package org.tersegrad.reducers.optimizers;

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
            "what comes out is a step and no mean; +ef stands before it, as in sign+ef+twoshot+adam(100)";

    private final Reducer recipe;
    private final Reduction inner;
    private final Reduction exact;
    /** The arrays that are kept from step to step. */
    private final float[][] kept;

    private Reduction begun;
    private long step;

    OptimizerReduction(Reducer recipe, Reducer inner, Shape shape, Seed seed, Collective group, float[]... kept) {
        super(recipe, shape);
        this.recipe = recipe;
        this.inner = inner.reduction(shape, seed, group);
        exact = new AllReduce().reduction(shape, seed, group);
        this.kept = kept;
        begun = exact;
    }

    /** How many steps are over. */
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
        throw new IllegalArgumentException("no error feedback around " + recipe + ": " + NO_ERROR_FEEDBACK);
    }

    @Override
    public void cancel() {
        begun.cancel();
    }

    @Override
    public double residualNorm() {
        return inner.residualNorm();
    }

    @Override
    public void addResidualTo(FloatSlice target, float weight) {
        inner.addResidualTo(target, weight);
    }

    @Override
    public void scaleResidual(float factor) {
        inner.scaleResidual(factor);
    }

    @Override
    protected long contentBytes() {
        long bytes = Long.BYTES + (long) inner.stateBytes();
        for (float[] each : kept) {
            bytes += (long) Float.BYTES * each.length;
        }
        return bytes;
    }

    @Override
    protected void saveContent(ByteBuffer out) {
        out.putLong(step);
        inner.save(out);
        for (float[] each : kept) {
            put(each, out);
        }
    }

    @Override
    protected void restoreContent(ByteBuffer in) {
        step = getStep(in);
        inner.restore(in);
        for (float[] each : kept) {
            get(each, in);
        }
    }
}
