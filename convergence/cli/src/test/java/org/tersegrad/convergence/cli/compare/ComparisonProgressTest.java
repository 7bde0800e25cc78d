package org.tersegrad.convergence.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.convergence.cli.CommandRun;
import org.tersegrad.convergence.cli.shared.StatusLine;
import org.tersegrad.convergence.model.Score;
import org.tersegrad.convergence.training.Evaluation;

/** With a clock that the test moves. */
class ComparisonProgressTest {
    private final StringWriter text = new StringWriter();
    private double seconds;

    private ComparisonProgress progress(boolean quiet, int columns) {
        StatusLine line = StatusLine.of(quiet, columns, new PrintWriter(text), () -> (long) (1e9 * seconds));
        return new ComparisonProgress(2, 10, line);
    }

    private void evaluate(ComparisonProgress progress, double when, int run, int epoch) {
        seconds = when;
        progress.evaluated(
                run,
                2,
                epoch,
                new Evaluation(
                        "dense",
                        1,
                        new Evaluation.Moment(epoch, epoch, 0, Double.NaN),
                        new Evaluation.Bits(0, 0),
                        0.5,
                        new Score(0.5, 0.875),
                        Evaluation.Diagnostics.NONE));
    }

    @Test
    void theSecondEvaluationTellsHowLongItWillTake() {
        ComparisonProgress progress = progress(false, 0);
        assertThat(text).hasToString("Training 2 models, 10 epochs each." + System.lineSeparator());
        evaluate(progress, 1, 0, 0);
        assertThat(text.toString()).hasLineCount(1);
        evaluate(progress, 11, 0, 1);
        assertThat(text.toString())
                .hasLineCount(2)
                .contains("  5 %, 11 s, about 3 min 10 s to go: dense, seed 1, epoch 1, 87.5 % right");
    }

    @Test
    void linesOfAFileComeNowAndThen() {
        ComparisonProgress progress = progress(false, 0);
        for (int epoch = 0; epoch <= 10; epoch++) {
            evaluate(progress, epoch, 0, epoch);
        }
        assertThat(text.toString())
                .hasLineCount(3)
                .contains("epoch 1,", "epoch 6,")
                .doesNotContain("\r\r", "epoch 5,");
        progress.finished();
        assertThat(text.toString()).contains("Trained in 10 s.");
    }

    /** Half of it was done before, which took another process's time. */
    @Test
    void aResumedComparisonTakesAsLongAsWhatIsLeft() {
        ComparisonProgress progress = progress(false, 0);
        evaluate(progress, 10, 1, 0);
        evaluate(progress, 20, 1, 1);
        assertThat(text.toString()).contains(" 55 %, 20 s, about 1 min 30 s to go: ");
    }

    @Test
    void aTerminalHasOneLineThatIsNeverLongerThanItIsWide() {
        ComparisonProgress progress = progress(false, 20);
        evaluate(progress, 0, 0, 0);
        evaluate(progress, 100, 0, 1);
        evaluate(progress, 101, 1, 9);
        progress.diverged("dense", 1, "why");
        progress.close();
        String first = "\r  5 %, 1 min 40 s, ";
        String second = "\r 95 %, 1 min 41 s, ";
        String erased = "\r" + " ".repeat(19) + "\r";
        assertThat(text.toString().substring(text.toString().indexOf('\r')).replace("\r\n", "\n"))
                .isEqualTo(first + second + erased + "dense, seed 1, diverged: why\n");
    }

    @Test
    void quietSaysOnlyWhatOneHasToKnow() {
        ComparisonProgress progress = progress(true, 80);
        evaluate(progress, 0, 0, 0);
        evaluate(progress, 100, 0, 1);
        progress.tried("dense", 0.1f, 0.5);
        progress.finished();
        assertThat(text.toString()).isEmpty();
        progress.diverged("dense", 1, "the loss is no longer finite");
        assertThat(text.toString()).hasLineCount(1).startsWith("dense, seed 1, diverged");
    }

    @ParameterizedTest
    @CsvSource({"0.4, 0 s", "59.4, 59 s", "59.6, 1 min 0 s", "130, 2 min 10 s", "3599.9, 1 h 0 min", "7384, 2 h 3 min"})
    void timeIsTold(double seconds, String words) {
        assertThat(ComparisonProgress.time(seconds)).isEqualTo(words);
    }

    /** Files may take some seconds to read, which is said first. */
    @Test
    void quietIsAnOption(@TempDir Path folder) throws IOException {
        Path data = Files.writeString(folder.resolve("a.txt"), "ab".repeat(600));
        String[] command = {
            "compare",
            "--data",
            data.toString(),
            "--epochs",
            "1",
            "--seeds",
            "1",
            "dense",
            "--out",
            folder.resolve("out").toString(),
            "--workers",
            "2",
            "--quiet"
        };
        CommandRun quiet = CommandRun.of(command);
        assertThat(quiet.exitCode()).as(quiet.err()).isZero();
        assertThat(quiet.err()).isEmpty();
        CommandRun aloud = CommandRun.of(Arrays.copyOf(command, command.length - 1));
        assertThat(aloud.err()).startsWith("Reading " + data + ".").contains("Training 1 model, 1 epoch.");
    }
}
