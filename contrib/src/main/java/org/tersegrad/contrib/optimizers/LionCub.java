package org.tersegrad.contrib.optimizers;

import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.signs.LionMomentum;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;

/**
 * Lion whose updates are averaged in a few bits, not in one: every worker has a momentum of its own, and a quantizer with its
 * reducer finds the mean of what Lion takes the sign of. {@code int4+twoshot+lioncub}.
 *
 * <pre>
 *   c_w = beta1 m_w + (1 − beta1) g_w,   then m_w = beta2 m_w + (1 − beta2) g_w          m_w = 0 at first
 *   update = sign(mean of c_w, as the reducer finds it)                                 sign(0) = 0
 *   before step s, 2 s, 3 s ...   m_w = exact mean of m_w
 * </pre>
 *
 * <p>{@link org.tersegrad.reducers.DistributedLion} sends signs, in which a worker that is sure and one that is not count the same. Momenta of workers with
 * different examples drift apart, and the exact mean from time to time brings them together. The paper finds that it is not
 * needed for all tensors: choose those with a policy.
 *
 * <p>S. Ishikawa, T. Ben-Nun, B. Van Essen, R. Yokota, N. Dryden, <i>Lion Cub: minimizing communication overhead in distributed
 * Lion</i>, 2024. The quantizer of the paper is another one than ours.
 *
 * @param inner averages what Lion takes the sign of
 * @param sync how many steps lie between exact means of the momenta; 0 for none
 * @param beta1 weight of the momentum in the update, 0 to 1
 * @param beta2 weight of the old momentum in the new one, 0 to 1
 */
public record LionCub(Reducer inner, int sync, float beta1, float beta2) implements Reducer {
    public LionCub {
        if (sync < 0) {
            throw new IllegalArgumentException(
                    "momenta are averaged after 1 step or more, or 0 for never, not " + sync);
        }
        LionMomentum.requireWeight("beta1", beta1);
        LionMomentum.requireWeight("beta2", beta2);
        beta1 += 0f; // −0 becomes 0
        beta2 += 0f;
        if (inner.traits(Traits.ANY_SHAPE).keepsMomentum()) {
            throw new IllegalArgumentException(
                    "no Lion around " + inner + ": it keeps the optimizer's momentum itself");
        }
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new LionReduction(shape, seed, group);
    }

    private final class LionReduction extends OptimizerReduction {
        private final float[] momentum;
        /** The momentum of this step: this worker's, or the mean of all. */
        private final float[] current;

        private final float[] update;

        LionReduction(Shape shape, Seed seed, Collective group) {
            super(LionCub.this, inner, shape, seed, group);
            momentum = saved(new float[shape.size()]);
            current = new float[momentum.length];
            update = new float[momentum.length];
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            gradient.requireLength(shape().size()).requireFinite();
            System.arraycopy(momentum, 0, current, 0, current.length);
            boolean averageMomenta = sync > 0 && step() > 0 && step() % sync == 0;
            return averageMomenta
                    ? chain(averageExactly(FloatSlice.of(current)), () -> averageUpdates(gradient))
                    : averageUpdates(gradient);
        }

        private Exchange averageUpdates(FloatSlice gradient) {
            for (int i = 0; i < update.length; i++) {
                update[i] = beta1 * current[i] + (1 - beta1) * gradient.array()[gradient.offset() + i];
            }
            return average(FloatSlice.of(update)).followedBy(() -> finish(gradient));
        }

        private void finish(FloatSlice gradient) {
            for (int i = 0; i < update.length; i++) {
                int at = gradient.offset() + i;
                momentum[i] = beta2 * current[i] + (1 - beta2) * gradient.array()[at];
                gradient.array()[at] = Math.signum(update[i]);
            }
            nextStep();
        }
    }

    @Override
    public Traits traits(Shape shape) {
        return inner.traits(shape)
                .withGuarantee(Guarantee.NONE)
                .withKeepsMomentum(true)
                .withErrorFeedbackRefusal(OptimizerReduction.NO_ERROR_FEEDBACK);
    }

    @Override
    public String toString() {
        String weights = beta1 == 0.9f && beta2 == 0.99f
                ? ""
                : ",beta1=" + Recipe.number(beta1) + ",beta2=" + Recipe.number(beta2);
        String all = (sync == 0 ? "" : ",sync=" + sync) + weights;
        return ReducerRecipe.wrapped(inner, "lioncub" + (all.isEmpty() ? "" : "(" + all.substring(1) + ")"));
    }
}
