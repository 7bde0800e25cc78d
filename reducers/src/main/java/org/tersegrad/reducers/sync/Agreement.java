package org.tersegrad.reducers.sync;

import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Stateful;

/**
 * One worker's part in keeping the models of a group together, step after step: a {@link Synchronization} at work. One on each
 * worker; all workers make the same calls together.
 *
 * <pre>{@code
 * Agreement agreement = LocalSteps.diloco(50).start(reductions, model);
 * for (...) {
 *     trainLocally(model);             // a step of your optimizer
 *     agreement.afterStep(model);      // exchanges when due; changes the parameters in place
 * }
 * agreement.finish(model);
 * }</pre>
 *
 * <p>Its state is a part of a checkpoint, beside the parameters and the optimizer, which are the caller's.
 *
 * <p>If a worker's parameters have NaN, infinity or other lengths, the exchange ends on all workers with the same
 * {@link org.tersegrad.reducers.group.RefusedException}. No worker's parameters change, and training may go on: the next exchange
 * includes what this one would have sent.
 */
public interface Agreement extends Stateful {
    /**
     * Ends a step of this worker's optimizer.
     *
     * @param parameters of each tensor, in the order of the model; modified where an exchange ends in this step
     * @return the number of bits that this worker sent for the exchanges that ended
     */
    long afterStep(List<FloatSlice> parameters);

    /**
     * Ends an exchange that is under way, if any. Called after the last step.
     *
     * @param parameters as in {@link #afterStep}
     * @return the number of bits that this worker sent for it
     */
    default long finish(List<FloatSlice> parameters) {
        return 0;
    }
}
