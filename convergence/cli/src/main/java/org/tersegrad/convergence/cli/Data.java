package org.tersegrad.convergence.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lists the data sets. */
@Command(
        name = "data",
        description = "Lists the data sets, and fetches those that do not come with Tersegrad.",
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  tersegrad data list", "  tersegrad data fetch mnist"},
        subcommands = {DataList.class, DataFetch.class})
final class Data implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "list or fetch?");
    }
}
