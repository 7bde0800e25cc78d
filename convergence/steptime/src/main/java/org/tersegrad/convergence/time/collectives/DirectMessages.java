package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Network;

/**
 * Messages between a worker and P - 1 partners, one after the other: a pair in a tree, or a server and all others.
 *
 * <pre>
 *   (P - 1) alpha + m beta,   m the bytes of all these messages
 * </pre>
 */
public record DirectMessages() implements Algorithm {
    @Override
    public double seconds(double bytes, Network network) {
        int partners = network.workers() - 1;
        return partners == 0
                ? 0
                : partners * network.slowest().alpha()
                        + bytes * network.slowest().beta();
    }

    @Override
    public double sent(double bytes, Network network) {
        return network.workers() == 1 ? 0 : bytes;
    }

    @Override
    public String toString() {
        return "direct";
    }
}
