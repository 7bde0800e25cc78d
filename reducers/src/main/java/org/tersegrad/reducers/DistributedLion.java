package org.tersegrad.reducers;

import java.util.Locale;
import java.util.Optional;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.signs.LionMomentum;
import org.tersegrad.compressors.signs.Sign;

/**
 * The optimizer Lion on many workers: each keeps the momentum of its own gradients and gives one bit for each element. The result
 * is an update, to be multiplied by the learning rate, not a mean of gradients.
 *
 * <pre>
 *   u_w = beta1 m_w + (1 − beta1) g_w,   then m_w = beta2 m_w + (1 − beta2) g_w         m_w = 0 at first
 *   vote:      update = sign of the sum of sign(u_w)          as {@link MajorityVote}
 *   average:   update = mean of sign(u_w)                     as {@link Gather} of {@link Sign}
 * </pre>
 *
 * <p>With one worker, or with the same gradients on all, both are Lion.
 *
 * <p>B. Liu and others, <i>Communication efficient distributed training with distributed Lion</i>, 2024.
 *
 * @param form how signs become one update
 * @param beta1 weight of the momentum in the update, 0 to 1
 * @param beta2 weight of the old momentum in the new one, 0 to 1
 */
public record DistributedLion(Form form, float beta1, float beta2) implements Reducer {
    /** The rule that turns signs into one update. */
    public enum Form {
        /** The sign that most workers have. */
        VOTE,
        /** The mean of all signs. */
        AVERAGE
    }

    public DistributedLion {
        LionMomentum.requireWeight("beta1", beta1);
        LionMomentum.requireWeight("beta2", beta2);
        beta1 += 0f; // −0 becomes 0
        beta2 += 0f;
    }

    /** Distributed Lion with the weights of the paper, 0.9 and 0.99. */
    public DistributedLion(Form form) {
        this(form, 0.9f, 0.99f);
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        Reducer signs = form == Form.VOTE ? new MajorityVote() : new Gather(new Sign());
        return new LionReduction(shape, signs.reduction(shape, seed, group));
    }

    private final class LionReduction extends SavedState implements Reduction {
        private final Reduction signs;
        private final LionMomentum momentum;
        private final SumLimit limit = new SumLimit(1);

        LionReduction(Shape shape, Reduction signs) {
            super(DistributedLion.this, shape);
            this.signs = part(signs);
            momentum = new LionMomentum(beta1, beta2, shape.size());
            saved(momentum.values());
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            FloatSlice within = limit.within(gradient.requireLength(shape().size()));
            FloatSlice update = momentum.update(within.array(), within.offset());
            return signs.begin(update).followedBy(() -> {
                momentum.advance(within.array(), within.offset());
                System.arraycopy(update.array(), 0, gradient.array(), gradient.offset(), gradient.length());
            });
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            traits(shape()).requireErrorFeedback(DistributedLion.this);
            float[] sum =
                    limit.plus(residual, gradient.requireLength(shape().size())).array();
            FloatSlice update = momentum.update(sum, 0);
            return signs.begin(update).followedBy(() -> {
                System.arraycopy(update.array(), 0, gradient.array(), gradient.offset(), gradient.length());
                float[] own = momentum.update(sum, 0).array(); // once more, since the mean was put in its place
                momentum.advance(sum, 0);
                for (int i = 0; i < sum.length; i++) {
                    sum[i] -= Math.copySign(1f, own[i]);
                }
                residual.keep(0f, 0f);
            });
        }

        @Override
        public void cancel() {
            signs.cancel();
        }
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none()
                .withKeepsMomentum(true)
                .withErrorFeedbackRefusal(
                        form == Form.VOTE
                                ? Optional.of(
                                        MajorityVote.NO_MEAN
                                                + " use sign+ef, or dlion(vote) alone, whose momentum goes on from step to step")
                                : Optional.empty());
    }

    @Override
    public String toString() {
        String weights = beta1 == 0.9f && beta2 == 0.99f
                ? ""
                : ",beta1=" + Numbers.plain(beta1) + ",beta2=" + Numbers.plain(beta2);
        return "dlion(" + form.name().toLowerCase(Locale.ROOT) + weights + ")";
    }
}
