package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;

/**
 * A reduce-scatter along a ring: in each of P - 1 rounds every worker adds a part that it got and passes it on.
 *
 * <pre>
 *   (P - 1) (alpha + M/P (beta + gamma))
 * </pre>
 */
public record RingReduceScatter() implements Algorithm {
    @Override
    public double seconds(double bytes, Network network) {
        Link link = network.slowest();
        int workers = network.workers();
        return (workers - 1) * (link.seconds(bytes / workers) + bytes / workers * network.gamma());
    }

    @Override
    public double sent(double bytes, Network network) {
        int workers = network.workers();
        return (workers - 1) * bytes / workers;
    }

    @Override
    public String toString() {
        return "ring";
    }
}
