package org.tersegrad.compressors.internal;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Does work that is cut into numbered pieces, on the calling thread and on threads that an executor lends. A free thread takes the
 * next piece.
 *
 * <p>The caller works along and waits for pieces that a thread has begun, never for a thread that has not come. So it is no matter
 * whether the executor is busy, has no thread left, rejects, or is the pool that the caller itself runs in: what the others do not
 * do, the caller does. A helper that comes late finds no piece left. An interrupt does not end the work, since others are writing
 * to the caller's arrays; it is noted again when the work is done.
 */
public final class Crew {
    /** The calling thread, without help. */
    public static final Crew ALONE = new Crew(Optional.empty(), 1);

    /** One piece of the work, done by one of the workers; no two threads are the same worker at the same time. */
    @FunctionalInterface
    public interface Work {
        void run(int piece, int worker);
    }

    private final Optional<Executor> executor;
    private final int workers;

    private Crew(Optional<Executor> executor, int workers) {
        this.executor = executor;
        this.workers = workers;
    }

    /** The calling thread and as many others as there are processors for. */
    public static Crew on(Executor executor) {
        return new Crew(Optional.of(executor), Math.max(2, Runtime.getRuntime().availableProcessors()));
    }

    /** Upper bound of the number of workers, numbered from 0. */
    public int workers() {
        return workers;
    }

    /**
     * Does all pieces and returns when they are done. If pieces throw, what the first of them in order has thrown is thrown; alone,
     * the pieces after it are not done.
     */
    public void run(int pieces, Work work) {
        if (executor.isPresent() && pieces > 1) {
            new Round(pieces, work).with(executor.get(), Math.min(workers, pieces) - 1);
            return;
        }
        for (int piece = 0; piece < pieces; piece++) {
            work.run(piece, 0);
        }
    }

    /** One call of {@link #run}: an object of its own, so that a late helper cannot touch the next one. */
    private static final class Round implements Runnable {
        private final int pieces;
        private final Work work;
        private final AtomicInteger nextPiece = new AtomicInteger();
        private final AtomicInteger nextWorker = new AtomicInteger();
        private final CountDownLatch running;
        private int failedPiece;
        private Optional<Throwable> failure = Optional.empty();

        Round(int pieces, Work work) {
            this.pieces = pieces;
            this.work = work;
            running = new CountDownLatch(pieces);
        }

        void with(Executor executor, int helpers) {
            try {
                for (int i = 0; i < helpers && nextPiece.get() < pieces; i++) {
                    executor.execute(this);
                }
            } catch (RejectedExecutionException e) {
                // No help, or less of it.
            } finally {
                run();
                awaitAll();
            }
            rethrow();
        }

        @Override
        public void run() {
            int worker = nextWorker.getAndIncrement();
            for (int piece = nextPiece.getAndIncrement(); piece < pieces; piece = nextPiece.getAndIncrement()) {
                try {
                    work.run(piece, worker);
                } catch (RuntimeException | Error e) {
                    keep(piece, e);
                } finally {
                    running.countDown();
                }
            }
        }

        private synchronized void keep(int piece, Throwable thrown) {
            if (failure.isEmpty() || piece < failedPiece) {
                failedPiece = piece;
                failure = Optional.of(thrown);
            }
        }

        private void awaitAll() {
            boolean interrupted = false;
            while (running.getCount() > 0) {
                try {
                    running.await();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized void rethrow() {
            if (failure.isPresent()) {
                if (failure.get() instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) failure.get();
            }
        }
    }
}
