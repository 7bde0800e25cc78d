package org.tersegrad.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the README compile and run, with events and output as it says. */
class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("```(java|text)\n(.*?)```", Pattern.DOTALL);

    private final Path folder;
    private final List<MatchResult> blocks;

    ReadmeTest(@TempDir Path folder) throws Exception {
        this.folder = folder;
        blocks = BLOCK.matcher(Files.readString(Path.of("README.md"))).results().toList();
    }

    private String run(int block, String name, String... options) throws Exception {
        String classes = System.getProperty("java.class.path");
        Path source = Files.writeString(
                folder.resolve(name + ".java"), blocks.get(block).group(2));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-cp",
                                classes,
                                "-proc:none",
                                "-d",
                                folder.toString(),
                                source.toString()))
                .isZero();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", folder + System.getProperty("path.separator") + classes, name));
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(output.toFile())
                .redirectError(folder.resolve("errors.txt").toFile())
                .start();
        assertThat(process.waitFor())
                .as(Files.readString(folder.resolve("errors.txt"), StandardCharsets.UTF_8))
                .isZero();
        return Files.readString(output);
    }

    @Test
    void theRecordingHasTheEvents() throws Exception {
        String output = run(0, "Watched", "-XX:StartFlightRecording:filename=recording.jfr");
        assertThat(output).contains("trained");
        assertThat(Files.readString(folder.resolve("errors.txt")))
                .contains("worker 0: has joined a group of 2")
                .contains("worker 1: has joined a group of 2");
        List<String> events = RecordingFile.readAllEvents(folder.resolve("recording.jfr")).stream()
                .map(each -> each.getEventType().getName())
                .filter(each -> each.startsWith("tersegrad."))
                .toList();
        assertThat(events.stream().filter("tersegrad.Step"::equals)).hasSize(2 * 50);
        assertThat(events.stream().filter("tersegrad.Encode"::equals)).hasSize(2 * 50 * 2);
        assertThat(events.stream().filter("tersegrad.Group"::equals)).hasSize(2);
    }

    @Test
    void metersCount() throws Exception {
        assertThat(run(1, "Metered")).isEqualTo(blocks.get(2).group(2));
    }
}
