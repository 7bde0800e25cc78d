package org.tersegrad.convergence.training.sync;

import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.convergence.internal.DescentLimits;

/**
 * Workers take steps of their own, and agree after some of them: {@code D = mean over workers of (x − x_w)}, as a recipe sends it,
 * is the gradient of an {@link OuterStep}, and {@code x_w = x} afterwards.
 *
 * <p>With the average it is local SGD (S. Stich, "Local SGD Converges Fast and Communicates Little", 2019), with Nesterov's momentum
 * DiLoCo (A. Douillard and others, 2023). FedAvg (H. B. McMahan and others, 2017) and its kin count a worker by its examples, and
 * workers may be {@link Clients} that come and go. Whatever workers know beside the model, such as the momentum of their own
 * steps, stays with them; clients that come and go begin each round without momentum.
 *
 * @param period steps from one agreement to the next, 1 or more
 * @param longest the period doubles after each epoch up to this one; the same as {@code period} for none of that
 * @param outer what becomes of the mean difference
 * @param rate of the outer step, above 0
 * @param momentum of the outer step, 0 to below 1
 * @param fragments parts of the model that take turns, so that less is sent at once; from 1 to the period
 * @param clients who takes part in a round
 */
public record LocalSteps(
        int period, int longest, OuterStep outer, float rate, float momentum, int fragments, Clients clients)
        implements Synchronization {
    public LocalSteps {
        if (period < 1 || longest < period) {
            throw new IllegalArgumentException(
                    "a period is 1 or more and does not shrink, this is " + period + " to " + longest);
        }
        DescentLimits.requireRate(rate);
        DescentLimits.requireMomentum(momentum);
        if (fragments < 1 || fragments > period) {
            throw new IllegalArgumentException("fragments: 1 to the period " + period + ", not " + fragments);
        }
        if (fragments > 1 && !clients.equals(Clients.ALL)) {
            throw new IllegalArgumentException(
                    "clients that come and go send whole differences, not " + fragments + " fragments");
        }
    }

    /** The average of all models after so many steps. */
    public static LocalSteps of(int period) {
        return new LocalSteps(period, period, OuterStep.LOCAL, 1, 0, 1, Clients.ALL);
    }

    static LocalSteps parse(OuterStep outer, RecipeArguments a) {
        int period = a.asInt("period");
        return new LocalSteps(
                period,
                a.asInt("to", period),
                outer,
                a.asFloat("rate", outer.usualRate()),
                a.asFloat("momentum", outer.usualMomentum()),
                a.asInt("fragments", 1),
                Clients.parse(a));
    }

    /** Whether a fragment is agreed upon after a step, counted from 1. */
    public boolean isDue(int step, int fragment, int stepsPerEpoch) {
        int epoch = (step - 1) / stepsPerEpoch;
        long now = Math.min(longest, (long) period << Math.min(epoch, Integer.SIZE));
        return (step + now * fragment / fragments) % now == 0;
    }

    /** An average of models after one step is one of gradients. */
    @Override
    public boolean isEveryStep() {
        return longest == 1 && outer == OuterStep.LOCAL;
    }

    @Override
    public String toString() {
        return outer + "(" + period
                + (longest > period ? ",to=" + longest : "")
                + (rate == outer.usualRate() ? "" : ",rate=" + Numbers.plain(rate))
                + (momentum == outer.usualMomentum() ? "" : ",momentum=" + Numbers.plain(momentum))
                + (fragments == 1 ? "" : ",fragments=" + fragments)
                + clients
                + ")";
    }
}
