package org.tersegrad.convergence.claims.training;

import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.ForwardingReduction;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;

/**
 * A reducer for which every step is the first, with another seed: what a warm start is compared with.
 *
 * @param inner whose reductions remember something
 */
record ColdStart(Reducer inner) implements Reducer {
    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new ForwardingReduction(this, shape, inner.reduction(shape, seed, group)) {
            private int steps;

            @Override
            public Exchange begin(FloatSlice gradient) {
                return inner.reduction(shape, seed.fork(steps++), group).begin(gradient);
            }

            @Override
            public Exchange begin(FloatSlice gradient, Residual residual) {
                return inner.reduction(shape, seed.fork(steps++), group).begin(gradient, residual);
            }
        };
    }

    @Override
    public Traits traits(Shape shape) {
        return inner.traits(shape);
    }

    @Override
    public String toString() {
        return inner + " from new factors";
    }
}
