package org.tersegrad.testkit;

/** Runs a check in a new thread, where stack traces are short: thousands of exceptions are cheap then. */
final class FreshThread {
    private FreshThread() {}

    static void run(Runnable check) {
        Throwable[] failure = new Throwable[1];
        Thread thread = new Thread(check);
        thread.setUncaughtExceptionHandler((where, what) -> failure[0] = what);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        if (failure[0] != null) {
            throw new AssertionError(failure[0].toString(), failure[0]);
        }
    }
}
