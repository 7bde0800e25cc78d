package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;

/**
 * An all-reduce in which workers 1, 2, 4, ... apart exchange whole vectors and add them. The fewest rounds, for short vectors.
 *
 * <pre>
 *   log2 P (alpha + M beta + M gamma)
 * </pre>
 *
 * <p>If P is not a power of 2, those beyond the largest power give their vectors to others at first and get the sum at last:
 * {@code 2 (alpha + M beta) + M gamma} more.
 */
public record RecursiveDoubling() implements Algorithm {
    @Override
    public double seconds(double bytes, Network network) {
        Link link = network.slowest();
        int workers = network.workers();
        int power = Integer.highestOneBit(workers);
        double adding = bytes * network.gamma();
        double folding = workers == power ? 0 : 2 * link.seconds(bytes) + adding;
        return Algorithm.rounds(power) * (link.seconds(bytes) + adding) + folding;
    }

    @Override
    public double sent(double bytes, Network network) {
        int workers = network.workers();
        int power = Integer.highestOneBit(workers);
        return Algorithm.rounds(power) * bytes + (workers == power ? 0 : bytes);
    }

    @Override
    public String toString() {
        return "doubling";
    }
}
