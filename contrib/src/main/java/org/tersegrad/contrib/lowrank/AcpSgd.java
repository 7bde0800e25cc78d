package org.tersegrad.contrib.lowrank;

import java.util.Arrays;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.transforms.LowRank;
import org.tersegrad.compressors.transforms.ThinFactors;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.PowerSgd;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.SteppedReduction;
import org.tersegrad.reducers.SumLimit;

/**
 * The mean of matrices M_w of n rows and m columns as the product of two thin ones, as in {@link PowerSgd}, of which each step
 * sums up only one: one all-reduce a step instead of two, and half of the bits.
 *
 * <pre>
 *   step 0, 2, 4 ...   Q = orthonormal(last Q'),   P' = mean of M_w Q,    mean ≈ P' Qᵀ = (mean of M_w) Q Qᵀ
 *   step 1, 3, 5 ...   P = orthonormal(last P'),   Q' = mean of M_wᵀ P,   mean ≈ P Q'ᵀ = P Pᵀ (mean of M_w)
 *   the first Q is random, from the seed that all workers share
 * </pre>
 *
 * <p>Two steps make one step of power iteration, on the means of both; gradients of neighbouring steps are much alike. It is meant
 * to be used with error feedback: a worker keeps the part of its own matrix that the mean lacks, {@code M_w − M_w Q Qᵀ} or {@code
 * M_w − P Pᵀ M_w}. The next step sends what one step leaves out because its subspace is old.
 *
 * <p>The factor that is at hand is the same on all workers before the step begins, so a worker can multiply as soon as it has
 * its gradient, and the only exchange can overlap with the backward pass. Vectors, and matrices that two factors would not make
 * smaller, are averaged as they are.
 *
 * <p>L. Zhang, L. Zhang, S. Shi, X. Chu, B. Li, <i>Evaluation and optimization of gradient compression for distributed deep
 * learning</i>, 2023.
 *
 * @param rank of P and Q, 1 or more; at most min(n, m) is used
 */
public record AcpSgd(int rank) implements Reducer {
    public AcpSgd {
        if (rank < 1) {
            throw new IllegalArgumentException("a rank is 1 or more, this is " + rank);
        }
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        int used = LowRank.usedRank(rank, shape, 1);
        return used == 0 ? AllReduce.reduction(this, shape, group) : new AlternatingReduction(shape, used, seed, group);
    }

    private final class AlternatingReduction extends SteppedReduction {
        private final int used;
        private final Collective group;
        private final SumLimit limit;
        /** P' of the last even step and Q' of the last odd one; zero before the first. */
        private final float[] left;

        private final float[] right;
        /** Orthonormal directions of this step, those of rows or those of columns. */
        private final float[] basis;
        /** The other factor of this step: this worker's own, and the mean of all. */
        private final float[] own;

        private final float[] mean;
        private final ThinFactors factors;

        AlternatingReduction(Shape shape, int used, Seed seed, Collective group) {
            super(AcpSgd.this, shape, seed);
            this.used = used;
            this.group = group;
            limit = new SumLimit(group.size() * ((double) shape.rows() + shape.columns()));
            left = saved(new float[used * shape.rows()]);
            right = saved(new float[used * shape.columns()]);
            int longer = Math.max(left.length, right.length);
            basis = new float[longer];
            own = new float[longer];
            mean = new float[longer];
            factors = new ThinFactors(shape, used);
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            FloatSlice matrix = limit.within(gradient.requireLength(shape().size()));
            return factor(matrix).followedBy(() -> finish(gradient));
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            FloatSlice sum = limit.plus(residual, gradient.requireLength(shape().size()));
            return factor(sum).followedBy(() -> {
                addProduct(sum, own, -1f);
                residual.keep(0f, 0f);
                finish(gradient);
            });
        }

        /** Whether this step has Q and sums up P'. */
        private boolean sumsLeft() {
            return step() % 2 == 0;
        }

        /** The factor that this step sums up. */
        private float[] summed() {
            return sumsLeft() ? left : right;
        }

        private Exchange factor(FloatSlice matrix) {
            if (sumsLeft()) {
                factors.startRight(right, stepSeed(), basis);
                factors.orthonormalizeRight(basis);
                factors.multiply(matrix, basis, own);
            } else {
                factors.startLeft(left, stepSeed(), basis);
                factors.orthonormalizeLeft(basis);
                factors.multiplyTransposed(matrix, basis, own);
            }
            FloatSlice sum = new FloatSlice(mean, 0, summed().length);
            System.arraycopy(own, 0, mean, 0, sum.length());
            return new Exchange.Sum(group, sum, () -> average(sum));
        }

        private Exchange average(FloatSlice sum) {
            float weight = 1f / group.size();
            for (int i = 0; i < sum.length(); i++) {
                mean[i] *= weight;
            }
            // No honest worker's is larger, and then no product overflows.
            sum.bound(0x1p126f / used);
            return Exchange.DONE;
        }

        /** All messages have come: the mean, and the factor for the next step. */
        private void finish(FloatSlice target) {
            Arrays.fill(target.array(), target.offset(), target.offset() + target.length(), 0f);
            addProduct(target, mean, 1f);
            System.arraycopy(mean, 0, summed(), 0, summed().length);
            nextStep();
        }

        private void addProduct(FloatSlice target, float[] factor, float weight) {
            factors.addProduct(target, weight, sumsLeft() ? factor : basis, sumsLeft() ? basis : factor);
        }
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none();
    }

    @Override
    public String toString() {
        return "acpsgd(" + rank + ")";
    }
}
