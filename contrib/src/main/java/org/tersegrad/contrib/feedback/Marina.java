package org.tersegrad.contrib.feedback;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.SteppedReduction;

/**
 * MARINA: sends compressed differences of a worker's gradients, and all of the gradient now and then, when a coin that all workers
 * share says so.
 *
 * <pre>
 *   g = mean of x_w                              in the first step, and with probability p
 *   g = g + mean of C(x_w − x'_w)                else; x' is the gradient of the step before
 * </pre>
 *
 * <p>For unbiased C, as {@code randomk(0.1)} or {@code permk}; p is usually the share of the bits that C sends. Differences become
 * small as training converges, and with them the errors.
 *
 * <p><b>Batches.</b> A difference is that of two points, so both gradients are of the same examples: all of them, or a batch that
 * stays. With another batch in each step the difference is mostly noise, which g collects until the next full gradient.
 *
 * <p>E. Gorbunov, K. Burlachenko, Z. Li, P. Richtárik, <i>MARINA: faster non-convex distributed learning with compression</i>,
 * 2021.
 *
 * @param inner C and the mean; one that does not remember
 * @param p probability of a full gradient, above 0 to 1
 */
public record Marina(Reducer inner, double p) implements Reducer {
    public Marina {
        if (!(p > 0 && p <= 1)) {
            throw new IllegalArgumentException("p is above 0 and at most 1, this is " + p);
        }
        Traits traits = inner.traits(Traits.ANY_SHAPE);
        if (traits.remembers() || traits.keepsMomentum()) {
            throw new IllegalArgumentException("differences of gradients go through a reducer without residual or"
                    + " momentum, and not through " + inner);
        }
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new DifferenceReduction(shape, seed, group);
    }

    private final class DifferenceReduction extends SteppedReduction {
        private final Reduction compressed;
        private final Reduction exact;
        private final float[] before;
        private final FloatSlice estimate;
        /** This worker's difference or gradient, then the mean of all. */
        private final FloatSlice difference;

        private Reduction begun;

        DifferenceReduction(Shape shape, Seed seed, Collective group) {
            super(Marina.this, shape, seed.fork(1));
            compressed = part(inner.reduction(shape, seed.fork(0), group));
            exact = new AllReduce().reduction(shape, seed, group);
            begun = exact;
            before = saved(new float[shape.size()]);
            estimate = FloatSlice.of(saved(new float[shape.size()]));
            difference = FloatSlice.of(new float[shape.size()]);
        }

        private boolean isFull() {
            return step() == 0 || Integer.toUnsignedLong(CounterRandom.word(stepSeed(), 0)) < p * 0x1p32;
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            gradient.requireLength(before.length).requireFinite();
            boolean full = isFull();
            begun = full ? exact : compressed;
            add(gradient, full ? 0f : -1f, before, difference);
            return begun.begin(difference).followedBy(() -> {
                System.arraycopy(gradient.array(), gradient.offset(), before, 0, before.length);
                add(difference, full ? 0f : 1f, estimate.array(), estimate);
                System.arraycopy(estimate.array(), 0, gradient.array(), gradient.offset(), before.length);
                nextStep();
            });
        }

        /** {@code sum = x + weight * y}, which may be y. A sum that overflows stays at the largest float. */
        private static void add(FloatSlice x, float weight, float[] y, FloatSlice sum) {
            for (int i = 0; i < y.length; i++) {
                sum.array()[i] = x.array()[x.offset() + i] + weight * y[i];
            }
            if (!Float.isFinite(sum.largestMagnitude())) {
                sum.bound(Float.MAX_VALUE);
            }
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            throw traits(shape()).noErrorFeedback(Marina.this);
        }

        @Override
        public void cancel() {
            begun.cancel();
        }
    }

    @Override
    public Traits traits(Shape shape) {
        return inner.traits(shape)
                .withGuarantee(Guarantee.NONE)
                .withErrorFeedbackRefusal("what is not sent of a difference is made up for by the next full gradient");
    }

    @Override
    public String toString() {
        return ReducerRecipe.wrapped(inner, "marina(" + Recipe.number(p) + ")");
    }
}
