package org.tersegrad.contrib.lowrank;

import java.util.Arrays;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.signs.LionMomentum;
import org.tersegrad.compressors.transforms.ThinFactors;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.DistributedLion;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.ForwardingReduction;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.SteppedReduction;
import org.tersegrad.reducers.SumLimit;

/**
 * Dion: the update of a matrix with n rows and m columns is nearly orthonormal and of low rank. Every worker keeps a momentum, from
 * which only a part of what was used is taken away, so that it is the residual at the same time.
 *
 * <pre>
 *   B_w = M_w + G_w                                          M_w = 0 at first
 *   P = orthonormal(sum of B_w Q),   R = mean of B_wᵀ P       Q is random at first, the same on all workers
 *   M_w = B_w − (1 − mu) P Pᵀ B_w
 *   Q = R with columns of length 1,   update = sqrt(n / m) P Qᵀ
 * </pre>
 *
 * <p>P and R are linear in B_w, so they are those of one worker with the mean of all gradients, while momenta differ and are never
 * sent. The update is no mean: its Frobenius norm is sqrt(rank n / m), and the learning rate is the scale, as with signs. Columns of P
 * are orthonormal; those of Q have length 1 and become orthogonal with the steps, so singular values come near sqrt(n / m): they are 0.83 to
 * 1.16 of it in the first ones. The update takes the place of the optimizer's momentum. Vectors get the signs of {@link DistributedLion}, which is what the paper does
 * with biases, because they want the same learning rate.
 *
 * <p>K. Ahn, B. Xu, N. Abreu, J. Langford, <i>Dion: distributed orthonormalized updates</i>, 2025, algorithms 1 and 2.
 *
 * @param rank of P and Q, 1 or more; at most min(n, m) is used
 * @param momentum mu, from 0 to 1
 */
public record Dion(int rank, float momentum) implements Reducer {
    /** The default of the paper. */
    public static final float DEFAULT_MOMENTUM = 0.95f;

    public Dion {
        if (rank < 1) {
            throw new IllegalArgumentException("a rank is 1 or more, this is " + rank);
        }
        LionMomentum.requireWeight("momentum", momentum);
        momentum += 0f; // −0 becomes 0
    }

    /** Dion with the momentum of the paper, 0.95. */
    public static Dion rank(int rank) {
        return new Dion(rank, DEFAULT_MOMENTUM);
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return Math.min(shape.rows(), shape.columns()) <= 1
                ? new ForwardingReduction(
                        this, shape, new DistributedLion(DistributedLion.Form.VOTE).reduction(shape, seed, group)) {}
                : new OrthonormalReduction(shape, seed, group);
    }

    private final class OrthonormalReduction extends SteppedReduction {
        private final int used;
        private final Collective group;
        private final SumLimit limit;
        private final Residual momenta;
        private final float[] left;
        private final float[] right;
        private final float[] newRight;
        private final float[] own;
        private final ThinFactors factors;

        OrthonormalReduction(Shape shape, Seed seed, Collective group) {
            super(Dion.this, shape, seed);
            this.group = group;
            used = Math.min(rank, Math.min(shape.rows(), shape.columns()));
            limit = new SumLimit(2.0 * group.size() * ((double) shape.rows() + shape.columns()));

            left = new float[used * shape.rows()];
            right = saved(new float[used * shape.columns()]);
            momenta = saved(new Residual(shape.size()));
            newRight = new float[right.length];
            own = new float[right.length];
            factors = new ThinFactors(shape, used);
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            FloatSlice sum = limit.plus(momenta, gradient.requireLength(shape().size()));
            factors.startRight(right, stepSeed(), newRight);
            factors.multiply(sum, newRight, left);
            return new Exchange.Sum(group, FloatSlice.of(left), () -> rightFactor(sum))
                    .followedBy(() -> finish(sum, gradient));
        }

        private Exchange rightFactor(FloatSlice sum) {
            factors.orthonormalizeLeft(left);
            factors.multiplyTransposed(sum, left, own);
            System.arraycopy(own, 0, newRight, 0, own.length);
            return new Exchange.Sum(group, FloatSlice.of(newRight), () -> Exchange.DONE);
        }

        /** All messages have come: what is left of the momentum, the update, and the directions for the next step. */
        private void finish(FloatSlice sum, FloatSlice update) {
            factors.addProduct(sum, momentum - 1, left, own);
            momenta.keep(0f, 0f);
            for (int r = 0; r < used; r++) {
                normalize(newRight, r * shape().columns(), shape().columns());
            }
            System.arraycopy(newRight, 0, right, 0, right.length);
            Arrays.fill(update.array(), update.offset(), update.offset() + update.length(), 0f);
            factors.addProduct(update, (float) Math.sqrt((double) shape().rows() / shape().columns()), left, right);
            nextStep();
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            throw Dion.this.traits(shape()).noErrorFeedback(Dion.this);
        }
    }

    /** Makes the length of a vector 1; zero stays zero. The sum in place of the mean has the same direction. */
    private static void normalize(float[] values, int from, int count) {
        double squares = 0;
        for (int i = from; i < from + count; i++) {
            squares += (double) values[i] * values[i];
        }
        double factor = squares == 0 ? 0 : 1 / Math.sqrt(squares);
        for (int i = from; i < from + count; i++) {
            values[i] = (float) (values[i] * factor);
        }
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none()
                .withKeepsMomentum(true)
                .withErrorFeedbackRefusal(
                        "its update is no mean, and its momentum is its residual already; use dion alone");
    }

    @Override
    public String toString() {
        String weight = momentum == DEFAULT_MOMENTUM ? "" : ",momentum=" + Recipe.number(momentum);
        return "dion(" + rank + weight + ")";
    }
}
