package org.tersegrad.reducers.sync;

import java.util.Optional;
import java.util.concurrent.Executor;

/** One task at a time on an executor of the caller's, and its end. */
final class Background {
    private final Executor executor;
    private boolean running;
    private Optional<Throwable> failure = Optional.empty();

    Background(Executor executor) {
        this.executor = executor;
    }

    /** Hands a task to the executor. One that rejects it throws here. */
    void start(Runnable task) {
        synchronized (this) {
            running = true;
        }
        try {
            executor.execute(() -> run(task));
        } catch (RuntimeException e) {
            end(Optional.empty());
            throw e;
        }
    }

    private void run(Runnable task) {
        Optional<Throwable> thrown = Optional.empty();
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            thrown = Optional.of(e);
        }
        end(thrown);
    }

    private synchronized void end(Optional<Throwable> thrown) {
        failure = thrown;
        running = false;
        notifyAll();
    }

    /** Waits for the end of the task, without a look at how it ended. */
    synchronized void await() {
        while (running) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted during an exchange", e);
            }
        }
    }

    /** Waits for the end of the task, and tells whether it has thrown. */
    synchronized boolean hasFailed() {
        await();
        return failure.isPresent();
    }

    /** Forgets how the last task ended. */
    synchronized void forget() {
        failure = Optional.empty();
    }

    /** Waits for the end of the task, and throws what it has thrown. */
    synchronized void join() {
        await();
        Optional<Throwable> thrown = failure;
        forget();
        if (thrown.isPresent()) {
            if (thrown.get() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown.get();
        }
    }
}
