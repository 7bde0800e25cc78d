package org.tersegrad.convergence.cli;

import java.nio.file.Path;
import java.util.List;
import org.tersegrad.convergence.data.DataSets;
import picocli.CommandLine.Option;

/** The option {@code --cache}, the same for every command that reads data. */
final class CacheOption {
    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description = "Where fetched data sets are kept. Default: tersegrad in $XDG_CACHE_HOME or ~/.cache.")
    private List<Path> folders = List.of(); // a list, because there may be none

    Path folder() {
        return folders.isEmpty() ? DataSets.defaultCache() : folders.get(folders.size() - 1);
    }
}
