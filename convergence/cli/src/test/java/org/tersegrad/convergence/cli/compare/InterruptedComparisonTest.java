package org.tersegrad.convergence.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.convergence.cli.CommandProcess;
import org.tersegrad.convergence.cli.CommandRun;
import org.tersegrad.convergence.cli.shared.CommandFailed;

/** A comparison that cannot come to its end says how to go on, in one line that can be copied to a shell. */
@Tag("slow")
class InterruptedComparisonTest {
    private static List<String> command(int epochs, Path out) {
        return List.of(
                "compare",
                "--epochs",
                "" + epochs,
                "--seeds",
                "1",
                "--workers",
                "2",
                "topk(0.01)+ef",
                "--out",
                "" + out);
    }

    /** SIGTERM, which ends a process just as Ctrl-C does, even one that was started to ignore Ctrl-C. */
    @Test
    void whoStopsAComparisonIsToldHowToGoOn(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("out");
        List<String> command = command(1_000_000, out);
        try (CommandProcess running = CommandProcess.start(command)) {
            assumeTrue(running.process().supportsNormalTermination());
            assertThat(running.awaitLine("Training")).startsWith("Training");
            running.process().toHandle().destroy();
            assertThat(running.awaitLine("Stopped"))
                    .isEqualTo("Stopped. To go on: ./tersegrad compare --epochs 1000000 --seeds 1 --workers 2"
                            + " 'topk(0.01)+ef' --out " + out + " --resume");
        }
        assertThat(out.resolve("checkpoints")).exists();
    }

    @Test
    void aComparisonThatEndsLeavesNoNotice(@TempDir Path folder) throws Exception {
        try (CommandProcess running = CommandProcess.start(command(1, folder.resolve("out")))) {
            assertThat(running.awaitLine("Stopped")).contains("report.html").doesNotContain("--resume");
            assertThat(running.process().waitFor()).isZero();
        }
    }

    /** A shell's limit on the size of files simulates a full disk: checkpoints are larger, lists are not. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFullDiskIsToldOfWithWhatIsKept(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("out");
        List<String> command = command(1, out);
        try (CommandProcess running =
                CommandProcess.start(List.of("bash", "-c", "ulimit -f 1; exec \"$@\"", "bash"), command)) {
            assertThat(running.awaitLine("Cannot"))
                    .startsWith("Cannot write to " + out + ": ")
                    .contains(
                            ". Checkpoints of ", " of 1 run are kept in " + out.resolve("checkpoints") + "; once that")
                    .endsWith("go on with: ./tersegrad compare --epochs 1 --seeds 1 --workers 2 'topk(0.01)+ef' --out "
                            + out + " --resume");
            assertThat(running.awaitLine("none")).isEmpty();
            assertThat(running.process().waitFor()).isEqualTo(CommandFailed.FAILED);
        }
        assertNoHalfFiles(out);
        assertNoHalfFiles(out.resolve("checkpoints"));
        CommandRun resumed = CommandRun.of((String.join("\n", command) + "\n--resume").split("\n", -1));
        assertThat(resumed.exitCode()).as(resumed.err()).isZero();
    }

    private static void assertNoHalfFiles(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            assertThat(files).noneMatch(file -> file.toString().contains(".part"));
        }
    }
}
