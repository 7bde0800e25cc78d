package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;

/**
 * An all-to-all in P - 1 rounds: in round i, every worker sends to the one i after it.
 *
 * <pre>
 *   (P - 1) (alpha + m/P beta)
 * </pre>
 */
public record PairwiseAllToAll() implements Algorithm {
    @Override
    public double seconds(double bytes, Network network) {
        Link link = network.slowest();
        int workers = network.workers();
        return (workers - 1) * link.seconds(bytes / workers);
    }

    @Override
    public double sent(double bytes, Network network) {
        int workers = network.workers();
        return (workers - 1) * bytes / workers;
    }

    @Override
    public String toString() {
        return "pairwise";
    }
}
