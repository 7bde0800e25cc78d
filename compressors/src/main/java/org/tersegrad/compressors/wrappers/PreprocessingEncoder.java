package org.tersegrad.compressors.wrappers;

import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.ForwardingEncoder;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Shape;

/** An encoder that changes a gradient before another one gets it. */
abstract class PreprocessingEncoder extends ForwardingEncoder {
    private final FloatSlice changed;

    PreprocessingEncoder(Encoder inner, Shape shape) {
        super(inner);
        changed = FloatSlice.of(new float[shape.size()]);
    }

    @Override
    public final void encode(FloatSlice gradient, Payload payload) {
        payload.clear();
        gradient.requireLength(changed.length());
        super.encode(change(gradient, changed.array()) ? changed : gradient, payload);
    }

    /**
     * Writes the changed gradient, if there is anything to change.
     *
     * @param gradient not modified
     * @param target modified if the result is true
     * @return whether the gradient is to be replaced by {@code target}
     */
    abstract boolean change(FloatSlice gradient, float[] target);
}
