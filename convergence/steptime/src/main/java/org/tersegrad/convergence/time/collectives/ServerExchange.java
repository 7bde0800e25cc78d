package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;

/**
 * Parameter servers: every worker pushes its vector, in S parts, and pulls their sum. Whichever link is the narrower counts, the
 * worker's or that of a server, which has to take in P/S vectors.
 *
 * <pre>
 *   2 alpha + 2 max(1, P/S) M beta;   pipelined, pushing and pulling at the same time: half of the beta term
 * </pre>
 *
 * @param servers S, at least 1
 * @param pipelined whether what is pushed first is pulled while the rest is pushed
 */
public record ServerExchange(int servers, boolean pipelined) implements Algorithm {
    public ServerExchange {
        if (servers < 1) {
            throw new IllegalArgumentException("at least 1 server, not " + servers);
        }
    }

    @Override
    public double seconds(double bytes, Network network) {
        if (network.workers() == 1) {
            return 0;
        }
        Link link = network.slowest();
        double oneWay = Math.max(1, (double) network.workers() / servers) * bytes * link.beta();
        return 2 * link.alpha() + (pipelined ? 1 : 2) * oneWay;
    }

    @Override
    public double sent(double bytes, Network network) {
        return network.workers() == 1 ? 0 : bytes;
    }

    @Override
    public String toString() {
        return "server(" + servers + (pipelined ? ",pipelined=true)" : ")");
    }
}
