package org.tersegrad.reducers;

import java.util.Arrays;
import java.util.Optional;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.transforms.LowRank;
import org.tersegrad.compressors.transforms.ThinFactors;
import org.tersegrad.reducers.model.Plan;

/**
 * The mean of matrices M_w of n rows and m columns as the product of two thin ones, which are summed up over all workers
 * instead of the matrices: one step of power iteration on the mean itself.
 *
 * <pre>
 *   P = orthonormal(sum of M_w Q),   Q' = mean of M_wᵀ P,   mean ≈ P Q'ᵀ = P Pᵀ (mean of M_w)
 *   Q' is the Q of the next step, the same on every worker; the first Q is random, from the seed that all share, or given
 * </pre>
 *
 * <p>It is meant to be used with error feedback. A worker's residual then is a choice:
 *
 * <pre>
 *   local        residual = M_w − P Pᵀ M_w       what of this worker's matrix is not on average
 *   aggregated   residual = M_w − P Q'ᵀ          what this worker's matrix differs from the mean, as in the paper's code
 * </pre>
 *
 * <p>Averaged over workers, the two are the same. But what a worker's own matrices have in common and the other workers' have not
 * is never on average, so it is added to an aggregated residual in each step and never leaves it: the residual of a single worker
 * grows in proportion to the number of steps, without end, while those of all workers together stay small. Floats then round away
 * more and more of every new gradient. A {@link Plan} warns. Local residuals do not grow.
 *
 * <p>Vectors, matrices whose factors would not be smaller by {@code rate}, and all matrices in the first steps are averaged as
 * they are.
 *
 * <p>T. Vogels, S. P. Karimireddy, M. Jaggi, <i>PowerSGD: practical low-rank gradient compression for distributed
 * optimization</i>, 2019.
 *
 * @param rank of P and Q, 1 or more; at most min(n, m) is used
 * @param residual which residual a worker keeps
 * @param rate how many times smaller than the matrix the factors must be, 1 or more
 * @param start the first step that is compressed, counted from 0
 */
public record PowerSgd(int rank, ResidualKind residual, double rate, int start) implements Reducer {
    /** The residual that a worker keeps after a step. */
    public enum ResidualKind {
        /** The part of this worker's matrix that did not enter the mean. */
        LOCAL,
        /** The difference between this worker's matrix and the mean. Grows without end where workers differ. */
        AGGREGATED
    }

    public PowerSgd {
        if (rank < 1) {
            throw new IllegalArgumentException("a rank is 1 or more, this is " + rank);
        }
        if (!(rate >= 1 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a rate of compression is 1 or more, this is " + rate);
        }
        if (start < 0) {
            throw new IllegalArgumentException("the first step is 0 or more, this is " + start);
        }
    }

    /** Local residuals, wherever the factors are smaller than the matrix, from the first step on. */
    public static PowerSgd rank(int rank) {
        return new PowerSgd(rank, ResidualKind.LOCAL, 1, 0);
    }

    /** The same with residuals as in the paper's code, which grow without end where workers differ. */
    public PowerSgd aggregated() {
        return new PowerSgd(rank, ResidualKind.AGGREGATED, rate, start);
    }

    /** Restricts it to matrices whose factors are at least {@code newRate} times smaller. */
    public PowerSgd withRate(double newRate) {
        return new PowerSgd(rank, residual, newRate, start);
    }

    /** Compresses from a later step on: gradients of the first ones are of high rank. */
    public PowerSgd startingAt(int step) {
        return new PowerSgd(rank, residual, rate, step);
    }

    /**
     * The same for one tensor whose first Q is given instead of random, to repeat the run of another program. Its reductions are
     * rejected for a tensor with a Q of another size. As a recipe it prints without the numbers.
     *
     * @param firstQ not modified: Q row after row, m rows of as many floats as the rank; a column of zeros becomes random
     */
    public Reducer withFirstQ(float... firstQ) {
        FloatSlice.of(firstQ).requireFinite();
        return new WithFirstQ(this, firstQ.clone());
    }

    @SuppressWarnings("ArrayRecordComponent") // two of them are equal if they are the same
    private record WithFirstQ(PowerSgd recipe, float[] firstQ) implements Reducer {
        @Override
        public Reduction reduction(Shape shape, Seed seed, Collective group) {
            int expected = LowRank.usedRank(recipe.rank, shape, recipe.rate) * shape.columns();
            if (firstQ.length != expected) {
                throw new IllegalArgumentException("the first Q of " + recipe + " for " + shape.rows() + " x "
                        + shape.columns() + " elements has " + expected + " floats, not " + firstQ.length);
            }
            if (expected == 0) {
                return recipe.reduction(shape, seed, group);
            }
            float[] columnAfterColumn = new float[expected];
            int used = expected / shape.columns();
            for (int i = 0; i < expected; i++) {
                columnAfterColumn[i % used * shape.columns() + i / used] = firstQ[i];
            }
            return recipe.new FactorReduction(shape, columnAfterColumn, seed, group);
        }

        @Override
        public Traits traits(Shape shape) {
            return recipe.traits(shape);
        }

        @Override
        public String toString() {
            return recipe.toString();
        }
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        int used = LowRank.usedRank(rank, shape, rate);
        return used == 0
                ? AllReduce.reduction(this, shape, group)
                : new FactorReduction(shape, new float[used * shape.columns()], seed, group);
    }

    private final class FactorReduction extends SteppedReduction {
        /** The first directions may be as long as 2^8 where the last Q was near the largest float. */
        private static final double LONGEST = 256;

        private final int used;
        private final Collective group;
        private final Reduction dense;
        private final SumLimit limit;
        private final float[] left;
        private final FloatSlice leftSlice;
        /** Q of the last step, and the array for Q' of this one. */
        private float[] right;

        private float[] newRight;
        private final float[] next;
        private final float[] own;
        private final ThinFactors algebra;

        /**
         * One tensor.
         *
         * @param firstQ becomes this reduction's: column after column, zero where it is to be random
         */
        FactorReduction(Shape shape, float[] firstQ, Seed seed, Collective group) {
            super(PowerSgd.this, shape, seed);
            used = firstQ.length / shape.columns();
            this.group = group;
            dense = new AllReduce().reduction(shape, seed, group);
            limit = new SumLimit(LONGEST * group.size() * ((double) shape.rows() + shape.columns()));
            left = new float[used * shape.rows()];
            leftSlice = FloatSlice.of(left);
            right = firstQ;
            savedArray(() -> right);
            newRight = new float[right.length];
            next = new float[right.length];
            own = new float[residual == ResidualKind.LOCAL ? right.length : 0];
            algebra = new ThinFactors(shape, used);
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            if (step() < start) {
                return dense.begin(gradient).followedBy(this::nextStep);
            }
            return factors(limit.within(gradient.requireLength(shape().size()))).followedBy(() -> finish(gradient));
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            if (step() < start) {
                return dense.begin(gradient, residual).followedBy(this::nextStep);
            }
            FloatSlice sum = limit.plus(residual, gradient.requireLength(shape().size()));
            return factors(sum).followedBy(() -> {
                algebra.addProduct(sum, -1f, left, PowerSgd.this.residual == ResidualKind.LOCAL ? own : newRight);
                residual.keep(0f, 0f);
                finish(gradient);
            });
        }

        /** P and Q' of all workers' matrices. */
        private Exchange factors(FloatSlice matrix) {
            algebra.startRight(right, stepSeed(), next);
            algebra.multiply(matrix, next, left);
            return new Exchange.Sum(group, leftSlice, () -> secondFactor(matrix));
        }

        private Exchange secondFactor(FloatSlice matrix) {
            algebra.orthonormalizeLeft(left);
            algebra.multiplyTransposed(matrix, left, newRight);
            System.arraycopy(newRight, 0, own, 0, own.length);
            return new Exchange.Sum(group, FloatSlice.of(newRight), this::averageSecondFactor);
        }

        private Exchange averageSecondFactor() {
            float weight = 1f / group.size();
            for (int i = 0; i < newRight.length; i++) {
                newRight[i] *= weight;
            }
            // No honest worker's is larger, and then no product overflows.
            Finite.bound(newRight, 0, newRight.length, 0x1p126f / used);
            return Exchange.DONE;
        }

        /** All messages have come: the mean, and Q' becomes Q. */
        private void finish(FloatSlice mean) {
            Arrays.fill(mean.array(), mean.offset(), mean.offset() + mean.length(), 0f);
            algebra.addProduct(mean, 1f, left, newRight);
            float[] swap = right;
            right = newRight;
            newRight = swap;
            nextStep();
        }
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none()
                .withCaution(
                        residual == ResidualKind.AGGREGATED
                                ? Optional.of(
                                        "aggregated residuals grow without end where workers differ; residual=local does not")
                                : Optional.empty());
    }

    @Override
    public String toString() {
        return "powersgd(" + rank + (residual == ResidualKind.LOCAL ? "" : ",residual=aggregated")
                + (rate == 1 ? "" : ",rate=" + Numbers.plain(rate)) + (start == 0 ? "" : ",start=" + start) + ")";
    }
}
