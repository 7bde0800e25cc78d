package org.tersegrad.convergence.time;

/**
 * One call of a group's collectives.
 *
 * @param kind which one
 * @param bytes of the whole vector in a sum, a maximum or a broadcast; else what one worker has for the others and for itself
 */
public record Call(Kind kind, double bytes) {
    /** The collectives that reducers call. */
    public enum Kind {
        /** A sum, or a maximum, that everybody gets. */
        ALL_REDUCE,
        /** A sum of which everybody gets a part. */
        REDUCE_SCATTER,
        /** One worker's vector for everybody. */
        BROADCAST,
        /** Everybody's message for everybody. */
        ALL_GATHER,
        /** A message from everybody to everybody else. */
        ALL_TO_ALL
    }

    public Call {
        if (!(bytes >= 0 && bytes < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a call of 0 bytes or more, not " + bytes);
        }
    }
}
