package org.tersegrad.convergence.cli.shared;

import java.nio.file.Path;
import java.util.Optional;
import org.tersegrad.convergence.data.DataSets;
import picocli.CommandLine.Option;

/** The option {@code --cache}, the same for every command that reads data. */
public final class CacheOption {
    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description = "Folder of fetched data sets. Default: tersegrad in $XDG_CACHE_HOME or ~/.cache.")
    private Optional<Path> folder = Optional.empty();

    /** The folder of the option, or the default one. */
    public Path folder() {
        return folder.orElseGet(DataSets::defaultCache);
    }
}
