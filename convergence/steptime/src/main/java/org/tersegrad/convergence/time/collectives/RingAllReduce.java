package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Network;

/**
 * An all-reduce along a ring: a reduce-scatter, then an all-gather of the parts. No other takes less bandwidth, and none takes
 * more rounds.
 *
 * <pre>
 *   2 (P - 1) alpha + 2 (P - 1)/P M beta + (P - 1)/P M gamma
 * </pre>
 */
public record RingAllReduce() implements Algorithm {
    private static final Algorithm SCATTER = new RingReduceScatter();
    private static final Algorithm GATHER = new RingAllGather();

    @Override
    public double seconds(double bytes, Network network) {
        return SCATTER.seconds(bytes, network) + GATHER.seconds(bytes / network.workers(), network);
    }

    @Override
    public double sent(double bytes, Network network) {
        return SCATTER.sent(bytes, network) + GATHER.sent(bytes / network.workers(), network);
    }

    @Override
    public String toString() {
        return "ring";
    }
}
