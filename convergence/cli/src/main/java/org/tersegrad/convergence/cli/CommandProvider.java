package org.tersegrad.convergence.cli;

import java.util.List;

/**
 * How another library adds commands: objects with picocli's annotations that are called when the command is typed. It implements
 * this in a public class and names the class in {@code META-INF/services/org.tersegrad.convergence.cli.CommandProvider}.
 * {@code examples/plug-in} has one.
 */
public interface CommandProvider {
    /** New commands, none of whose names exists yet. */
    List<Object> commands();
}
