package org.tersegrad.reducers.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Meeting point of the workers of a group, where they exchange what they have brought.
 *
 * <p>Contributions are in two tables that take turns: a fast worker fills the other one, and no worker comes back to the first
 * before all have left it.
 *
 * <p>A group may be split into parts, each with a place of its own. One monitor and one failure are common to all of them.
 */
final class Rendezvous {
    private final int size;
    /** The workers that meet here, by their ranks in the whole group. */
    private final int[] members;

    private final Common common;
    private final Object[][] brought;
    private final String[][] calls;
    private int waiting;
    private int ended;
    private long round;

    /** State shared by a group and its parts; its monitor is that of all. */
    private static final class Common {
        private final List<Rendezvous> places = new ArrayList<>();
        private Optional<Failure> failure = Optional.empty();
    }

    /** The contribution of a worker that cannot take part. */
    record Refusal(String why) {}

    /** The end of the meeting, and its cause. */
    private record Failure(String what, Throwable cause) {}

    /** A meeting of a whole group. */
    Rendezvous(int size) {
        this(identity(size), new Common());
    }

    private Rendezvous(int[] members, Common common) {
        this.size = members.length;
        this.members = members;
        this.common = common;
        brought = new Object[2][size];
        calls = new String[2][size];
        for (int table = 0; table < 2; table++) {
            Arrays.fill(brought[table], "");
            Arrays.fill(calls[table], "");
        }
        synchronized (common) {
            common.places.add(this);
        }
    }

    private static int[] identity(int size) {
        int[] ranks = new int[size];
        Arrays.setAll(ranks, rank -> rank);
        return ranks;
    }

    /**
     * A place for some of the workers that meet here.
     *
     * @param ranks not modified: theirs here, ascending
     */
    Rendezvous part(int[] ranks) {
        int[] its = new int[ranks.length];
        Arrays.setAll(its, i -> members[ranks[i]]);
        return new Rendezvous(its, common);
    }

    int size() {
        return size;
    }

    /** Whether some of the workers have places of their own. */
    boolean isSplit() {
        synchronized (common) {
            return common.places.size() > 1;
        }
    }

    /**
     * Shows something to the others and waits until all have done so.
     *
     * @param call what this worker does; the same for all
     * @return what all have brought, by rank; contents are undefined when all have met twice more
     * @throws RefusedException if a worker has brought a rejection, and this one has not
     */
    Object[] bring(int rank, String call, Object what) {
        synchronized (common) {
            int table = (int) (round % 2);
            brought[table][rank] = what;
            calls[table][rank] = call;
            await();
            if (what instanceof Refusal) {
                return brought[table];
            }
            for (int i = 0; i < size; i++) {
                if (brought[table][i] instanceof Refusal refusal) {
                    throw new RefusedException(i, refusal.why());
                }
            }
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
    }

    /** Waits until all workers are here. */
    void await() {
        synchronized (common) {
            if (ended > 0) {
                fail(
                        "a worker has ended while others go on",
                        new IllegalStateException("workers make different calls"));
            }
            throwFailure();
            waiting++;
            if (waiting == size) {
                waiting = 0;
                round++;
                common.notifyAll();
                return;
            }
            long mine = round;
            while (round == mine && common.failure.isEmpty()) {
                try {
                    common.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    fail("a worker was interrupted", e);
                }
            }
            if (round == mine) {
                throwFailure();
            }
        }
    }

    /** A worker of the whole group has come to its end. */
    void leave(int rank) {
        synchronized (common) {
            for (Rendezvous place : common.places) {
                if (Arrays.binarySearch(place.members, rank) >= 0) {
                    place.ended++;
                    if (place.waiting > 0) {
                        fail(
                                "worker " + rank + " has ended while others wait for it",
                                new IllegalStateException("workers make different calls"));
                    }
                }
            }
            common.notifyAll();
        }
    }

    /** Waits until all workers have come to their end, or one has failed. */
    void awaitEnd() throws InterruptedException {
        synchronized (common) {
            while (ended < size && common.failure.isEmpty()) {
                common.wait();
            }
        }
    }

    /** Ends the meeting for all and for good, parts included. The first failure is the one that is reported. */
    void fail(String what, Throwable cause) {
        synchronized (common) {
            if (common.failure.isEmpty()) {
                String why = Objects.requireNonNullElse(cause.getMessage(), cause.toString());
                common.failure = Optional.of(new Failure(what + ": " + why, cause));
                common.notifyAll();
            }
        }
    }

    /** Throws the failure if there is one: a new exception for each who asks, since each has a stack of its own. */
    void throwFailure() {
        synchronized (common) {
            if (common.failure.isPresent()) {
                Failure failure = common.failure.get();
                throw new GroupFailedException(failure.what(), failure.cause());
            }
        }
    }
}
