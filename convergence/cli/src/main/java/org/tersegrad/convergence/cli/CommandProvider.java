package org.tersegrad.convergence.cli;

import java.util.List;

/**
 * Commands of another library, found as a service: objects with picocli's annotations. It implements this in a public class and
 * names the class in {@code META-INF/services/org.tersegrad.convergence.cli.CommandProvider}.
 * {@code examples/plug-in} has one.
 */
public interface CommandProvider {
    /** New commands, none of whose names exists yet. */
    List<Object> commands();
}
