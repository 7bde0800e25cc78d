package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;

/**
 * The all-gather of J. Bruck: in round i, every worker gives all that it has, up to 2^i messages, to the one 2^i before it.
 *
 * <pre>
 *   ceil(log2 P) alpha + (P - 1) m beta
 * </pre>
 */
public record BruckAllGather() implements Algorithm {
    @Override
    public double seconds(double bytes, Network network) {
        Link link = network.slowest();
        int workers = network.workers();
        return Algorithm.rounds(workers) * link.alpha() + (workers - 1) * bytes * link.beta();
    }

    @Override
    public double sent(double bytes, Network network) {
        int workers = network.workers();
        return (workers - 1) * bytes;
    }

    @Override
    public String toString() {
        return "bruck";
    }
}
