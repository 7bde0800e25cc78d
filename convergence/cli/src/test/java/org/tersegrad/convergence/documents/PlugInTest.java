package org.tersegrad.convergence.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.convergence.cli.Main;

/** The example of a plug-in adds one of each kind to the command line, in processes of its own. */
class PlugInTest {
    private static final Path EXAMPLE = Documents.ROOT.resolve("examples/plug-in/src/main");

    private static final String AGAIN = """
            package org.example.twice;
            import java.util.*;
            import org.tersegrad.convergence.data.*;
            public final class Again implements DataSetProvider {
                public List<DataSetEntry> entries() {
                    DataSetEntry.Facts facts = new DataSetEntry.Facts("", "", "", "", "", "");
                    return List.of(DataSetEntry.withoutFiles("digits", facts, arguments -> null));
                }
            }
            """;

    private static Path jar = Path.of("");
    private final Path folder;

    PlugInTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @BeforeAll
    static void build(@TempDir Path folder) throws IOException {
        jar = folder;
        Map<String, String> sources = new HashMap<>();
        for (Path source : files(EXAMPLE.resolve("java"))) {
            sources.put(source.getFileName().toString(), Files.readString(source));
        }
        Sources.compile(sources, jar);
        Path services = Files.createDirectories(jar.resolve("META-INF/services"));
        for (Path service : files(EXAMPLE.resolve("resources"))) {
            Files.copy(service, services.resolve(service.getFileName()));
        }
        assertThat(files(services)).hasSize(5);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void aCommand() throws Exception {
        assertThat(run(0, "hello")).isEqualTo("Hello from a plug-in.\n");
        assertThat(run(0, "--help")).contains("hello ", "Says hello.", "compare");
    }

    @Test
    void aRecipeAModelAndADataSet() throws Exception {
        assertThat(run(0, "data", "list")).contains("moons", "two half circles", "digits");
        assertThat(run(0, "schemes", "frugal")).contains("frugal");
        String out = folder.resolve("out").toString();
        assertThat(run(
                        0,
                        "compare",
                        "--data=moons",
                        "--model=narrow(4)",
                        "--epochs=1",
                        "--out=" + out,
                        "dense",
                        "frugal+ef"))
                .contains("frugal+ef");
    }

    @Test
    void aClaim() throws Exception {
        assertThat(run(0, "reproduce", "--list")).contains("one-bit", "natural-variance");
        assertThat(run(0, "reproduce", "one-bit", "--out=" + folder.resolve("claims")))
                .contains("one-bit");
    }

    /** The plug-in twice, as with two versions of a jar: one sentence. */
    @Test
    void aNameThatIsThereTwice() throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Path twice = services.resolve("org.tersegrad.convergence.data.DataSetProvider");
        Files.writeString(twice, "org.example.twice.Again\n");
        Sources.compile(Map.of("Again.java", AGAIN), folder);
        assertThat(run(1, "data", "list", "--plugin", folder.toString()))
                .isEqualTo("tersegrad: two data sets have the name digits\n");
    }

    /** Of the jar's recipes alone; a claim that the recipe does not meet fails with a counter-example. */
    @Test
    void laws() throws Exception {
        assertThat(run(0, "laws", "--tries=5", jar.toString()))
                .contains(
                        "laws: frugal\nfrugal\n",
                        "  passed  CompressorLaws.whatIsWrittenIsRead\n",
                        " passed, 0 failed, ")
                .doesNotContain("FAILED", "topk");
        assertThat(run(1, "laws", "--tries=5", "--claim=takes_anything", jar.toString()))
                .contains("  FAILED  CompressorLaws.", "the law: ", "law fails.");
        Path empty = Files.createDirectories(folder.resolve("empty"));
        assertThat(run(2, "laws", empty.toString()))
                .isEqualTo(empty + " registers no recipe; it needs a file"
                        + " META-INF/services/org.tersegrad.compressors.RecipeProvider that names a class\n");
    }

    @Test
    void aPlugInThatIsNone() throws Exception {
        assertThat(run(2, "info", "--plugin=nothing.jar")).isEqualTo("there is no plug-in nothing.jar\n");
        Path text = Files.writeString(folder.resolve("x.jar"), "text");
        assertThat(run(2, "--plugin", text.toString(), "info"))
                .isEqualTo(text + " is no plug-in: it is neither a jar nor a folder of classes\n");
    }

    /** The output of a command, standard error included. */
    private String run(int exit, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Dtersegrad.kernels=scalar");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(arguments));
        if (!List.of("laws", "info").contains(arguments[0]) && !arguments[0].startsWith("--plugin")) {
            command.add("--plugin=" + jar);
        }
        Path printed = folder.resolve("printed.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(printed)).isEqualTo(exit);
        return Files.readString(printed);
    }
}
