package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.levels.LevelPacker;
import org.tersegrad.compressors.levels.LevelsFormat;
import org.tersegrad.compressors.levels.Quantizer;
import org.tersegrad.compressors.levels.QuantizerPlan;
import org.tersegrad.reducers.internal.arithmetic.LevelSums;
import org.tersegrad.reducers.internal.arithmetic.Shards;

/**
 * A quantizer whose steps all workers share, so that levels are added up as the integers they are: the sum is exact, in any
 * order, and no wider than it needs to be.
 *
 * <pre>
 *   step = the largest over all workers of what {@link Quantizer} has as the step of a bucket
 *   mean_i = (step / n) (l0_i + l1_i + ...)        l_w,i = the level of x_w,i for that step, −s to s
 *
 *   unbiased if the quantizer is; with max norms the noise of each worker is that of the largest one
 * </pre>
 *
 * <p>The elements are shared out among the workers in groups of 512. Each worker sends the levels of a part to its owner,
 * {@code ceil(log2(2 s + 1))} bits each, or trits; the owner sends the sums to all, {@code ceil(log2(2 n s + 1))} bits each.
 * Steps take two floats of a bucket.
 *
 * <p>A worker's randomness is that of {@code seed.ofWorker(rank, n)}. One worker alone gets what the quantizer makes of its gradient.
 * With dither all workers share one γ for each element, so that the mean is (step / n) (l0_i + l1_i + ... + 1/2 − γ_i).
 * A quantizer that clips does so with the deviation of each worker's own gradient.
 *
 * @param quantizer one whose levels have a fixed width
 */
public record SharedScale(Quantizer quantizer) implements Reducer {
    /** Fields of sums are below 2^22. */
    private static final int MOST_SUM = (1 << 21) - 1;

    public SharedScale {
        if (quantizer.plan(Shape.vector(1)).code() == LevelsFormat.ENTROPY) {
            throw new IllegalArgumentException(
                    "sums of levels have a fixed width, so levels must have one, too; these are of " + quantizer);
        }
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        QuantizerPlan plan = quantizer.plan(shape);
        if ((long) plan.levels() * group.size() > MOST_SUM) {
            throw new IllegalArgumentException("levels up to " + plan.levels() + " of " + group.size()
                    + " workers add up to more than " + MOST_SUM);
        }
        return new LevelsReduction(shape, plan, seed, group);
    }

    private final class LevelsReduction extends SteppedReduction {
        private final int size = shape().size();
        private final Collective group;
        private final LevelPacker levels;
        private final LevelSums sums;
        private final FloatSlice steps;
        private final FloatSlice mean;
        private final SumLimit limit;
        private final Collective.Receiver levelsOfOthers;
        private final Collective.Receiver totals;

        LevelsReduction(Shape shape, QuantizerPlan plan, Seed seed, Collective group) {
            super(SharedScale.this, shape, plan.seed(seed.ofWorker(group.rank(), group.size())));
            this.group = group;
            levels = new LevelPacker(plan, size, seed.ofWorker(group.rank(), group.size()));
            sums = new LevelSums(plan, new Shards(size, group.size(), group::partStart), group.rank());
            steps = FloatSlice.of(new float[LevelsFormat.buckets(size, plan.bucket())]);
            mean = FloatSlice.of(new float[size]);
            limit = new SumLimit(group.size());
            levelsOfOthers = Collective.Receiver.named(
                    rank -> sums.lengths()[group.rank()], (rank, message) -> sums.add(message));
            totals = Collective.Receiver.named(
                    sums::totalBytes,
                    (rank, message) -> sums.average(rank, message, steps.array(), levels, stepSeed(), mean));
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            return average(limit.within(gradient.requireLength(size)), false).followedBy(() -> finish(gradient));
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            traits(shape()).requireErrorFeedback(SharedScale.this);
            return average(limit.plus(residual, gradient.requireLength(size)), true)
                    .followedBy(() -> {
                        residual.keep(0f, 0f);
                        finish(gradient);
                    });
        }

        /**
         * The mean of all workers' values.
         *
         * @param values modified if {@code andSubtract} says so: loses what is sent of it
         */
        private Exchange average(FloatSlice values, boolean andSubtract) {
            levels.look(values, steps.array(), andSubtract);
            return new Exchange.Max(group, steps, () -> sendLevels(values));
        }

        private Exchange sendLevels(FloatSlice values) {
            long keys = stepSeed();
            byte[] packed = sums.open();
            for (int worker = 0, at = 0; worker < group.size(); worker++) {
                int from = sums.parts().start(worker);
                int to = sums.parts().start(worker + 1);
                at += levels.pack(values, from, to, keys, steps.array(), packed, at);
            }
            return new Exchange.ToEach(
                    group,
                    ByteBuffer.wrap(packed),
                    sums.lengths(),
                    levelsOfOthers,
                    () -> new Exchange.ToAll(group, sums.total(), totals, () -> Exchange.DONE));
        }

        /** All messages have come. */
        private void finish(FloatSlice gradient) {
            Finite.saturate(mean.array(), 0, size);
            System.arraycopy(mean.array(), 0, gradient.array(), gradient.offset(), size);
            nextStep();
        }
    }

    /**
     * Random rounding keeps its bound: a shared step squared is at most the sum of all workers' steps squared, and n independent
     * errors add up to n times one in a mean that divides by n². Correlated ones add up to less. Those of dither can be alike.
     */
    @Override
    public Traits traits(Shape shape) {
        QuantizerPlan plan = quantizer.plan(shape);
        boolean bounded = plan.random() && !plan.dithers() && plan.clip() == 0;
        return quantizer.traits(shape).withGuarantee(bounded ? plan.unbiased(shape.size()) : Guarantee.NONE);
    }

    @Override
    public String toString() {
        return quantizer + "+sharedscale";
    }
}
