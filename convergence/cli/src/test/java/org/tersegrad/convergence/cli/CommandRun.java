package org.tersegrad.convergence.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One run of the command line: what it printed and how it ended. */
public record CommandRun(int exitCode, String out, String err) {
    public static CommandRun of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }
}
