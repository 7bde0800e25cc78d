package org.tersegrad.convergence.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lets a shell complete commands and options. */
@Command(
        name = "completion",
        description = "Prints a script with which bash or zsh complete commands and options.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  source <(./tersegrad completion)"})
final class Completion implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine root = spec.root().commandLine();
        spec.commandLine().getOut().print(AutoComplete.bash(root.getCommandName(), root));
        spec.commandLine().getOut().flush();
    }
}
