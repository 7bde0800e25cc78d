package org.tersegrad.convergence.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.convergence.suite.Suite;

class RunSuiteTest {
    private static final String RECIPE = "topk(0.01)+ef";

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private String out() {
        return folder.resolve("out").toString();
    }

    @Test
    void listsWhatIsFrozenAndRunsNothing() {
        CommandRun run = CommandRun.of("suite", "--list", "--out", out());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo(Suite.current().frozen());
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void mistakesAreOneLine() throws IOException {
        assertMistake(2, "there is no workload digit-mlp; did you mean digits-mlp?", "--workload", "digit-mlp");
        assertMistake(2, "there is no wrapper eff", "topk(0.01)+eff");
        assertMistake(2, "a partial score", "--workload", "digits-mlp", "--leaderboard", folder.toString());
        assertMistake(2, "there is no workload gpt (there are digits-mlp, ", "--workload", "gpt");
        assertMistake(2, "has no suite.csv", "--leaderboard", folder.toString());
        assertMistake(
                1,
                "./tersegrad data fetch sotu",
                "--workload",
                "sotu-gpt",
                "--cache",
                folder.resolve("none").toString(),
                "dense",
                "--out",
                out());
        Files.writeString(folder.resolve("suite.csv"), "mine");
        assertMistake(1, "suite.csv is not from this command", "--workload", "digits-mlp", "--out", folder.toString());
        assertMistake(2, "is \"unknown\" here; commit them first", "--leaderboard", folder.toString());
    }

    private static void assertMistake(int exitCode, String words, String... options) {
        String[] command = new String[options.length + 1];
        command[0] = "suite";
        System.arraycopy(options, 0, command, 1, options.length);
        CommandRun run = CommandRun.of(command);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.err()).contains(words).hasLineCount(1);
    }

    /** SIGTERM, which ends a process just as Ctrl-C does. */
    @Test
    @Tag("slow")
    void whoStopsItGoesOnToTheSameFile() throws Exception {
        List<String> command = List.of("suite", "--workload", "digits-mlp", RECIPE, "--out", out());
        try (CommandProcess running = CommandProcess.start(command)) {
            assumeTrue(running.process().supportsNormalTermination());
            assertThat(running.awaitLine("2 of 6")).contains("digits-mlp, topk(0.01)+ef");
            running.process().toHandle().destroy();
            assertThat(running.awaitLine("Stopped"))
                    .isEqualTo(
                            "Stopped. What is finished is kept in " + out() + "; the same command goes on from there.");
        }
        CommandRun resumed = CommandRun.of(command.toArray(String[]::new));
        assertThat(resumed.exitCode()).as(resumed.err()).isZero();
        assertThat(resumed.out()).contains("partial score: 1 of ", "It does not enter the leaderboard.");
        String other = folder.resolve("other").toString();
        CommandRun whole = CommandRun.of("suite", "--workload", "digits-mlp", RECIPE, "--out", other, "--json");
        assertThat(whole.out()).contains("\"whole\" : false", "\"bits_score\" : 1");
        assertThat(Files.readString(folder.resolve("out/suite.csv")))
                .isEqualTo(Files.readString(folder.resolve("other/suite.csv")))
                .hasLineCount(7);
        assertThat(Files.readString(folder.resolve("out/leaderboard.csv"))).hasLineCount(1);
    }
}
