package org.tersegrad.convergence.group;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** Where the workers of a group wait for each other, and show each other what they have brought. */
final class Meeting {
    private final int size;
    private final Object[] brought;
    private final String[] calls;
    private int waiting;
    private int ended;
    private long round;
    private Optional<GroupFailedException> failure = Optional.empty();

    Meeting(int size) {
        this.size = size;
        brought = new Object[size];
        calls = new String[size];
        Arrays.fill(calls, "");
        Arrays.fill(brought, "");
    }

    int size() {
        return size;
    }

    /**
     * Shows something to the others and waits until all have done so.
     *
     * @param call what this worker does; the same for all
     */
    synchronized void bring(int rank, String call, Object what) {
        brought[rank] = what;
        calls[rank] = call;
        await();
        for (int i = 0; i < size; i++) {
            if (!calls[i].equals(call)) {
                fail(
                        "worker " + rank + " calls " + call + " while worker " + i + " calls " + calls[i],
                        new IllegalStateException("workers make different calls"));
                throw broken();
            }
        }
    }

    /** What another worker brought to the meeting at hand. */
    synchronized <T> T of(int rank, Class<T> type) {
        return type.cast(brought[rank]);
    }

    /** Waits until all workers are here. */
    synchronized void await() {
        if (failure.isEmpty() && ended > 0) {
            fail("a worker has ended while others go on", new IllegalStateException("workers make different calls"));
        }
        if (failure.isPresent()) {
            throw broken();
        }
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
            throw broken();
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
    }

    /** Ends the meeting for all. The first failure is the one that is reported. */
    synchronized void fail(String what, Throwable cause) {
        if (failure.isEmpty()) {
            failure = Optional.of(new GroupFailedException(
                    what + ": " + Objects.requireNonNullElse(cause.getMessage(), cause.toString()), cause));
            notifyAll();
        }
    }

    synchronized void throwFailure() {
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    private static MeetingBrokenException broken() {
        return new MeetingBrokenException("another worker of the group has failed");
    }
}
