package org.tersegrad.compressors;

import java.nio.ByteBuffer;

/**
 * An encoder around another one: whoever writes a wrapper extends this and overrides {@link #encode(FloatSlice, Payload)},
 * to change a gradient before it calls {@code super.encode}. All else is the other one's: its residual and its state.
 *
 * <p>A step with a residual is not handed on: it calls {@link #encode(FloatSlice, Payload)} of the wrapper, so that the residual
 * keeps what the wrapper did not send.
 */
public abstract class ForwardingEncoder implements Encoder {
    private final Encoder inner;

    /**
     * Around another encoder.
     *
     * @param inner for the same shape
     */
    protected ForwardingEncoder(Encoder inner) {
        this.inner = inner;
    }

    @Override
    public void encode(FloatSlice gradient, Payload payload) {
        inner.encode(gradient, payload);
    }

    @Override
    public boolean canUndo() {
        return inner.canUndo();
    }

    @Override
    public void undo() {
        inner.undo();
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
