package org.tersegrad.compressors;

import java.util.Arrays;

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
        return new MeanReduction(shape, group);
    }

    private static final class MeanReduction extends StatelessReduction {
        private final Collective group;

        MeanReduction(Shape shape, Collective group) {
            super(new AllReduce(), shape);
            this.group = group;
        }

        @Override
        public long reduce(FloatSlice gradient) {
            gradient.requireLength(shape().size()).requireFinite();
            long before = group.bitsSent();
            group.allReduceSum(gradient);
            float weight = 1f / group.size();
            for (int i = gradient.offset(); i < gradient.offset() + gradient.length(); i++) {
                gradient.array()[i] *= weight;
            }
            return group.bitsSent() - before;
        }

        @Override
        public long reduce(FloatSlice gradient, Memory memory) {
            FloatSlice sum = memory.plus(gradient.requireLength(shape().size()));
            System.arraycopy(sum.array(), 0, gradient.array(), gradient.offset(), gradient.length());
            Arrays.fill(sum.array(), 0f); // all of it is sent
            memory.keep(0f, 0f);
            return reduce(gradient);
        }
    }

    @Override
    public String toString() {
        return "dense";
    }
}
