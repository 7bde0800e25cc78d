package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Network;

/**
 * Gossip: a worker gives its vector to its neighbours, one after the other. It does not sum up over all, so its time does not
 * depend on how many there are.
 *
 * <pre>
 *   g (alpha + M beta)
 * </pre>
 *
 * @param neighbours g, at least 1; in a smaller group, all others
 */
public record GossipExchange(int neighbours) implements Algorithm {
    public GossipExchange {
        if (neighbours < 1) {
            throw new IllegalArgumentException("at least 1 neighbour, not " + neighbours);
        }
    }

    private int met(Network network) {
        return Math.min(neighbours, network.workers() - 1);
    }

    @Override
    public double seconds(double bytes, Network network) {
        return met(network) * network.slowest().seconds(bytes);
    }

    @Override
    public double sent(double bytes, Network network) {
        return met(network) * bytes;
    }

    @Override
    public String toString() {
        return "gossip(" + neighbours + ")";
    }
}
