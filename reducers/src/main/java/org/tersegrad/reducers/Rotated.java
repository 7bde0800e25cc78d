package org.tersegrad.reducers;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Rotation;

/**
 * Averages in a random basis that all workers share, another one in each step: coordinates are nearly Gaussian, and of all workers on
 * one grid, whatever the gradients are.
 *
 * <pre>
 *   mean = R⁻¹ reduce(R x_0, R x_1, ...)         R two rotations of the group's seed
 * </pre>
 *
 * <p>Around a {@link SharedScale} whose quantizer clips at t deviations, integers of b bits go up and their sums of
 * {@code ceil(log2(2 n L + 1))} bits come down, L = 2^(b−1) − 1. The relative squared error of the mean of 8 unlike gradients, beside two
 * shots of {@code eden(b)}, which take b bits each way:
 *
 * <pre>
 *   b   t     stochastic   correlated   bits up and down   eden(b)+twoshot
 *   2   1.5   0.368        0.231        2 + 5              0.221
 *   3   2     0.081        0.049        3 + 6              0.068
 *   4   2.5   0.0235       0.0132       4 + 7              0.0189
 *   8   4     1.7e-4       9.0e-5       8 + 11
 * </pre>
 *
 * <p>By bits alone two shots win; sums are exact in any order, and fit switches and masks that can only add.
 *
 * @param inner the reducer in that basis, without residual or momentum, whose basis would be that of another step
 */
public record Rotated(Reducer inner) implements Reducer {
    /** Coordinates are up to 2^8 times an element, sums on the way back up to 2^26 times. */
    private static final double GROWTH = 0x1p34;

    private static final String OTHER_BASIS =
            "each step has another basis, and a residual would be that of the last one";

    public Rotated {
        Traits traits = inner.traits(Traits.ANY_SHAPE);
        if (traits.remembers() || traits.keepsMomentum()) {
            throw new IllegalArgumentException(
                    inner + " keeps a residual or momentum, and each step is in another basis");
        }
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new RotatedReduction(shape, seed, group);
    }

    private final class RotatedReduction extends SteppedReduction {
        private final int size = shape().size();
        private final Rotation rotation = new Rotation();
        private final float[] coordinates = new float[Rotation.fields(size)];
        private final SumLimit limit;
        private final Reduction reduction;

        RotatedReduction(Shape shape, Seed seed, Collective group) {
            super(Rotated.this, shape, seed);
            limit = new SumLimit(GROWTH * group.size());
            reduction = part(inner.reduction(Shape.vector(coordinates.length), seed, group));
        }

        /** Other words than those of rounding, which may come from the same seed. */
        private long basis() {
            return CounterRandom.fork(stepSeed(), 1);
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            FloatSlice values = limit.within(gradient.requireLength(size));
            for (int from = 0; from < size; ) {
                int fields = Rotation.nextBlock(size - from);
                int count = Math.min(fields, size - from);
                rotation.rotate(basis(), values.array(), values.offset() + from, count, 1f, from, coordinates, from);
                from += fields;
            }
            return reduction.begin(FloatSlice.of(coordinates)).followedBy(() -> finish(gradient));
        }

        private void finish(FloatSlice gradient) {
            for (int from = 0; from < size; ) {
                int fields = Rotation.nextBlock(size - from);
                rotation.rotateBack(basis(), coordinates, from, Math.min(fields, size - from), 1f, from);
                from += fields;
            }
            Finite.saturate(coordinates, 0, size);
            System.arraycopy(coordinates, 0, gradient.array(), gradient.offset(), size);
            nextStep();
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            throw traits(shape()).noErrorFeedback(Rotated.this);
        }

        @Override
        public void cancel() {
            reduction.cancel();
        }
    }

    /** Rotations keep norms and means; what is filled up is dropped with its error. */
    @Override
    public Traits traits(Shape shape) {
        Traits traits = inner.traits(Shape.vector(Rotation.fields(shape.size())));
        return (Double.isInfinite(traits.guarantee().relativeError()) ? traits.withGuarantee(Guarantee.NONE) : traits)
                .withErrorFeedbackRefusal(OTHER_BASIS);
    }

    @Override
    public String toString() {
        return ReducerRecipe.wrapped(inner, "rotated");
    }
}
