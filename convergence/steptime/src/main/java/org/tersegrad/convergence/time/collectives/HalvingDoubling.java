package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;

/**
 * The all-reduce of R. Rabenseifner: a reduce-scatter in which workers P/2, P/4, ..., 1 apart exchange one half of what they still
 * have, then an all-gather that goes the same way back.
 *
 * <pre>
 *   2 log2 P alpha + 2 (P - 1)/P M beta + (P - 1)/P M gamma
 * </pre>
 *
 * <p>If P is not a power of 2, this is what the largest power below does, and the others take {@code 2 (alpha + M beta) + M gamma}
 * more, as in {@link RecursiveDoubling}.
 */
public record HalvingDoubling() implements Algorithm {
    @Override
    public double seconds(double bytes, Network network) {
        Link link = network.slowest();
        int workers = network.workers();
        int power = Integer.highestOneBit(workers);
        double share = (power - 1.0) / power * bytes;
        double folding = workers == power ? 0 : 2 * link.seconds(bytes) + bytes * network.gamma();
        return 2 * Algorithm.rounds(power) * link.alpha() + share * (2 * link.beta() + network.gamma()) + folding;
    }

    @Override
    public double sent(double bytes, Network network) {
        int workers = network.workers();
        int power = Integer.highestOneBit(workers);
        return 2 * (power - 1.0) / power * bytes + (workers == power ? 0 : bytes);
    }

    @Override
    public String toString() {
        return "halving";
    }
}
