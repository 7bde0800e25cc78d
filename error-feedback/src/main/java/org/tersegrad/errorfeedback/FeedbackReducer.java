package org.tersegrad.errorfeedback;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.Collective;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Memory;
import org.tersegrad.compressors.Reducer;
import org.tersegrad.compressors.Reduction;
import org.tersegrad.compressors.Restorable;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/**
 * Error feedback around a way to average: every worker remembers what its part in the mean lacked.
 *
 * <pre>
 *   everything taken + mean of what the workers owe = mean of everything produced
 * </pre>
 *
 * <p>Around a {@link org.tersegrad.compressors.Gather} it is the same as {@link ErrorFeedback} inside. The rule for the
 * learning rate is that of {@link ErrorFeedback}.
 *
 * @param inner one that does not remember itself
 */
public record FeedbackReducer(Reducer inner) implements Reducer {
    public FeedbackReducer {
        if (inner.remembers()) {
            throw Feedback.twice(inner);
        }
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new MemoryReduction(shape, inner.reduction(shape, seed, group));
    }

    private final class MemoryReduction extends Restorable implements Reduction {
        private final Reduction reduction;
        private final Memory memory;

        MemoryReduction(Shape shape, Reduction reduction) {
            super(FeedbackReducer.this, shape);
            this.reduction = reduction;
            memory = new Memory(shape.size());
        }

        @Override
        public long reduce(FloatSlice gradient) {
            return reduction.reduce(gradient, memory);
        }

        @Override
        public long reduce(FloatSlice gradient, Memory another) {
            throw Feedback.twice(FeedbackReducer.this);
        }

        @Override
        public double residualNorm() {
            return memory.norm();
        }

        @Override
        public void addResidualTo(FloatSlice target, float weight) {
            memory.addTo(target, weight);
        }

        @Override
        public void scaleResidual(float factor) {
            memory.scale(factor);
        }

        @Override
        protected long contentBytes() {
            return reduction.stateBytes() + memory.stateBytes();
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            reduction.save(out);
            memory.save(out);
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            reduction.restore(in);
            memory.restore(in);
        }
    }

    @Override
    public boolean remembers() {
        return true;
    }

    @Override
    public boolean keepsMomentum() {
        return inner.keepsMomentum();
    }

    @Override
    public String toString() {
        return inner + "+ef";
    }
}
