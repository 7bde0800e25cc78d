package org.tersegrad.convergence.training;

import java.util.Optional;
import org.tersegrad.reducers.internal.DescentLimits;
import org.tersegrad.reducers.model.Policy;

/**
 * One way to train: how gradients are averaged, and at which learning rate.
 *
 * @param policy how
 * @param rate if it is not that of the comparison
 */
public record Contestant(Policy policy, Optional<Float> rate) {
    public Contestant {
        rate.ifPresent(DescentLimits::requireRate);
    }

    /**
     * Parses a recipe or a policy, and perhaps a rate.
     *
     * <pre>
     *   topk(0.01)+ef      vote@0.001      vectors: dense; *: powersgd(2)+ef@0.1
     * </pre>
     */
    public static Contestant parse(String text) {
        int at = text.lastIndexOf('@');
        if (at < 0 || text.indexOf(':', at) > at) { // an @ before a colon belongs to the name of a tensor
            return new Contestant(Policy.parse(text), Optional.empty());
        }
        String rate = text.substring(at + 1).strip();
        try {
            return new Contestant(Policy.parse(text.substring(0, at)), Optional.of(Float.parseFloat(rate)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a learning rate is a number, as in vote@0.001, not " + rate, e);
        }
    }

    /** The same with this rate. */
    public Contestant withRate(float other) {
        return new Contestant(policy, Optional.of(other));
    }

    /** The name in tables and plots. */
    public String label() {
        return policy.toString();
    }
}
