package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Network;

/** The way in which messages go around in a collective, with a formula for its time. A group of one worker takes none. */
public interface Algorithm {
    /**
     * How long it takes.
     *
     * @param bytes as in {@link org.tersegrad.convergence.time.Call}: of the whole vector, or of one worker's messages
     */
    double seconds(double bytes, Network network);

    /** What the worker sends that sends most. */
    double sent(double bytes, Network network);

    /** The rounds of an algorithm that doubles what it has reached in each: log2 of the workers, rounded up. */
    static int rounds(int workers) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(workers - 1);
    }
}
