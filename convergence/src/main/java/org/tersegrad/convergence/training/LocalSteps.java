package org.tersegrad.convergence.training;

import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.recipes.RecipeArguments;

/**
 * Workers take steps of their own, and agree after some of them:
 *
 * <pre>
 *   D = mean over workers of (x − x_w), as a recipe sends it;   m = mu m + D;   x = x − eta (D + mu m);   x_w = x
 * </pre>
 *
 * <p>With eta = 1 and mu = 0 it is the average of all models (S. Stich, "Local SGD Converges Fast and Communicates Little", 2019),
 * with eta = 0.7 and mu = 0.9 DiLoCo (A. Douillard and others, 2023). Whatever workers know beside the model, such as the momentum of
 * their own steps, stays with them.
 *
 * @param period steps from one agreement to the next, 1 or more
 * @param longest the period doubles after each epoch up to this one; the same as {@code period} for none of that
 * @param rate eta, above 0
 * @param momentum mu, 0 to below 1
 * @param fragments parts of the model that take turns, so that less is sent at once; from 1 to the period
 */
public record LocalSteps(int period, int longest, float rate, float momentum, int fragments)
        implements Synchronization {
    private static final float OUTER_RATE = 0.7f;
    private static final float OUTER_MOMENTUM = 0.9f;

    public LocalSteps {
        if (period < 1 || longest < period) {
            throw new IllegalArgumentException(
                    "a period is 1 or more and does not shrink, this is " + period + " to " + longest);
        }
        Settings.requireRate(rate);
        Settings.requireMomentum(momentum);
        if (fragments < 1 || fragments > period) {
            throw new IllegalArgumentException("fragments: 1 to the period " + period + ", not " + fragments);
        }
    }

    /** The average of all models after so many steps. */
    public static LocalSteps of(int period) {
        return new LocalSteps(period, period, 1, 0, 1);
    }

    static LocalSteps local(RecipeArguments a) {
        int period = a.asInt("period");
        return new LocalSteps(period, a.asInt("to", period), 1, 0, 1);
    }

    static LocalSteps diloco(RecipeArguments a) {
        int period = a.asInt("period");
        return new LocalSteps(
                period,
                period,
                a.asFloat("rate", OUTER_RATE),
                a.asFloat("momentum", OUTER_MOMENTUM),
                a.asInt("fragments", 1));
    }

    /** Whether a fragment is agreed upon after a step, counted from 1. */
    boolean isDue(int step, int fragment, int stepsPerEpoch) {
        int epoch = (step - 1) / stepsPerEpoch;
        long now = Math.min(longest, (long) period << Math.min(epoch, Integer.SIZE));
        return (step + now * fragment / fragments) % now == 0;
    }

    /** Whether workers have nothing of their own: an average of models after one step is one of gradients. */
    boolean isEveryStep() {
        return longest == 1 && rate == 1 && momentum == 0;
    }

    @Override
    public String toString() {
        if (rate == 1 && momentum == 0) {
            return "local(" + period + (longest > period ? ",to=" + longest : "") + ")";
        }
        return "diloco(" + period
                + (rate == OUTER_RATE ? "" : ",rate=" + Numbers.plain(rate))
                + (momentum == OUTER_MOMENTUM ? "" : ",momentum=" + Numbers.plain(momentum))
                + (fragments == 1 ? "" : ",fragments=" + fragments)
                + ")";
    }
}
