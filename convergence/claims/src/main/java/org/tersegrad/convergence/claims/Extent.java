package org.tersegrad.convergence.claims;

import java.util.stream.LongStream;

/** How much of a claim is run: all of it, or a small part with the same code, for tests. */
public enum Extent {
    /** As the verdict needs it. */
    WHOLE,
    /** In seconds. */
    PART;

    /** How many steps, seeds or examples there are. */
    public int of(int whole, int part) {
        return this == WHOLE ? whole : part;
    }

    /** Seeds 1, 2, and so on. */
    public long[] seeds(int whole, int part) {
        return LongStream.rangeClosed(1, of(whole, part)).toArray();
    }
}
