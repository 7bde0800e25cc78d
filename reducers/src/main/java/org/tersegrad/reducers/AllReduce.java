package org.tersegrad.reducers;

import java.util.Arrays;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Slice;
import org.tersegrad.compressors.Traits;

/**
 * The exact mean, by summing up: what training without compression does.
 *
 * <pre>
 *   mean = (1/n) (((x0 + x1) + x2) + ...)
 * </pre>
 */
public record AllReduce() implements Reducer {
    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return reduction(this, shape, group);
    }

    /**
     * A reduction that averages exactly on behalf of another recipe, say for tensors that are too small for it.
     *
     * @param recipe by which its states are known
     */
    public static Reduction reduction(Reducer recipe, Shape shape, Collective group) {
        return new MeanReduction(recipe, shape, group);
    }

    private static final class MeanReduction extends SavedState implements Reduction {
        private final Collective group;
        private final SumLimit limit;
        private final float weight;

        MeanReduction(Reducer recipe, Shape shape, Collective group) {
            super(recipe, shape);
            this.group = group;
            limit = new SumLimit(group.size());
            weight = 1f / group.size();
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            return begin((Slice) gradient);
        }

        @Override
        public Exchange begin(Slice gradient) {
            Slice sum = limit.within(gradient.requireWritable().requireLength(shape().size()));
            return new Exchange.Sum(group, sum, weight, () -> {
                if (sum instanceof FloatSlice copy && sum != gradient) {
                    gradient.set(copy);
                }
                return Exchange.DONE;
            });
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            return begin((Slice) gradient, residual);
        }

        @Override
        public Exchange begin(Slice gradient, Residual residual) {
            FloatSlice sum = limit.plus(residual, gradient.requireWritable().requireLength(shape().size()));
            return new Exchange.Sum(group, sum, weight, () -> {
                gradient.set(sum);
                Arrays.fill(sum.array(), 0f); // all of it is sent
                residual.keep(0f, 0f);
                return Exchange.DONE;
            });
        }
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.exact();
    }

    @Override
    public String toString() {
        return "dense";
    }
}
