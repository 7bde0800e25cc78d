package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;

/**
 * A broadcast along a binomial tree: in each round, everybody who has the vector gives it to somebody who has not.
 *
 * <pre>
 *   ceil(log2 P) (alpha + M beta)
 * </pre>
 */
public record TreeBroadcast() implements Algorithm {
    @Override
    public double seconds(double bytes, Network network) {
        Link link = network.slowest();
        int workers = network.workers();
        return Algorithm.rounds(workers) * link.seconds(bytes);
    }

    @Override
    public double sent(double bytes, Network network) {
        int workers = network.workers();
        return Algorithm.rounds(workers) * bytes;
    }

    @Override
    public String toString() {
        return "tree";
    }
}
