package org.tersegrad.reducers.internal;

/** Limits of learning rates and momenta, for a worker's steps and for outer steps. */
public final class DescentLimits {
    private DescentLimits() {}

    /** Rejects a learning rate that is not above 0. */
    public static void requireRate(float rate) {
        if (!(rate > 0 && rate < Float.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a learning rate is above 0, this is " + rate);
        }
    }

    /** Rejects a momentum that is not at least 0 and below 1. */
    public static void requireMomentum(float momentum) {
        if (!(momentum >= 0 && momentum < 1)) {
            throw new IllegalArgumentException("momentum is at least 0 and below 1, this is " + momentum);
        }
    }
}
