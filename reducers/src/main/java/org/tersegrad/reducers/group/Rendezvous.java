package org.tersegrad.reducers.group;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * Where the workers of a group wait for each other, and show each other what they have brought.
 *
 * <p>What is brought stands in two tables that take turns. A worker that is fast fills the other one, and nobody comes to the
 * first again before all have left it.
 */
final class Rendezvous {
    private final int size;
    private final Object[][] brought;
    private final String[][] calls;
    private int waiting;
    private int ended;
    private long round;
    private Optional<Failure> failure = Optional.empty();

    /** What ended the meeting. */
    private record Failure(String what, Throwable cause) {}

    Rendezvous(int size) {
        this.size = size;
        brought = new Object[2][size];
        calls = new String[2][size];
        for (int table = 0; table < 2; table++) {
            Arrays.fill(brought[table], "");
            Arrays.fill(calls[table], "");
        }
    }

    int size() {
        return size;
    }

    /**
     * Shows something to the others and waits until all have done so.
     *
     * @param call what this worker does; the same for all
     * @return what all have brought, by rank; contents are undefined when all have met twice more
     */
    synchronized Object[] bring(int rank, String call, Object what) {
        int table = (int) (round % 2);
        brought[table][rank] = what;
        calls[table][rank] = call;
        await();
        for (int i = 0; i < size; i++) {
            if (!calls[table][i].equals(call)) {
                fail(
                        "worker " + rank + " calls " + call + " while worker " + i + " calls " + calls[table][i],
                        new IllegalStateException("workers make different calls"));
                throwFailure();
            }
        }
        return brought[table];
    }

    /** Waits until all workers are here. */
    synchronized void await() {
        if (ended > 0) {
            fail("a worker has ended while others go on", new IllegalStateException("workers make different calls"));
        }
        throwFailure();
        waiting++;
        if (waiting == size) {
            waiting = 0;
            round++;
            notifyAll();
            return;
        }
        long mine = round;
        while (round == mine && failure.isEmpty()) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                fail("a worker was interrupted", e);
            }
        }
        if (round == mine) {
            throwFailure();
        }
    }

    /** A worker has come to its end. */
    synchronized void leave(int rank) {
        ended++;
        if (waiting > 0) {
            fail(
                    "worker " + rank + " has ended while others wait for it",
                    new IllegalStateException("workers make different calls"));
        }
        notifyAll();
    }

    /** Waits until all workers have come to their end, or one has failed. */
    synchronized void awaitEnd() throws InterruptedException {
        while (ended < size && failure.isEmpty()) {
            wait();
        }
    }

    /** Ends the meeting for all and for good. The first failure is the one that is reported. */
    synchronized void fail(String what, Throwable cause) {
        if (failure.isEmpty()) {
            String why = Objects.requireNonNullElse(cause.getMessage(), cause.toString());
            failure = Optional.of(new Failure(what + ": " + why, cause));
            notifyAll();
        }
    }

    /** Throws the failure if there is one: a new exception for each who asks, since each has a stack of its own. */
    synchronized void throwFailure() {
        if (failure.isPresent()) {
            throw new GroupFailedException(failure.get().what(), failure.get().cause());
        }
    }
}
