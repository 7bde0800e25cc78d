package org.tersegrad.reducers;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Slice;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.Wrapper;

/** A reducer in a {@link Wrapper}. */
record WrappedReducer(Reducer inner, Wrapper wrapper) implements Reducer {
    WrappedReducer {
        wrapper.requireAround(inner, inner.traits(Traits.ANY_SHAPE));
    }

    /** A residual belongs into the compressors, if the reducer is made of some; anything else goes around the reducer. */
    static Reducer of(Reducer inner, Wrapper wrapper) {
        boolean isResidual = wrapper.traits(Traits.none()).remembers();
        return (isResidual ? inner.withCompressors(each -> each.with(wrapper)) : Optional.<Reducer>empty())
                .orElseGet(() -> new WrappedReducer(inner, wrapper));
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new WrappedReduction(shape, seed, group);
    }

    private final class WrappedReduction extends SavedState implements Reduction {
        private final Wrapper.Work work;
        private final Reduction last;
        /** The reduction of all stages but the last, if there are any. */
        private final Reduction exact;

        private Reduction begun;

        WrappedReduction(Shape shape, Seed seed, Collective group) {
            super(WrappedReducer.this, shape);
            last = part(inner.reduction(shape, seed, group));
            exact = wrapper.stages() == 1 ? last : new AllReduce().reduction(shape, seed, group);
            begun = last;
            work = part(wrapper.work(shape));
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            return begin(gradient, work.residual());
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            traits(shape()).requireErrorFeedback(WrappedReducer.this);
            return begin(gradient, Optional.of(residual));
        }

        /** Without a copy, if the wrapper leaves gradients as they are. */
        @Override
        public Exchange begin(Slice gradient) {
            if (gradient instanceof FloatSlice || wrapper.changesGradients()) {
                return Reduction.super.begin(gradient);
            }
            begun = work.stage() == wrapper.stages() - 1 ? last : exact;
            Optional<Residual> residual = work.residual();
            Exchange chain = residual.isPresent() ? begun.begin(gradient, residual.get()) : begun.begin(gradient);
            return chain.followedBy(work::finish);
        }

        private Exchange begin(FloatSlice gradient, Optional<Residual> residual) {
            FloatSlice changed = work.change(gradient.requireLength(shape().size()));
            begun = work.stage() == wrapper.stages() - 1 ? last : exact;
            Exchange chain = residual.isPresent() ? begun.begin(changed, residual.get()) : begun.begin(changed);
            return chain.followedBy(() -> {
                if (changed.array() != gradient.array()) {
                    System.arraycopy(
                            changed.array(), changed.offset(), gradient.array(), gradient.offset(), gradient.length());
                }
                work.finish();
            });
        }

        @Override
        public void cancel() {
            begun.cancel();
        }
    }

    @Override
    public Optional<Reducer> withCompressors(UnaryOperator<Compressor> change) {
        return inner.withCompressors(change).map(other -> other.with(wrapper));
    }

    @Override
    public Traits traits(Shape shape) {
        Traits traits = wrapper.traits(inner.traits(shape));
        return wrapper.changesGradients()
                ? traits.withErrorFeedbackRefusal("the residual belongs inside; write +ef before +" + wrapper)
                : traits;
    }

    @Override
    public String toString() {
        return ReducerRecipe.wrapped(inner, wrapper.toString());
    }
}
