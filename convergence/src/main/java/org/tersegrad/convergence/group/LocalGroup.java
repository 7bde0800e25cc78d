package org.tersegrad.convergence.group;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.Collective;

/**
 * Runs a group of workers as threads of this process.
 *
 * <pre>{@code
 * List<float[]> means = LocalGroup.run(8, group -> {
 *     Reduction reduction = reducer.reduction(shape, Seed.of(42), group);
 *     float[] mean = {group.rank()};
 *     reduction.reduce(FloatSlice.of(mean));
 *     return mean;
 * });
 * }</pre>
 *
 * <p>What a worker throws ends the whole group: those that wait for it are woken up, and nobody hangs. So does a worker that
 * ends while others wait, or that makes another call than they do.
 */
public final class LocalGroup {
    /** What a worker does. */
    @FunctionalInterface
    public interface Worker<R> {
        /**
         * Does the work of one worker.
         *
         * @param group its view of the others
         */
        R run(Collective group) throws Exception;
    }

    private LocalGroup() {}

    /**
     * Runs all workers and waits for them.
     *
     * @return what each returned, in the order of ranks
     * @throws GroupFailedException if one of them failed; its cause is what that one threw
     */
    public static <R> List<R> run(int workers, Worker<R> worker) {
        if (workers < 1) {
            throw new IllegalArgumentException("at least 1 worker, not " + workers);
        }
        Meeting meeting = new Meeting(workers);
        List<R> results = new ArrayList<>();
        Thread[] threads = new Thread[workers];
        for (int i = 0; i < workers; i++) {
            int rank = i;
            results.add(null);
            threads[i] = new Thread(() -> work(rank, meeting, worker, results), "worker-" + rank);
            threads[i].setDaemon(true);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        join(threads, meeting);
        meeting.throwFailure();
        return results;
    }

    private static <R> void work(int rank, Meeting meeting, Worker<R> worker, List<R> results) {
        try {
            R result = worker.run(new Member(rank, meeting));
            synchronized (results) {
                results.set(rank, result);
            }
            meeting.leave(rank);
        } catch (MeetingBrokenException e) {
            // Another worker's failure, which is reported.
        } catch (Throwable e) { // an Error must not leave the others waiting either
            meeting.fail("worker " + rank + " failed", e);
        }
    }

    private static void join(Thread[] threads, Meeting meeting) {
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                meeting.fail("the group was interrupted", e);
                for (Thread each : threads) {
                    each.interrupt();
                }
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
