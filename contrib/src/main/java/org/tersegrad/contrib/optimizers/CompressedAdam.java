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
 * Adam whose momentum is averaged in place of gradients, by any reducer. With {@code sign+ef+twoshot} it is 1-bit Adam.
 *
 * <pre>
 *   an exact step     g = mean of g_w;  m = beta1 m + (1 − beta1) g;  v = beta2 v + (1 − beta2) g²
 *   any other step    m = mean, as the reducer finds it, of beta1 m + (1 − beta1) g_w;  v stays as it is
 *   where v is 0      m = 0, and the reducer sees copies of the other elements in turn
 *   result            m' / (sqrt(v') + 1e-8), m' and v' corrected for their start
 *   1-bit Adam        the first steps are exact, until v hardly changes any more
 *   0/1 Adam          exact steps become rarer: in each period there are as many, and they are twice as far apart
 * </pre>
 *
 * <p>Adam is not linear in gradients, so error feedback around it fails; but with v fixed it is linear in the momentum, which may
 * then be compressed like a gradient of SGD. 0/1 Adam also skips exchanges, by local steps; those are not here.
 *
 * <p>Signs have no zero: where no gradient ever came, as in rows of an embedding, v is 0, and nothing must move. The authors' code
 * multiplies the mean momentum by a mask there, which the user has to write. Here v is the mask, and such elements do not count in
 * the scale of a message either: with 99 % of them, a mean magnitude would be 1 % of that of the others, whose residuals would grow
 * until they make up for it.
 *
 * <p>The authors' code corrects neither m nor v for its start; here both are corrected as in Adam, v by the number of exact steps. So
 * the learning rate that suits Adam suits the exact steps too.
 *
 * <p>The result is the step of the optimizer and takes the place of its momentum: give it to plain SGD, with a learning rate for
 * Adam.
 *
 * <p>H. Tang and others, <i>1-bit Adam: communication efficient large-scale training with Adam's convergence speed</i>, 2021; Y. Lu and
 * others, <i>Maximizing communication efficiency for large-scale training via 0/1 Adam</i>, 2022.
 *
 * @param inner averages momenta
 * @param kind of Adam
 * @param steps 1-bit: how many are exact; 0/1: how many are exact in each period; 1 or more
 * @param beta1 weight of the old momentum, 0 to 1
 * @param beta2 weight of the old variance, 0 to 1
 */
public record CompressedAdam(Reducer inner, Kind kind, int steps, float beta1, float beta2) implements Reducer {
    /** The steps that are exact. */
    public enum Kind {
        /** The first ones. */
        ONE_BIT,
        /** Ever fewer. */
        ZERO_ONE
    }

    /** The default of Adam. */
    public static final float DEFAULT_BETA1 = 0.9f;
    /** The default of Adam. */
    public static final float DEFAULT_BETA2 = 0.999f;

    private static final double TINY = 1e-8;

    public CompressedAdam {
        if (steps < 1) {
            throw new IllegalArgumentException("at least 1 step is exact, not " + steps);
        }
        LionMomentum.requireWeight("beta1", beta1);
        LionMomentum.requireWeight("beta2", beta2);
        beta1 += 0f; // −0 becomes 0
        beta2 += 0f;
        if (inner.traits(Traits.ANY_SHAPE).keepsMomentum()) {
            throw new IllegalArgumentException(
                    "no Adam around " + inner + ": it keeps the optimizer's momentum itself");
        }
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new AdamReduction(shape, seed, group);
    }

    /** Whether a step, counted from 0, is exact. */
    boolean isExact(long step) {
        if (kind == Kind.ONE_BIT) {
            return step < steps;
        }
        // Period p begins at step k (2^p − 1), and its k exact steps are 2^p apart.
        int period = 63 - Long.numberOfLeadingZeros(step / steps + 1);
        return (step - steps * ((1L << period) - 1)) % (1L << period) == 0;
    }

    /** Number of exact steps up to and including this one. */
    private long exactSteps(long step) {
        if (kind == Kind.ONE_BIT) {
            return Math.min(step + 1, steps);
        }
        int period = 63 - Long.numberOfLeadingZeros(step / steps + 1);
        return (long) steps * period + ((step - steps * ((1L << period) - 1)) >> period) + 1;
    }

    private final class AdamReduction extends OptimizerReduction {
        private final float[] momentum;
        private final float[] variance;
        private final float[] update;
        /** The new momenta of this worker where the variance is not 0, one after the other. */
        private final float[] live;

        AdamReduction(Shape shape, Seed seed, Collective group) {
            super(CompressedAdam.this, inner, shape, seed, group);
            momentum = saved(new float[shape.size()]);
            variance = saved(new float[shape.size()]);
            update = new float[momentum.length];
            live = new float[momentum.length];
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            gradient.requireLength(shape().size()).requireFinite();
            if (isExact(step())) {
                System.arraycopy(gradient.array(), gradient.offset(), update, 0, update.length);
                return averageExactly(FloatSlice.of(update)).followedBy(() -> {
                    for (int i = 0; i < update.length; i++) {
                        float square = Math.min(Float.MAX_VALUE, update[i] * update[i]);
                        variance[i] = beta2 * variance[i] + (1 - beta2) * square;
                        update[i] = beta1 * momentum[i] + (1 - beta1) * update[i];
                    }
                    finish(gradient);
                });
            }
            int alive = 0;
            for (int i = 0; i < update.length; i++) {
                update[i] = beta1 * momentum[i] + (1 - beta1) * gradient.array()[gradient.offset() + i];
                live[alive] = update[i];
                alive += variance[i] == 0 ? 0 : 1;
            }
            int next = 0;
            for (int i = 0; i < update.length; i++) {
                if (variance[i] == 0) {
                    update[i] = alive == 0 ? 0f : live[next];
                    next = next + 1 < alive ? next + 1 : 0;
                }
            }
            return average(FloatSlice.of(update)).followedBy(() -> finish(gradient));
        }

        /** Ends a step after the last message: the new momentum is in {@code update}. */
        private void finish(FloatSlice result) {
            for (int i = 0; i < update.length; i++) {
                momentum[i] = variance[i] == 0 ? 0f : update[i];
            }
            double ofMomentum = correction(beta1, step() + 1);
            double ofVariance = correction(beta2, exactSteps(step()));
            for (int i = 0; i < update.length; i++) {
                double usual = Math.sqrt(variance[i] * ofVariance) + TINY;
                update[i] = (float) (momentum[i] * ofMomentum / usual);
            }
            FloatSlice.of(update).bound(Float.MAX_VALUE);
            System.arraycopy(update, 0, result.array(), result.offset(), update.length);
            nextStep();
        }
    }

    /** The factor that corrects the bias of an average that began with 0; 1 for one that never moves. */
    private static double correction(float beta, long steps) {
        return beta == 1 ? 1 : 1 / (1 - StrictMath.pow(beta, (double) steps));
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
        String weights = beta1 == DEFAULT_BETA1 && beta2 == DEFAULT_BETA2
                ? ""
                : ",beta1=" + Recipe.number(beta1) + ",beta2=" + Recipe.number(beta2);
        return ReducerRecipe.wrapped(inner, (kind == Kind.ONE_BIT ? "adam(" : "zerooneadam(") + steps + weights + ")");
    }
}
