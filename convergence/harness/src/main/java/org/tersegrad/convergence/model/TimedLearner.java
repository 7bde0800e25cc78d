package org.tersegrad.convergence.model;

import java.util.List;
import java.util.function.LongSupplier;

/** A learner that can say how long each layer of its model takes. */
public interface TimedLearner extends Learner {
    /**
     * The times of one gradient, in nanoseconds.
     *
     * @param forward from the examples to the loss
     * @param backward for each tensor, in the order of the model: from the gradient before it, in the order of the backward pass, to
     *     its own. Of the tensors of one layer the last one has all of it
     */
    record Times(long forward, List<Long> backward) {
        public Times {
            backward = List.copyOf(backward);
        }
    }

    /**
     * As {@link Learner#gradient}, with a look at the clock after each layer.
     *
     * @param gradient modified: overwritten with the gradient
     * @param clock in nanoseconds
     */
    Times times(float[] parameters, int[] examples, int from, int count, float[] gradient, LongSupplier clock);
}
