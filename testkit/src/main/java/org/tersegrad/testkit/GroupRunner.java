package org.tersegrad.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.PairwiseGroup;

/** Runs groups of one kind; for threads in one process, {@code LocalGroup::run} is one. */
@FunctionalInterface
public interface GroupRunner {
    /**
     * Runs a new group, each worker in a thread or a process.
     *
     * @return the result of each worker, in the order of ranks
     * @throws Exception if a worker failed; its message, or that of a cause, contains the message of that worker's exception
     */
    <R> List<R> run(int workers, LocalGroup.Worker<R> worker) throws Exception;

    /** Makes one worker's end of a group, on that worker's thread. */
    @FunctionalInterface
    interface Connector {
        /** Connects to the other workers. */
        PairwiseGroup connect(int rank) throws Exception;
    }

    /** Runs a group whose workers are threads that get their end of the group from {@code connector}. */
    static <R> List<R> threads(int workers, Connector connector, LocalGroup.Worker<R> worker) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(workers);
        try {
            List<Callable<R>> tasks = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                int rank = i;
                tasks.add(() -> {
                    try (PairwiseGroup group = connector.connect(rank)) {
                        try {
                            return worker.run(group);
                        } catch (Throwable e) {
                            group.fail(e);
                            throw e;
                        }
                    }
                });
            }
            List<R> results = new ArrayList<>();
            ExecutionException failed = null;
            for (Future<R> future : threads.invokeAll(tasks)) {
                try {
                    results.add(future.get());
                } catch (ExecutionException e) {
                    failed = e;
                }
            }
            if (failed != null) {
                throw failed;
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
