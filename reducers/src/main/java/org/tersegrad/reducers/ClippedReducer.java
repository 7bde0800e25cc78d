package org.tersegrad.reducers;

import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.internal.Preparation;

/**
 * Shortens every worker's gradient to a norm before it is averaged, as {@link org.tersegrad.compressors.wrappers.Clip} does before it is
 * compressed. {@code powersgd(2)+ef+clip(1)}: gradients join the residual with a norm of 1 at most.
 *
 * @param inner averages the shortened gradients
 * @param norm above 0, finite
 */
public record ClippedReducer(Reducer inner, float norm) implements PreparedReducer {
    public ClippedReducer {
        Numbers.requireMagnitude(norm, Float.MIN_VALUE, "a norm to clip at is above 0 and finite");
    }

    @Override
    public Reducer around(Reducer other) {
        return new ClippedReducer(other, norm);
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new PreparedReduction(inner.reduction(shape, seed, group), shape, Preparation.clip(norm));
    }

    @Override
    public Traits traits(Shape shape) {
        return PreparedReducer.super.traits(shape).withGuarantee(Guarantee.NONE);
    }

    @Override
    public String toString() {
        return inner + "+clip(" + Numbers.plain(norm) + ")";
    }
}
