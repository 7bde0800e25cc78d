package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;

/**
 * An all-gather along a ring: in each of P - 1 rounds every worker passes on the message that it got last.
 *
 * <pre>
 *   (P - 1) (alpha + m beta)
 * </pre>
 */
public record RingAllGather() implements Algorithm {
    @Override
    public double seconds(double bytes, Network network) {
        Link link = network.slowest();
        int workers = network.workers();
        return (workers - 1) * link.seconds(bytes);
    }

    @Override
    public double sent(double bytes, Network network) {
        int workers = network.workers();
        return (workers - 1) * bytes;
    }

    @Override
    public String toString() {
        return "ring";
    }
}
