package org.tersegrad.reducers.sync;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Stateful;

/** One tensor of a worker that exchanges models with its neighbours. */
interface GossipTensor extends Stateful {
    /** The length of the longest message. */
    int maxBytes();

    /**
     * Writes what all neighbours get of it after a step. One that throws has changed nothing.
     *
     * @param own not modified: this worker's tensor
     * @throws IllegalArgumentException if an element is not finite
     */
    void write(FloatSlice own, ByteBuffer out);

    /**
     * Takes what a neighbour has written, or this worker itself, in the order of ranks.
     *
     * @param in modified: its position moves behind it
     */
    void take(int rank, ByteBuffer in);

    /**
     * Moves towards the neighbours, once all of them have been taken.
     *
     * @param own modified: this worker's tensor
     * @param around this worker and its neighbours
     */
    void mix(FloatSlice own, int[] around);
}
