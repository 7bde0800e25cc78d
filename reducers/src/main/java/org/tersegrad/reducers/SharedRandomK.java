package org.tersegrad.reducers;

import java.util.Arrays;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.compressors.sparse.RandomSubset;

/**
 * Elements chosen at random, the same ones on every worker: no index is sent, and k floats are summed up.
 *
 * <pre>
 *   S = k of d elements, others in each step, from the seed that all workers share
 *       elements   a uniform choice of k
 *       block      k elements in a row from a uniform start on; behind the last comes the first
 *   mean_i = (f/n) (((x0_i + x1_i) + x2_i) + ...)  for i in S, else 0        f = d/k if scaled, else 1
 *   scaled: unbiased, omega = d/k − 1.   not scaled: contractive, delta = k/d on average over choices
 * </pre>
 *
 * <p>Scaled it is for use without error feedback. With it, it must not be scaled: a residual would be multiplied by 1 − d/k
 * whenever its element is chosen, and overflow soon. Promises are the same for both choices. A block
 * is faster, since it is contiguous in memory; but its elements often belong together, too, and leave nothing of their kind
 * in a step.
 *
 * @param keep how many elements
 * @param choice which ones
 * @param scaled whether the mean is multiplied by d/k
 */
public record SharedRandomK(Keep keep, Choice choice, boolean scaled) implements Reducer {
    /** The choice of elements. */
    public enum Choice {
        /** Any. */
        ELEMENTS,
        /** A contiguous block. */
        BLOCK
    }

    /** Any elements; scaled, so unbiased: for use without error feedback. */
    public static SharedRandomK fraction(double fraction) {
        return new SharedRandomK(new Keep.Fraction(fraction), Choice.ELEMENTS, true);
    }

    /** The same with elements in a row. */
    public SharedRandomK block() {
        return new SharedRandomK(keep, Choice.BLOCK, scaled);
    }

    /** The same without the factor: for use with error feedback. */
    public SharedRandomK unscaled() {
        return new SharedRandomK(keep, choice, false);
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new SubsetReduction(shape, seed, group);
    }

    private final class SubsetReduction extends SteppedReduction {
        private final int size;
        private final Collective group;
        private final FloatSlice chosen;
        private final RandomSubset subset = new RandomSubset();
        /** d/k or 1. */
        private final float scale;

        private final SumLimit limit;

        /** Start of a block. */
        private int start;

        SubsetReduction(Shape shape, Seed seed, Collective group) {
            super(SharedRandomK.this, shape, seed);
            this.size = shape.size();
            this.group = group;
            chosen = FloatSlice.of(new float[keep.of(size)]);
            scale = scaled && size > 0 ? (float) ((double) size / chosen.length()) : 1f;
            limit = new SumLimit((double) scale * group.size());
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            choose(limit.within(gradient.requireLength(size)));
            return new Exchange.Sum(group, chosen, () -> average(gradient));
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            traits(shape()).requireErrorFeedback(SharedRandomK.this);
            FloatSlice sum = limit.plus(residual, gradient.requireLength(size));
            choose(sum);
            return new Exchange.Sum(group, chosen, () -> {
                for (int i = 0; i < chosen.length(); i++) {
                    sum.array()[index(i)] = 0f; // all of it is sent
                }
                residual.keep(0f, 0f);
                return average(gradient);
            });
        }

        /** Index of the i-th chosen element. */
        private int index(int i) {
            if (choice == Choice.ELEMENTS) {
                return subset.index(i);
            }
            return i < size - start ? start + i : i - (size - start);
        }

        /** Takes the elements of this step. */
        private void choose(FloatSlice values) {
            subset.set(stepSeed(), size);
            start = choice == Choice.BLOCK && size > 0 ? subset.index(0) : 0;
            for (int i = 0; i < chosen.length(); i++) {
                chosen.array()[i] = values.array()[values.offset() + index(i)];
            }
        }

        private Exchange average(FloatSlice mean) {
            float factor = scale / group.size();
            int from = mean.offset();
            Arrays.fill(mean.array(), from, from + size, 0f);
            // No honest worker's sums are larger.
            Finite.bound(chosen.array(), 0, chosen.length(), Float.MAX_VALUE / scale);
            for (int i = 0; i < chosen.length(); i++) {
                mean.array()[from + index(i)] = factor * chosen.array()[i];
            }
            nextStep();
            return Exchange.DONE;
        }
    }

    @Override
    public Traits traits(Shape shape) {
        Traits traits = Traits.none();
        return scaled
                ? traits.withErrorFeedbackRefusal(
                        "a scaled element takes d/k times as much from its residual as there is, so residuals would"
                                + " grow until they overflow; use scaled=false")
                : traits;
    }

    @Override
    public String toString() {
        return (choice == Choice.ELEMENTS ? "sharedrandomk(" : "randomblock(") + keep + (scaled ? "" : ",scaled=false")
                + ")";
    }
}
