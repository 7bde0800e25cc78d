package org.tersegrad.compressors.wrappers;

import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.ForwardingEncoder;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Preparation;

/** An encoder that changes a gradient before another one gets it. */
final class PreprocessingEncoder extends ForwardingEncoder {
    private final Preparation preparation;
    private final FloatSlice changed;

    PreprocessingEncoder(Encoder inner, Shape shape, Preparation preparation) {
        super(inner);
        this.preparation = preparation;
        changed = FloatSlice.of(new float[shape.size()]);
    }

    @Override
    public void encode(FloatSlice gradient, Payload payload) {
        payload.clear();
        gradient.requireLength(changed.length());
        super.encode(preparation.change(gradient, changed.array()) ? changed : gradient, payload);
    }
}
