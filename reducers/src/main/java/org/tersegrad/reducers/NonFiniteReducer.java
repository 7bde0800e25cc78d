package org.tersegrad.reducers;

import java.util.Locale;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Preparation;
import org.tersegrad.compressors.wrappers.NonFinite;

/**
 * What to do with a worker's gradient that has infinities or NaNs, other than to refuse it and leave the others waiting.
 * {@code dense+nonfinite(skip)}: a worker whose gradient overflowed takes part in the mean with 0.
 *
 * @param inner averages finite gradients only
 * @param policy what becomes of others
 */
public record NonFiniteReducer(Reducer inner, NonFinite.Policy policy) implements PreparedReducer {
    @Override
    public Reducer around(Reducer other) {
        return new NonFiniteReducer(other, policy);
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new PreparedReduction(
                inner.reduction(shape, seed, group), shape, Preparation.nonFinite(policy == NonFinite.Policy.SKIP));
    }

    @Override
    public String toString() {
        return inner + "+nonfinite(" + policy.name().toLowerCase(Locale.ROOT) + ")";
    }
}
