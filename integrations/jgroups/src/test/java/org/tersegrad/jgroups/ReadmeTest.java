package org.tersegrad.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of the README compiles, and prints in two processes the output shown below it. */
class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("```(java|text)\n(.*?)```", Pattern.DOTALL);

    @Test
    void workersPrintWhatTheReadmeSays(@TempDir Path folder) throws Exception {
        List<MatchResult> blocks =
                BLOCK.matcher(Files.readString(Path.of("README.md"))).results().toList();
        assertThat(blocks).hasSize(2);
        String classes = System.getProperty("java.class.path");
        Path source =
                Files.writeString(folder.resolve("Worker.java"), blocks.get(0).group(2));
        String[] options = {"-cp", classes, "-proc:none", "-d", folder.toString(), source.toString()};
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options))
                .isZero();
        int first = Cluster.freePorts(2);
        List<Process> workers = new ArrayList<>();
        try {
            for (int port = first; port < first + 2; port++) {
                List<String> command = new ArrayList<>();
                command.add(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString());
                command.addAll(List.of("--add-modules", "jdk.incubator.vector", "-cp"));
                command.add(folder + System.getProperty("path.separator") + classes);
                command.addAll(List.of("Worker", "127.0.0.1", "" + port, "127.0.0.1", "" + first));
                workers.add(new ProcessBuilder(command)
                        .redirectOutput(folder.resolve(port + ".txt").toFile())
                        .redirectError(folder.resolve(port + "-errors.txt").toFile())
                        .start());
            }
            for (Process worker : workers) {
                assertThat(worker.waitFor()).isZero();
            }
        } finally {
            workers.forEach(Process::destroyForcibly);
        }
        for (int port = first; port < first + 2; port++) {
            assertThat(Files.readString(folder.resolve(port + ".txt")))
                    .as(Files.readString(folder.resolve(port + "-errors.txt")))
                    .isEqualTo(blocks.get(1).group(2));
        }
    }
}
