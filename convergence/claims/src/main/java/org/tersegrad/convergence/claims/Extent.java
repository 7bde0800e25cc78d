package org.tersegrad.convergence.claims;

import java.util.stream.LongStream;

/** The extent of a run: all of it, or a small part with the same code, for tests. */
public enum Extent {
    /** The whole claim, as the verdict needs it. */
    WHOLE,
    /** A part that takes seconds. */
    PART;

    /** Number of steps, seeds or examples. */
    public int of(int whole, int part) {
        return this == WHOLE ? whole : part;
    }

    /** Seeds 1, 2, and so on. */
    public long[] seeds(int whole, int part) {
        return LongStream.rangeClosed(1, of(whole, part)).toArray();
    }
}
