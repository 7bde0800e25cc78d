package org.tersegrad.reducers.group;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.reducers.Collective;

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
 * <p>A failure ends the group for good: every later call of every worker throws a {@link GroupFailedException} with the first
 * cause. Failures are: a worker that throws, a receiver that throws inside a call, a worker that ends while others wait for it, and
 * workers that make different calls. Those that wait for others are woken up; those that wait for something else, or sleep, are
 * interrupted; and the caller of {@link #run} gets the cause at once, without waiting for them.
 */
public final class LocalGroup {
    /** The task of a worker. */
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
        Rendezvous meeting = new Rendezvous(workers);
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
        try {
            meeting.awaitEnd();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            meeting.fail("the group was interrupted", e);
        }
        try {
            meeting.throwFailure();
        } catch (GroupFailedException e) {
            for (Thread thread : threads) {
                thread.interrupt();
            }
            throw e;
        }
        return results;
    }

    private static <R> void work(int rank, Rendezvous meeting, Worker<R> worker, List<R> results) {
        try {
            R result = worker.run(new LocalWorker(rank, meeting));
            synchronized (results) {
                results.set(rank, result);
            }
            meeting.leave(rank);
        } catch (Throwable e) { // an Error must not leave the others waiting either
            meeting.fail("worker " + rank + " failed", e);
        }
    }
}
