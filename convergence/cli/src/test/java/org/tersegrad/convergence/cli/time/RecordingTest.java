package org.tersegrad.convergence.cli.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.convergence.cli.CommandRun;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Commands that read a recording: of two workers over TCP in one JVM, six steps of four tensors with the policy {@code vectors: dense;
 * *: topk(0.01)+ef; fuse(64KB)} and an executor, made by a JfrListener.
 */
class RecordingTest {
    private Path folder;
    private Path recording;

    @BeforeEach
    void unpack(@TempDir Path temporary) throws IOException {
        folder = temporary;
        recording = folder.resolve("recording.jfr");
        try (InputStream in = new GZIPInputStream(
                Objects.requireNonNull(RecordingTest.class.getResourceAsStream("recording.jfr.gz")))) {
            Files.copy(in, recording);
        }
    }

    private CommandRun timeline(String... more) {
        List<String> words = new ArrayList<>(
                List.of("timeline", "--out", folder.resolve("out").toString(), "--network", "1gbe"));
        words.addAll(List.of(more));
        return CommandRun.of(words.toArray(String[]::new));
    }

    private CommandRun timelineOf(Path file) {
        return timeline("--jfr", file.toString());
    }

    @Test
    void aMeasuredStepIsDrawnAboveItsPredictions() throws IOException {
        CommandRun run = timeline("--jfr", recording + ",rank=1");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith("recording.jfr, several recipes, 1gbe, 2 workers")
                .containsPattern("measured, rank 1, step 3 of 6 +357 ms +38 % +43 %")
                .containsPattern("predicted, none +293 ms")
                .contains(
                        "predicted, wfbp",
                        "predicted, fuse(25)",
                        "measured, rank 1, step 3 of 6: the device waits 68.8 ms");
        JsonNode steps = JsonMapper.shared()
                .readTree(folder.resolve("out/timeline.json"))
                .path("schedules");
        assertThat(steps.size()).isEqualTo(4);
        double computed = steps.get(0).path("compute_seconds").asDouble();
        for (int i = 1; i < 4; i++) { // the same computing, by other names
            JsonNode each = steps.get(i);
            assertThat(each.path("forward_seconds").asDouble()
                            + each.path("backward_seconds").asDouble()
                            + each.path("optimizer_seconds").asDouble())
                    .isCloseTo(computed, within(1e-9));
            assertThat(each.path("encode_seconds").asDouble())
                    .isCloseTo(steps.get(0).path("encode_seconds").asDouble(), within(1e-9));
        }
        assertThat(Files.readString(folder.resolve("out/timeline.csv")))
                .contains("\"measured, rank 1, step 3 of 6\",host,host add,")
                .contains("\"measured, rank 1, step 3 of 6\",network,wire,");
        assertThat(folder.resolve("out/timeline.png")).exists();
        assertThat(Files.readString(folder.resolve("out/timeline.html"))).contains("measured, rank 1");
    }

    @Test
    void anotherRecipeAndOtherWorkersCanBePredicted() {
        CommandRun run =
                timeline("--jfr", recording + ",rank=0", "--recipe", "dense", "--workers", "8", "--schedule", "wfbp");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("recording.jfr, ").contains("dense, 1gbe, 8 workers", "measured, rank 0");
        CommandRun rejected = timeline("--jfr", recording + ",rank=0", "--workers", "8");
        assertThat(rejected.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(rejected.err())
                .contains(
                        "the recording is of 2 workers, and messages of 8 are others; name a --recipe to predict those")
                .hasLineCount(1);
    }

    @Test
    void aWorkerHasToBeChosen() {
        CommandRun run = timelineOf(recording);
        assertThat(run.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err())
                .contains("recording.jfr has steps of the ranks 0, 1; choose one: recording.jfr,rank=0")
                .hasLineCount(1);
        assertThat(timeline("--jfr", recording + ",rank=5").err())
                .contains("recording.jfr has no step of rank 5, only of 0, 1")
                .hasLineCount(1);
    }

    @Test
    void aFileThatIsNoRecordingIsNamed() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jfr"), "no recording\n");
        CommandRun run = timelineOf(text);
        assertThat(run.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err())
                .contains("text.jfr is no recording of JDK Flight Recorder")
                .hasLineCount(1);
        CommandRun missing = timelineOf(folder.resolve("missing.jfr"));
        assertThat(missing.exitCode()).isEqualTo(CommandFailed.FAILED);
        assertThat(missing.err()).contains("missing.jfr does not exist.").hasLineCount(1);
        assertThat(timelineOf(folder).err())
                .contains("is a folder, not a recording.")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 60, 70, 5000, 40_000})
    void aRecordingThatIsCutOffIsNamed(int bytes) throws IOException {
        Path cut = Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(Files.readAllBytes(recording), bytes));
        CommandRun run = timelineOf(cut);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err()).contains("cut.jfr").hasLineCount(1);
    }

    @Test
    void aRecordingOfAnotherProgramIsNamed() throws IOException {
        Path other = folder.resolve("other.jfr");
        try (Recording nothing = new Recording()) {
            nothing.enable("jdk.JVMInformation");
            nothing.start();
            nothing.stop();
            nothing.dump(other);
        }
        CommandRun run = timelineOf(other);
        assertThat(run.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err())
                .contains("other.jfr has no step of a group: train with a JfrListener, and with java"
                        + " -XX:StartFlightRecording:filename=other.jfr")
                .hasLineCount(1);
    }

    @Test
    void eitherAProfileOrARecordingIsNeeded() {
        CommandRun run = timeline();
        assertThat(run.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err())
                .startsWith("Missing required option: '--profile=MODEL'")
                .hasLineCount(1);
        assertThat(timeline("--jfr", recording.toString(), "--parallel", "tp=2").err())
                .contains("--jfr does not go with --parallel")
                .hasLineCount(1);
    }

    @Test
    void constantsAreFittedToItsCalls() throws IOException {
        Path cluster = folder.resolve("cluster.yml");
        CommandRun run = CommandRun.of("calibrate", recording.toString(), "--out", cluster.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        // Five steps after the first one, in each an all-gather for three buckets and an all-reduce for one of them.
        assertThat(run.out()).contains("all-gather", "with 2 workers", "Fitted to 20 times");
        CommandRun predicted = CommandRun.of(
                "timeline",
                "--jfr",
                recording + ",rank=0",
                "--network",
                cluster.toString(),
                "--schedule",
                "wfbp",
                "--out",
                folder.resolve("out").toString());
        assertThat(predicted.exitCode()).as(predicted.err()).isZero();
    }
}
