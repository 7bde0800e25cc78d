package org.tersegrad.convergence.training.sync;

import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.reducers.sync.Synchronization;

/**
 * A server has the model, and workers do not wait for each other in every step: a gradient counts as soon as it is there, though
 * the model has moved on since the worker got it.
 *
 * <pre>
 *   worker w:   g = gradient at the model it got;  sends C(g)
 *   server:     one step of the optimizer along C(g), at 1/n of the rate for n workers
 *   worker w:   gets the model of now, and begins its next step, unless it is more than s steps ahead of the slowest worker
 * </pre>
 *
 * <p>With a bound s this is stale-synchronous training (Q. Ho and others, "More Effective Distributed ML via a Stale Synchronous
 * Parallel Parameter Server", 2013), without one asynchronous training (B. Recht and others, "Hogwild!", 2011). With s = 0 all
 * workers wait for each other, and all gradients of a step are at the same model. Without momentum that is {@link EveryStep}, but for
 * float rounding; with momentum it is not, since the server makes n smaller steps instead of one. Time is virtual: {@link StepTimes} says when a gradient is there, and sending takes none.
 *
 * @param slack the s, 0 or more; {@link #UNBOUNDED} for asynchronous training
 * @param times how long steps take
 */
public record StaleSteps(int slack, StepTimes times) implements Synchronization {
    /** No worker ever waits. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    public StaleSteps {
        if (slack < 0) {
            throw new IllegalArgumentException("a worker is at least 0 steps ahead of the slowest one, not " + slack);
        }
    }

    static StaleSteps bounded(RecipeArguments a) {
        return new StaleSteps(a.asInt("slack"), times(a));
    }

    static StaleSteps unbounded(RecipeArguments a) {
        return new StaleSteps(UNBOUNDED, times(a));
    }

    private static StepTimes times(RecipeArguments a) {
        return a.has("times") ? StepTimes.parse(a.asText("times")) : StepTimes.constant();
    }

    @Override
    public String toString() {
        String at = times.equals(StepTimes.constant()) ? "" : "times=" + times;
        if (slack == UNBOUNDED) {
            return at.isEmpty() ? "asp" : "asp(" + at + ")";
        }
        return "ssp(" + slack + (at.isEmpty() ? "" : "," + at) + ")";
    }
}
