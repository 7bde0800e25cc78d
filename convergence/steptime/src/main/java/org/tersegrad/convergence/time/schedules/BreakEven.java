package org.tersegrad.convergence.time.schedules;

import org.tersegrad.convergence.time.Network;

/**
 * The bandwidth below which compression pays: the slower a link, the more a smaller message saves, and what encoding takes does not
 * depend on the link. If nothing overlaps and messages have no delay, it has a closed form:
 *
 * <pre>
 *   B* = 8 (V_dense - V_compressed) / (t_encode + t_add)
 * </pre>
 */
public final class BreakEven {
    private static final double LEAST = 1;
    private static final double MOST = 1e15;

    /** They leave a ten-thousandth of the bandwidth open, in which times are straight lines. Every one takes two steps of the model. */
    private static final int HALVINGS = 18;

    private BreakEven() {}

    /**
     * The largest bandwidth at which one way to train is faster than another, found by bisection and a last straight line.
     *
     * @param compressed the way that is to pay, on a network whose bandwidth does not matter
     * @param dense the way to be beaten
     * @return bits a second; 0 if it pays on no network, infinite if on all up to 10^15 bit/s
     */
    public static double bandwidth(Step compressed, Schedule its, Step dense, Schedule other) {
        double whereItPays = difference(compressed, its, dense, other, LEAST);
        if (whereItPays >= 0) {
            return 0;
        }
        double whereNot = difference(compressed, its, dense, other, MOST);
        if (whereNot < 0) {
            return Double.POSITIVE_INFINITY;
        }
        double pays = LEAST;
        double doesNot = MOST;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = Math.sqrt(pays * doesNot);
            double there = difference(compressed, its, dense, other, middle);
            if (there < 0) {
                pays = middle;
                whereItPays = there;
            } else {
                doesNot = middle;
                whereNot = there;
            }
        }
        return pays + (doesNot - pays) * whereItPays / (whereItPays - whereNot);
    }

    /** Seconds that the first way takes longer than the second. */
    private static double difference(Step compressed, Schedule its, Step dense, Schedule other, double bandwidth) {
        Network one = compressed.network().withBandwidth(bandwidth);
        Network two = dense.network().withBandwidth(bandwidth);
        return its.timeline(compressed.on(one)).secondsPerStep()
                - other.timeline(dense.on(two)).secondsPerStep();
    }
}
