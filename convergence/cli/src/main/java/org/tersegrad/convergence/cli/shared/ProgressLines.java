package org.tersegrad.convergence.cli.shared;

import java.io.PrintWriter;
import org.tersegrad.convergence.data.Progress;

/** Prints a line for each step, and one now and then while it lasts. No line is overwritten: it may all go to a file. */
public final class ProgressLines implements Progress {
    private static final int SECONDS = 10;

    private final String title;
    private final PrintWriter out;

    /** Begins every line with a title. */
    public ProgressLines(String title, PrintWriter out) {
        this.title = title;
        this.out = out;
    }

    @Override
    public void step(String what) {
        out.println(title + ": " + what);
        out.flush();
    }

    @Override
    public void waiting(long seconds) {
        if (seconds % SECONDS == 0) {
            step("... " + seconds + " s");
        }
    }
}
