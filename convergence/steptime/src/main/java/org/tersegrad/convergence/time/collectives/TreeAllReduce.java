package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;

/**
 * A reduction along a binomial tree, then a broadcast along the same.
 *
 * <pre>
 *   2 ceil(log2 P) (alpha + M beta) + ceil(log2 P) M gamma
 * </pre>
 */
public record TreeAllReduce() implements Algorithm {
    @Override
    public double seconds(double bytes, Network network) {
        Link link = network.slowest();
        int workers = network.workers();
        int rounds = Algorithm.rounds(workers);
        return 2 * rounds * link.seconds(bytes) + rounds * bytes * network.gamma();
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
