package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;

/**
 * Averages exactly in the first steps of a training, when gradients change fast, and then as the reducer says.
 * {@code powersgd(2)+ef+warmup(stages=4,steps=100)}: 400 exact means first. It is the warm-up of a compressor whose stages keep
 * everything, since a reducer has no fraction to keep.
 *
 * @param inner averages all later gradients
 * @param stages 1 or more
 * @param steps of a stage, 1 or more
 */
public record WarmupReducer(Reducer inner, int stages, int steps) implements Reducer {
    public WarmupReducer {
        if (stages < 1 || steps < 1) {
            throw new IllegalArgumentException("at least 1 stage of at least 1 step, not " + stages + " of " + steps);
        }
        if (inner.traits(Traits.ANY_SHAPE).keepsMomentum()) {
            throw new IllegalArgumentException(
                    "no warm-up around " + inner + ": it keeps the optimizer's momentum, and exact means have none");
        }
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new WarmupReduction(shape, seed, group);
    }

    private final class WarmupReduction extends SavedState implements Reduction {
        private final Reduction exact;
        private final Reduction later;
        private long step;

        WarmupReduction(Shape shape, Seed seed, Collective group) {
            super(WarmupReducer.this, shape);
            exact = new AllReduce().reduction(shape, seed, group);
            later = inner.reduction(shape, seed, group);
        }

        private Reduction current() {
            return step < (long) stages * steps ? exact : later;
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            return current().begin(gradient).followedBy(() -> step = after(step));
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            return current().begin(gradient, residual).followedBy(() -> step = after(step));
        }

        @Override
        public void cancel() {
            current().cancel();
        }

        @Override
        public double residualNorm() {
            return later.residualNorm();
        }

        @Override
        public void addResidualTo(FloatSlice target, float weight) {
            later.addResidualTo(target, weight);
        }

        @Override
        public void scaleResidual(float factor) {
            later.scaleResidual(factor);
        }

        @Override
        protected long contentBytes() {
            return Long.BYTES + (long) later.stateBytes();
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            out.putLong(step);
            later.save(out);
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            step = getStep(in);
            later.restore(in);
        }
    }

    @Override
    public Optional<Reducer> withCompressors(UnaryOperator<Compressor> change) {
        return inner.withCompressors(change).map(other -> new WarmupReducer(other, stages, steps));
    }

    @Override
    public Traits traits(Shape shape) {
        return inner.traits(shape);
    }

    @Override
    public String toString() {
        return inner + "+warmup(stages=" + stages + ",steps=" + steps + ")";
    }
}
