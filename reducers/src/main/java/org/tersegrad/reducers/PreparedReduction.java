package org.tersegrad.reducers;

import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Preparation;

/** A reduction that changes a gradient before another one averages it. */
final class PreparedReduction extends ForwardingReduction {
    private final Preparation preparation;
    private final FloatSlice changed;

    PreparedReduction(Reduction inner, Shape shape, Preparation preparation) {
        super(inner);
        this.preparation = preparation;
        changed = FloatSlice.of(new float[shape.size()]);
    }

    @Override
    public Exchange begin(FloatSlice gradient) {
        gradient.requireLength(changed.length());
        if (!preparation.change(gradient, changed.array())) {
            return super.begin(gradient);
        }
        return super.begin(changed)
                .followedBy(() ->
                        System.arraycopy(changed.array(), 0, gradient.array(), gradient.offset(), changed.length()));
    }
}
