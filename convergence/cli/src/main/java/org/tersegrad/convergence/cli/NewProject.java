package org.tersegrad.convergence.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tersegrad.compressors.internal.Suggestion;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.Failure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A new project from one of the examples, which the build copies into the jar. */
@Command(
        name = "new",
        description = "Writes a project that builds and passes its tests: a starting point for your own.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Kinds:",
            "  compressor  a scheme with a body format of its own, and its laws as tests",
            "  reducer     an exchange between workers, and its laws as tests",
            "  trainer     four processes over TCP, with checkpoints",
            "  model       a model and a data set for tersegrad compare",
            "",
            "Example:",
            "  tersegrad new compressor my-compressor"
        })
final class NewProject implements Runnable {
    /** Folders of {@code examples}. */
    private static final List<String> KINDS = List.of("compressor", "reducer", "trainer", "model");

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "KIND", description = "compressor, reducer, trainer or model.")
    private String kind = "";

    @Parameters(index = "1", paramLabel = "DIR", description = "A folder that does not exist yet, or is empty.")
    private Path folder = Path.of("");

    @Override
    public void run() {
        if (!KINDS.contains(kind)) {
            throw new CommandFailed(
                    CommandFailed.MISUSED,
                    "there is no kind " + kind + Suggestion.question(kind, KINDS) + " (there are "
                            + String.join(", ", KINDS) + ")");
        }
        try {
            if (Files.exists(folder) && !isEmptyFolder()) {
                throw new CommandFailed(CommandFailed.MISUSED, folder + " exists and is not an empty folder.");
            }
            copy();
        } catch (IOException | UncheckedIOException e) {
            throw new CommandFailed(
                    CommandFailed.FAILED, "Cannot write to " + folder + ": " + Failure.words(e) + ".", e);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(
                "Wrote a " + kind + " to " + folder + ". README.md in it tells more; mvn verify builds and tests it.");
        out.flush();
    }

    private boolean isEmptyFolder() throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    private void copy() throws IOException {
        URL resource = NewProject.class.getResource("/examples/" + kind + "/pom.xml");
        if (resource == null) {
            throw new IllegalStateException("the jar has no example " + kind);
        }
        URI pom = uri(resource);
        if (!pom.getScheme().equals("jar")) {
            copy(Path.of(pom).resolveSibling(""));
            return;
        }
        try (FileSystem jar = FileSystems.newFileSystem(pom, Map.of())) {
            copy(jar.getPath("/examples/" + kind));
        }
    }

    private static URI uri(URL resource) {
        try {
            return resource.toURI();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private void copy(Path template) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(template)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Path copy = folder.resolve(template.relativize(file).toString());
            Files.createDirectories(copy.toAbsolutePath().getParent());
            Files.copy(file, copy);
        }
    }
}
