package org.tersegrad.convergence.cli.shared;

import java.io.PrintWriter;

/**
 * Tells a user who stops a comparison, with Ctrl-C or a signal, how to continue it. Only while it is trained: before and after
 * there is nothing to resume.
 */
public final class StopNotice implements AutoCloseable {
    private final Thread hook;

    private StopNotice(Thread hook) {
        this.hook = hook;
    }

    /** Prints how to continue a comparison. */
    public static StopNotice whileTraining(TypedCommand command, PrintWriter out) {
        return saying("Stopped. To go on: " + command.with("--resume"), out);
    }

    /** Prints a given sentence. */
    public static StopNotice saying(String sentence, PrintWriter out) {
        Thread hook = new Thread(
                () -> {
                    out.println();
                    out.println(sentence);
                    out.flush();
                },
                "stop notice");
        Runtime.getRuntime().addShutdownHook(hook);
        return new StopNotice(hook);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is being stopped, and the hook is at work.
        }
    }
}
