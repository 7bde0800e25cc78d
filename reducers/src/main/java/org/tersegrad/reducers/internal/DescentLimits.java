package org.tersegrad.reducers.internal;

/** What rates and momenta can be, of a worker's steps and of an outer one's. */
public final class DescentLimits {
    private DescentLimits() {}

    /** Refuses a learning rate that is not above 0. */
    public static void requireRate(float rate) {
        if (!(rate > 0 && rate < Float.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a learning rate is above 0, this is " + rate);
        }
    }

    /** Refuses a momentum that is not at least 0 and below 1. */
    public static void requireMomentum(float momentum) {
        if (!(momentum >= 0 && momentum < 1)) {
            throw new IllegalArgumentException("momentum is at least 0 and below 1, this is " + momentum);
        }
    }
}
