package org.tersegrad.compressors;

import java.nio.ByteBuffer;

/** An encoder that changes a gradient before another one gets it. Its state is that of the other one. */
abstract class Decorated implements Encoder {
    private final Encoder inner;
    private final FloatSlice changed;

    Decorated(Encoder inner, Shape shape) {
        this.inner = inner;
        changed = FloatSlice.of(new float[shape.size()]);
    }

    @Override
    public final void encode(FloatSlice gradient, Payload payload) {
        payload.clear();
        gradient.requireLength(changed.length());
        inner.encode(change(gradient, changed.array()) ? changed : gradient, payload);
    }

    /**
     * Writes the changed gradient, if there is anything to change.
     *
     * @param gradient not modified
     * @param target modified if the result is true
     * @return whether the gradient is to be replaced by {@code target}
     */
    abstract boolean change(FloatSlice gradient, float[] target);

    @Override
    public final double residualNorm() {
        return inner.residualNorm();
    }

    @Override
    public final void addResidualTo(FloatSlice target, float weight) {
        inner.addResidualTo(target, weight);
    }

    @Override
    public final void scaleResidual(float factor) {
        inner.scaleResidual(factor);
    }

    @Override
    public final int stateBytes() {
        return inner.stateBytes();
    }

    @Override
    public final void save(ByteBuffer out) {
        inner.save(out);
    }

    @Override
    public final void restore(ByteBuffer in) {
        inner.restore(in);
    }
}
