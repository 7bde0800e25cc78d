package org.tersegrad.convergence.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.convergence.internal.FinishedFiles;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Progress;

class KeptRunsTest {
    private static final Contestant DENSE = Contestant.parse("dense@0.1");

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private final List<Evaluation> trained = new ArrayList<>();

    private KeptRuns runs(Path where, boolean force, String commit) throws IOException {
        return runs(where, run -> !force, commit);
    }

    private KeptRuns runs(Path where, Predicate<FinishedRun> reuse, String commit) throws IOException {
        FinishedFiles files = new FinishedFiles(where);
        files.open(List.of());
        Progress progress = new Progress() {
            @Override
            public void evaluated(int run, int all, int epoch, Evaluation evaluation) {
                trained.add(evaluation);
                if (commit.equals("stops") && epoch == 7) {
                    throw new IllegalArgumentException("stopped");
                }
            }
        };
        return new KeptRuns(files, reuse, folder, Map.of("commit", commit, "JDK", "17"), progress);
    }

    private static SuiteRow row(FinishedRun run) {
        return SuiteRow.of("dense", MadeUp.ACCURACY, false, 0.1f, 2, run);
    }

    @Test
    void aFinishedRunIsKeptUnlessForced() throws IOException {
        FinishedRun first = runs(folder, false, "a").train(MadeUp.LOSS, DENSE, 2);
        assertThat(trained).hasSize(21);
        FinishedRun second = runs(folder, false, "b").train(MadeUp.LOSS, DENSE, 2);
        assertThat(second).isEqualTo(first);
        assertThat(trained).hasSize(21);
        assertThat(runs(folder, true, "b").train(MadeUp.LOSS, DENSE, 2).commit())
                .isEqualTo("b");
        assertThat(trained).hasSize(42);
        assertThat(folder.resolve("running")).doesNotExist();
    }

    @Test
    void aRunOfChangedSourcesIsRunAgainForALeaderboard() throws IOException {
        runs(folder, false, "a1, changed").train(MadeUp.LOSS, DENSE, 2);
        KeptRuns runs = runs(folder, FinishedRun::isCommitted, "a1");
        assertThat(runs.train(MadeUp.LOSS, DENSE, 2).commit()).isEqualTo("a1");
        assertThat(trained).hasSize(42);
        runs.train(MadeUp.LOSS, DENSE, 2);
        assertThat(trained).hasSize(42);
    }

    @Test
    void whateverDecidesARunIsAnotherRun() throws IOException {
        KeptRuns runs = runs(folder, false, "a");
        runs.train(MadeUp.LOSS, DENSE, 2);
        runs.train(MadeUp.LOSS, DENSE, 3);
        runs.train(MadeUp.LOSS, Contestant.parse("dense@0.3"), 2);
        runs.train(MadeUp.LOSS, Contestant.parse("int8@0.1"), 2);
        runs.train(MadeUp.ACCURACY, DENSE, 2);
        assertThat(trained).hasSize(5 * 21);
    }

    @Test
    void aDamagedFileIsNoRun() throws IOException {
        FinishedRun first = runs(folder, false, "a").train(MadeUp.LOSS, DENSE, 2);
        try (var files = Files.list(folder.resolve("finished"))) {
            Files.writeString(files.findFirst().orElseThrow(), "{");
        }
        assertThat(row(runs(folder, false, "a").train(MadeUp.LOSS, DENSE, 2))).isEqualTo(row(first));
        assertThat(trained).hasSize(42);
    }

    @Test
    void aRunThatWasStoppedEndsTheSame() throws IOException {
        assertThatThrownBy(() -> runs(folder.resolve("stopped"), false, "stops").train(MadeUp.ACCURACY, DENSE, 2))
                .hasStackTraceContaining("stopped");
        FinishedRun resumed = runs(folder.resolve("stopped"), false, "a").train(MadeUp.ACCURACY, DENSE, 2);
        FinishedRun whole = runs(folder.resolve("whole"), false, "a").train(MadeUp.ACCURACY, DENSE, 2);
        assertThat(row(resumed)).isEqualTo(row(whole));
    }

    /** Of 610 parameters each worker sends 48 bits each, in six messages one after the other; a gradient takes 1 ms. */
    @Test
    void secondsAreModelled() throws IOException {
        List<Evaluation> evaluations =
                runs(folder, false, "a").train(MadeUp.LOSS, DENSE, 2).evaluations();
        Evaluation last = evaluations.get(20);
        assertThat(last.bits().sent()).isEqualTo(40 * 48 * 610);
        assertThat(last.at().virtualSeconds()).isCloseTo(40 * (1e-3 + 6 * 10e-6 + 48 * 610 / 1e9), within(1e-9));
    }
}
