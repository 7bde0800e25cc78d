package org.tersegrad.convergence.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.convergence.cli.CommandRun;

/** The projects that {@code new} writes; {@code scripts/examples} builds and runs the same ones with Maven. */
class NewProjectTest {
    private final Path folder;

    NewProjectTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @ParameterizedTest
    @ValueSource(strings = {"compressor", "reducer", "trainer", "model"})
    void isTheExampleAndCompiles(String kind) throws IOException {
        Path project = folder.resolve("deep/my-project");
        CommandRun run = CommandRun.of("new", kind, project.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("Wrote a " + kind + " to " + project, "mvn verify");
        Path example = Documents.ROOT.resolve("examples").resolve(kind);
        List<String> names = names(project);
        assertThat(names).contains("pom.xml", "README.md", "build.gradle", ".gitignore");
        for (String name : names) {
            assertThat(project.resolve(name)).hasSameBinaryContentAs(example.resolve(name));
        }
        Map<String, String> sources = new HashMap<>();
        for (String name : names) {
            if (name.startsWith("src/main/java")) {
                sources.put(Path.of(name).getFileName().toString(), Files.readString(project.resolve(name)));
            }
        }
        Sources.compile(sources, Files.createDirectory(folder.resolve("classes")));
        assertThat(CommandRun.of("new", kind, project.toString()).err())
                .isEqualTo(project + " exists and is not an empty folder.\n");
    }

    @Test
    void anUnknownKind() {
        CommandRun run = CommandRun.of("new", "compresor", folder.resolve("x").toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("there is no kind compresor; did you mean compressor?"
                        + " (there are compressor, reducer, trainer, model)\n");
    }

    private static List<String> names(Path project) throws IOException {
        try (Stream<Path> files = Files.walk(project)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> project.relativize(file).toString().replace('\\', '/'))
                    .toList();
        }
    }
}
