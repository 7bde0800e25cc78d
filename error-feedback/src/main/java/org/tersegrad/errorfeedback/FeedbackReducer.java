package org.tersegrad.errorfeedback;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.SharedScale;

/**
 * Error feedback around a reducer: every worker keeps a residual, which is what the mean lacked of its gradients.
 *
 * <pre>
 *   everything taken + mean of all workers' residuals = mean of everything produced
 * </pre>
 *
 * <p>A reducer for which that does not hold is refused, with what its {@link Reducer#traits traits} say.
 *
 * <p>Around a {@link org.tersegrad.reducers.Gather} it is the same as {@link ErrorFeedback} inside. The rule for the
 * learning rate is that of {@link ErrorFeedback}.
 *
 * @param inner one that does not remember itself
 */
record FeedbackReducer(Reducer inner) implements Reducer {
    FeedbackReducer {
        inner.traits(Traits.ANY_SHAPE).requireErrorFeedback(inner);
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new MemoryReduction(shape, inner.reduction(shape, seed, group));
    }

    private final class MemoryReduction extends SavedState implements Reduction {
        private final Reduction reduction;
        private final Residual residual;

        MemoryReduction(Shape shape, Reduction reduction) {
            super(FeedbackReducer.this, shape);
            this.reduction = reduction;
            residual = new Residual(shape.size());
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            return reduction.begin(gradient, residual);
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual another) {
            traits(Traits.ANY_SHAPE).requireErrorFeedback(FeedbackReducer.this);
            throw new AssertionError();
        }

        @Override
        public void cancel() {
            reduction.cancel();
        }

        @Override
        public double residualNorm() {
            return residual.norm();
        }

        @Override
        public void addResidualTo(FloatSlice target, float weight) {
            residual.addTo(target, weight);
        }

        @Override
        public void scaleResidual(float factor) {
            residual.scale(factor);
        }

        @Override
        protected long contentBytes() {
            return reduction.stateBytes() + residual.stateBytes();
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            reduction.save(out);
            residual.save(out);
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            reduction.restore(in);
            residual.restore(in);
        }
    }

    @Override
    public Traits traits(Shape shape) {
        return inner.traits(shape)
                .withGuarantee(Guarantee.NONE)
                .withRemembers(true)
                .andCaution(
                        inner instanceof SharedScale shared
                                ? Feedback.growth(shared.quantizer(), shape, 1f)
                                : Optional.empty());
    }

    @Override
    public String toString() {
        return inner + "+ef";
    }
}
