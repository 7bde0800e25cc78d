package org.tersegrad.convergence.time;

/**
 * One call of a group's collectives.
 *
 * @param kind which one
 * @param bytes of the whole vector in a sum, a maximum or a broadcast; else what one worker has for the others and for itself
 * @param workers how many take part; {@link #EVERYBODY} if all do
 */
public record Call(Kind kind, double bytes, int workers) {
    /** Stands for all workers in place of a number. */
    public static final int EVERYBODY = 0;

    /** The collectives that reducers call. */
    public enum Kind {
        /** A sum, or a maximum, for all workers. */
        ALL_REDUCE,
        /** A sum of which each worker gets a part. */
        REDUCE_SCATTER,
        /** One worker's vector for all. */
        BROADCAST,
        /** The messages of all workers for all. */
        ALL_GATHER,
        /** A message from each worker to each other one. */
        ALL_TO_ALL,
        /**
         * Messages between some workers only. The bytes are those of the busiest link, and those who take part are the worker with
         * most partners and these.
         */
        DIRECT
    }

    public Call {
        if (!(bytes >= 0 && bytes < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a call of 0 bytes or more, not " + bytes);
        }
        if (workers < 0) {
            throw new IllegalArgumentException("a call of 0 workers, for all, or more, not " + workers);
        }
    }

    /** A call in which all workers take part. */
    public Call(Kind kind, double bytes) {
        this(kind, bytes, EVERYBODY);
    }

    /** The same call with another number of bytes. */
    public Call withBytes(double other) {
        return new Call(kind, other, workers);
    }

    /** Whether two calls can be made as one. */
    boolean isLike(Call other) {
        return kind == other.kind && workers == other.workers;
    }
}
