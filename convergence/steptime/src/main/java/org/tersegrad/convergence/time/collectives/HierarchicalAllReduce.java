package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;

/**
 * An all-reduce with regard for nodes: a reduce-scatter along a ring inside each of N nodes of L workers, an all-reduce along a
 * ring between workers that have the same part, and an all-gather inside each node. The L rings between nodes share one link a
 * node, or have one each.
 *
 * <pre>
 *   2 (L - 1) a_i + 2 (L - 1)/L M b_i + 2 (N - 1) a_e + 2 (N - 1)/N M b_e,   b_e / L with a link for each worker
 *   and gamma ((L - 1)/L M + (N - 1)/N M/L)
 * </pre>
 *
 * @param linkEach whether each worker of a node has its own link to other nodes
 */
public record HierarchicalAllReduce(boolean linkEach) implements Algorithm {
    @Override
    public double seconds(double bytes, Network network) {
        int node = network.perNode();
        int nodes = network.nodes();
        Link inner = network.inner();
        Link outer = network.link();
        double part = bytes / node;
        double onTheLink = linkEach ? part : bytes;
        double inside = (node - 1) * (2 * inner.seconds(part) + part * network.gamma());
        double between = (nodes - 1) * (2 * outer.seconds(onTheLink / nodes) + part / nodes * network.gamma());
        return inside + between;
    }

    @Override
    public double sent(double bytes, Network network) {
        int node = network.perNode();
        int nodes = network.nodes();
        double part = bytes / node;
        return 2 * (node - 1) * part + 2 * (nodes - 1.0) / nodes * part;
    }

    @Override
    public String toString() {
        return linkEach ? "hierarchical(linkeach=true)" : "hierarchical";
    }
}
