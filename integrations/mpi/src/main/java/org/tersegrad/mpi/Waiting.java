package org.tersegrad.mpi;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for others with a limit. MPI moves bytes only while it is asked, so a waiting thread polls: at first as often as other
 * threads let it, since most messages come soon, and later with short breaks.
 */
final class Waiting {
    private static final long EAGER_NANOS = 20_000_000;
    private static final long BREAK_NANOS = 50_000;

    private final Duration limit;
    private long moved = System.nanoTime();

    Waiting(Duration limit) {
        this.limit = limit;
    }

    /** Counts from now on. */
    void somethingMoved() {
        moved = System.nanoTime();
    }

    /** Waits a moment; returns whether the limit has not been reached. */
    @SuppressWarnings("ThreadPriorityCheck") // the sender may need this core; nothing relies on it
    boolean goesOn() {
        long waited = System.nanoTime() - moved;
        if (waited < EAGER_NANOS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(BREAK_NANOS);
        }
        return waited < limit.toNanos();
    }

    @Override
    public String toString() {
        return "nothing has come for " + limit.toMillis() + " ms";
    }
}
