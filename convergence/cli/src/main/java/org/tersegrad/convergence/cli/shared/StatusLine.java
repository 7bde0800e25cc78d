package org.tersegrad.convergence.cli.shared;

import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * The progress output of a command. On a terminal one line is written over again and again; elsewhere, as in a file, a new line is
 * written now and then. Quiet, it prints warnings only.
 *
 * <p>Whether standard error is a terminal, the launcher tells: Java 17 cannot, and the launcher's filter stands between. It sets
 * {@code tersegrad.columns} to the width if it is one and {@code TERM} is not {@code dumb}.
 */
public final class StatusLine implements AutoCloseable {
    private static final long LINE_NANOS = 5_000_000_000L;
    private static final long REDRAW_NANOS = 100_000_000L;

    private enum Kind {
        QUIET,
        LINES,
        REDRAWN
    }

    private final Kind kind;
    private final int columns;
    private final PrintWriter out;
    private final LongSupplier clock;
    private boolean spoken;
    private long last;
    private int drawn;

    private StatusLine(Kind kind, int columns, PrintWriter out, LongSupplier clock) {
        this.kind = kind;
        this.columns = columns;
        this.out = out;
        this.clock = clock;
    }

    /** A status line for the user's terminal and options. */
    public static StatusLine of(boolean quiet, PrintWriter out) {
        return of(quiet, Integer.getInteger("tersegrad.columns", 0), out, System::nanoTime);
    }

    /**
     * A status line with a clock of the caller's.
     *
     * @param columns how wide the terminal is; 0 if there is none
     * @param clock in nanoseconds
     */
    public static StatusLine of(boolean quiet, int columns, PrintWriter out, LongSupplier clock) {
        return new StatusLine(quiet ? Kind.QUIET : columns > 0 ? Kind.REDRAWN : Kind.LINES, columns, out, clock);
    }

    /** The clock, in nanoseconds. */
    public long nanos() {
        return clock.getAsLong();
    }

    /** A warning, printed even if quiet. */
    public void warn(String sentence) {
        erase();
        out.println(sentence);
        out.flush();
    }

    /** A line that stays. */
    public void say(String sentence) {
        if (kind != Kind.QUIET) {
            warn(sentence);
        }
    }

    /** Prints the progress, unless the last one was printed a moment ago. */
    public void status(String text) {
        long now = nanos();
        if (kind == Kind.QUIET || (spoken && now - last < (kind == Kind.LINES ? LINE_NANOS : REDRAW_NANOS))) {
            return;
        }
        spoken = true;
        last = now;
        if (kind == Kind.LINES) {
            warn(text);
            return;
        }
        String line = text.substring(0, Math.min(text.length(), columns - 1)); // a longer one would begin a second line
        out.print("\r" + line + " ".repeat(Math.max(0, drawn - line.length())));
        out.flush();
        drawn = line.length();
    }

    private void erase() {
        if (drawn > 0) {
            out.print("\r" + " ".repeat(drawn) + "\r");
            drawn = 0;
        }
    }

    /** Leaves the terminal as an empty line. */
    @Override
    public void close() {
        erase();
        out.flush();
    }
}
