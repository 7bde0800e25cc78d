package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;

/**
 * A reduction around another one: whoever writes a wrapper extends this and overrides {@link #begin(FloatSlice)}. All else is the
 * other one's: its residual and its state.
 */
public abstract class ForwardingReduction implements Reduction {
    private final Reduction inner;

    /** Around another reduction, for the same shape and group. */
    protected ForwardingReduction(Reduction inner) {
        this.inner = inner;
    }

    @Override
    public Exchange begin(FloatSlice gradient) {
        return inner.begin(gradient);
    }

    @Override
    public Exchange begin(FloatSlice gradient, Residual residual) {
        return inner.begin(gradient, residual);
    }

    @Override
    public void cancel() {
        inner.cancel();
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
    public int stateBytes() {
        return inner.stateBytes();
    }

    @Override
    public void save(ByteBuffer out) {
        inner.save(out);
    }

    @Override
    public void restore(ByteBuffer in) {
        inner.restore(in);
    }
}
