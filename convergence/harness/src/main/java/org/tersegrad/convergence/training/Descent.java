package org.tersegrad.convergence.training;

import java.util.List;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.reducers.internal.DescentLimits;

/**
 * The rule that turns averaged gradients into steps. It prints in words, as in {@code sgd, momentum 0.9, weight decay 0.0001}.
 *
 * @param optimizer what becomes of averaged gradients
 * @param rate the learning rate of recipes for which none is given or known
 * @param momentum the mu of {@link Optimizer}
 * @param schedule how the rate changes from step to step
 * @param weightDecay the lambda of {@link Optimizer}, 0 or more
 * @param nesterov whether {@code sgd} makes its steps along Nesterov's momentum
 */
public record Descent(
        Optimizer optimizer, float rate, float momentum, Schedule schedule, float weightDecay, boolean nesterov) {
    public Descent {
        DescentLimits.requireRate(rate);
        DescentLimits.requireMomentum(momentum);
        if (!(weightDecay >= 0 && weightDecay < Float.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("weight decay is 0 or more, this is " + weightDecay);
        }
        if (nesterov && (optimizer.kind() != Optimizer.Kind.SGD || momentum == 0)) {
            throw new IllegalArgumentException("Nesterov's momentum is for sgd with a momentum above 0, this is "
                    + optimizer + " with momentum " + momentum);
        }
    }

    /** The optimizer at its start, for the tensors of a model. */
    public Optimizer.State state(List<ModelTensor> tensors) {
        return optimizer.state(tensors, weightDecay, nesterov);
    }

    @Override
    public String toString() {
        return optimizer
                + (nesterov ? ", Nesterov momentum " : ", momentum ")
                + momentum
                + (weightDecay > 0 ? ", weight decay " + weightDecay : "");
    }
}
