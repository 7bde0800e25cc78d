package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;

/** One tensor of a worker that talks to its neighbours. */
interface GossipTensor {
    /** No message is longer. */
    int maxBytes();

    /** Writes what all neighbours get of it after a step. */
    void write(ByteBuffer out);

    /**
     * Takes what a neighbour has written, or this worker itself, in the order of ranks.
     *
     * @param in modified: its position moves behind it
     */
    void take(int rank, ByteBuffer in);

    /**
     * Moves towards the neighbours, once all of them have been taken.
     *
     * @param around this worker and its neighbours
     */
    void mix(int[] around);

    /** How many bytes {@link #save} writes. */
    int bytes();

    /** Writes what the next steps depend on beside the parameters. */
    void save(ByteBuffer out);

    /** Reads that. */
    void restore(ByteBuffer in);
}
