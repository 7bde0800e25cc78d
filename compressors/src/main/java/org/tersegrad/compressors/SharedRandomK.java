package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.RandomSubset;

/**
 * Elements chosen at random, the same ones on every worker: no index is sent, and k floats are summed up.
 *
 * <pre>
 *   S = a uniform choice of k of d, another one in each step, from the seed that all workers share
 *   mean_i = (f/n) (((x0_i + x1_i) + x2_i) + ...)  for i in S, else 0        f = d/k if scaled, else 1
 *
 *   scaled: unbiased, omega = d/k − 1.   not scaled: contractive, delta = k/d in the mean over choices
 * </pre>
 *
 * <p>Scaled it is for use without error feedback, not scaled for use with it.
 *
 * @param keep how many elements
 * @param scaled whether the mean is multiplied by d/k
 */
public record SharedRandomK(Keep keep, boolean scaled) implements Reducer {
    /** Scaled, so unbiased: for use without error feedback. */
    public static SharedRandomK fraction(double fraction) {
        return new SharedRandomK(new Keep.Fraction(fraction), true);
    }

    /** The same without the factor: for use with error feedback. */
    public SharedRandomK unscaled() {
        return new SharedRandomK(keep, false);
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new SubsetReduction(shape, seed, group);
    }

    private final class SubsetReduction extends Restorable implements Reduction {
        private final int size;
        private Seed seed;
        private final Collective group;
        private final FloatSlice chosen;
        private final RandomSubset subset = new RandomSubset();
        /** d/k or 1. */
        private final float scale;

        private long step;

        SubsetReduction(Shape shape, Seed seed, Collective group) {
            super(SharedRandomK.this, shape);
            this.size = shape.size();
            this.seed = seed;
            this.group = group;
            chosen = FloatSlice.of(new float[keep.of(size)]);
            scale = scaled && size > 0 ? (float) ((double) size / chosen.length()) : 1f;
        }

        @Override
        public long reduce(FloatSlice gradient) {
            choose(gradient.requireLength(size));
            return average(gradient);
        }

        @Override
        public long reduce(FloatSlice gradient, Memory memory) {
            FloatSlice sum = memory.plus(gradient.requireLength(size));
            choose(sum);
            for (int i = 0; i < chosen.length(); i++) {
                sum.array()[subset.index(i)] -= scale * chosen.array()[i];
            }
            memory.keep(0f, 0f);
            return average(gradient);
        }

        @Override
        protected long contentBytes() {
            return 2L * Long.BYTES;
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            out.putLong(seed.value()).putLong(step);
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            seed = Seed.of(in.getLong());
            step = in.getLong();
        }

        private void choose(FloatSlice values) {
            subset.set(seed.fork(step).value(), size);
            for (int i = 0; i < chosen.length(); i++) {
                int index = subset.index(i);
                float value = values.array()[values.offset() + index];
                if (!Float.isFinite(value)) {
                    throw Finite.refusal(values.array(), values.offset() + index, 1, index);
                }
                chosen.array()[i] = value;
            }
        }

        private long average(FloatSlice gradient) {
            long before = group.bitsSent();
            group.allReduceSum(chosen);
            float factor = scale / group.size();
            int from = gradient.offset();
            Arrays.fill(gradient.array(), from, from + size, 0f);
            for (int i = 0; i < chosen.length(); i++) {
                gradient.array()[from + subset.index(i)] = factor * chosen.array()[i];
            }
            step++;
            return group.bitsSent() - before;
        }
    }

    @Override
    public String toString() {
        return "sharedrandomk(" + keep + (scaled ? "" : ",scaled=false") + ")";
    }
}
