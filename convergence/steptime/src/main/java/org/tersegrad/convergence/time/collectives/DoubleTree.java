package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;

/**
 * A reduction and a broadcast along two binary trees at once, each for one half of the vector, in c pieces that follow each
 * other. The leaves of one tree are the inner workers of the other, so nobody sends more than the whole vector each way.
 *
 * <pre>
 *   2 (h + c - 1) (alpha + M/c beta) + (h + c - 1) M/c gamma,   h = floor(log2 P) the height of the trees
 * </pre>
 *
 * <p>The term with gamma counts two children for every inner worker. Where one has only one child, it is a little less.
 *
 * @param pieces c, at least 1
 */
public record DoubleTree(int pieces) implements Algorithm {
    public DoubleTree {
        if (pieces < 1) {
            throw new IllegalArgumentException("a double tree in at least 1 piece, not " + pieces);
        }
    }

    @Override
    public double seconds(double bytes, Network network) {
        if (network.workers() == 1) {
            return 0;
        }
        Link link = network.slowest();
        int height = Algorithm.rounds(Integer.highestOneBit(network.workers()));
        double piece = bytes / pieces;
        return (height + pieces - 1) * (2 * link.seconds(piece) + piece * network.gamma());
    }

    /** Up one half in each tree; down a half to each of two children. */
    @Override
    public double sent(double bytes, Network network) {
        return network.workers() == 1 ? 0 : network.workers() == 2 ? bytes : 2 * bytes;
    }

    @Override
    public String toString() {
        return "double-tree(" + pieces + ")";
    }
}
