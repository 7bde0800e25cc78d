package org.tersegrad.convergence.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example that stands alone does what its README says, with the vector module and without it, in processes of its own. */
class PlainClassPathTest {
    private static final Path EXAMPLE = Documents.ROOT.resolve("examples/plain-classpath");
    private static final String WITH_VECTORS = "--add-modules=jdk.incubator.vector";

    @Test
    void withoutTheModuleItSaysSoOnce(@TempDir Path folder) throws Exception {
        Result result = run(folder);
        assertThat(result.out).isEqualTo(shown(0));
        assertThat(result.warnings()).containsExactly(shown(1).strip());
    }

    @Test
    void withTheModuleTheBytesAreTheSame(@TempDir Path folder) throws Exception {
        Result result = run(folder, WITH_VECTORS);
        assertThat(result.out).isEqualTo(shown(0));
        assertThat(result.err.strip()).isEqualTo(shown(2).strip());
    }

    @Test
    void whoAsksForScalarKernelsHearsNothing(@TempDir Path folder) throws Exception {
        Result result = run(folder, "-Dtersegrad.kernels=scalar");
        assertThat(result.out).isEqualTo(shown(0));
        assertThat(result.err).isEmpty();
    }

    /** A block of text in the README of the example. */
    private static String shown(int number) throws IOException {
        String readme = Files.readString(EXAMPLE.resolve("README.md"));
        List<String> blocks = Pattern.compile("```text\n(.*?)```", Pattern.DOTALL)
                .matcher(readme)
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
        return blocks.get(number);
    }

    private record Result(String out, String err) {
        List<String> warnings() {
            return err.lines().filter(line -> line.startsWith("WARNING")).toList();
        }
    }

    private static Result run(Path folder, String... options) throws IOException, InterruptedException {
        Sources.compile(Map.of("Main.java", Files.readString(EXAMPLE.resolve("src/main/java/Main.java"))), folder);
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Duser.language=en", "-Duser.country=US")); // "WARNING" has other names elsewhere
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", folder + File.pathSeparator + System.getProperty("java.class.path"), "Main"));
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        return new Result(Files.readString(out), Files.readString(err));
    }
}
