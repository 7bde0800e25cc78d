package org.example.plugin;

import java.util.List;
import java.util.concurrent.Callable;
import org.tersegrad.convergence.cli.CommandProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command: {@code tersegrad hello}. */
@Command(name = "hello", description = "Says hello.")
public final class Hello implements Callable<Integer>, CommandProvider {
    @Spec
    private CommandSpec spec;

    @Override
    public List<Object> commands() {
        return List.of(new Hello());
    }

    @Override
    public Integer call() {
        spec.commandLine().getOut().println("Hello from a plug-in.");
        return 0;
    }
}
