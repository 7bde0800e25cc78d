package org.tersegrad.reducers.group;

/**
 * A worker could not take part in a step, and all workers give it up. Every worker gets one with the same message, which names
 * the worker and its reason; the group goes on.
 */
public final class RefusedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** The worker that rejected. */
    private final int rank;

    /**
     * A rejection.
     *
     * @param rank of the worker that rejected
     * @param why its reason
     */
    public RefusedException(int rank, String why) {
        super("worker " + rank + " refused: " + why);
        this.rank = rank;
    }

    /** The worker that rejected; the first one if there were several. */
    public int rank() {
        return rank;
    }
}
