package org.tersegrad.convergence.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.convergence.cli.CommandProcess;
import org.tersegrad.convergence.cli.CommandRun;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.FolderLock;
import org.tersegrad.convergence.cli.shared.TypedCommand;

class ResultsFolderTest {
    private static final List<String> TINY = List.of(
            "compare",
            "--data",
            "synthetic(3,length=8,examples=100)",
            "--model",
            "softmax",
            "--seeds",
            "1",
            "--workers",
            "2",
            "dense");

    private Path out;

    @BeforeEach
    void set(@TempDir Path temporary) {
        out = temporary.resolve("out");
    }

    private List<String> command(String... more) {
        List<String> all = new ArrayList<>(TINY);
        all.addAll(List.of(more));
        all.addAll(List.of("--out", out.toString()));
        return all;
    }

    private CommandRun run(String... more) {
        return CommandRun.of(command(more).toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"sign+ef", "--epochs=2", "--lr=0.2", "--optimizer=adam", "--partition=dirichlet(1)", "--tune"})
    void resultsOfAnotherComparisonAreReplacedOnlyByForce(String difference) throws IOException {
        assertThat(run("--epochs", "1").exitCode()).isZero();
        String results = Files.readString(out.resolve("results.csv"));
        List<String> other = new ArrayList<>(List.of(difference));
        if (!difference.startsWith("--epochs")) {
            other.add("--epochs=1");
        }
        CommandRun refused = run(other.toArray(String[]::new));
        assertThat(refused.exitCode()).isEqualTo(CommandFailed.FAILED);
        assertThat(refused.err())
                .startsWith(
                        out + " holds the results of ./tersegrad compare --data 'synthetic(3,length=8,examples=100)'")
                .contains("; --force replaces them, --out chooses another folder.")
                .hasLineCount(1);
        assertThat(out.resolve("results.csv")).hasContent(results);
        assertThat(out.resolve("checkpoints")).doesNotExist();
        assertThat(out.toFile().list()).doesNotContain("tersegrad.lock");
        other.add("--force");
        CommandRun forced = run(other.toArray(String[]::new));
        assertThat(forced.exitCode()).as(forced.err()).isZero();
    }

    /** Options may be in another order, and those that train nothing else may differ. */
    @Test
    void theSameComparisonReplacesItsOwnResults() {
        assertThat(run("--epochs", "1", "--momentum", "0.9").exitCode()).isZero();
        CommandRun again = run("--target", "0.5", "--epochs=1");
        assertThat(again.exitCode()).as(again.err()).isZero();
    }

    @Test
    void resultsThatNameNoCommandAreKept() throws IOException {
        assertThat(run("--epochs", "1").exitCode()).isZero();
        Files.delete(out.resolve("summary.json"));
        CommandRun refused = run("--epochs", "1");
        assertThat(refused.exitCode()).isEqualTo(CommandFailed.FAILED);
        assertThat(refused.err())
                .startsWith(out + " holds results that no command of Tersegrad wrote; --force replaces them")
                .hasLineCount(1);
    }

    @Test
    void twoComparisonsInOneProcessDoNotShareAFolder() throws IOException {
        Files.createDirectory(out);
        try (FolderLock lock = FolderLock.of(out)) {
            assertThat(lock).isNotNull();
            assertBusy(run("--epochs", "1"));
            assertBusy(run("--epochs", "1")); // the first refusal has not unlocked it
        }
        CommandRun run = run("--epochs", "1");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(out.toFile().list()).doesNotContain("tersegrad.lock");
    }

    @Test
    void twoProcessesDoNotShareAFolderAndAKilledOneKeepsNobodyOut() throws Exception {
        try (CommandProcess other = CommandProcess.start(command("--epochs", "1000000"))) {
            assertThat(other.awaitLine("Training")).startsWith("Training");
            assertBusy(run("--epochs", "1"));
        }
        assertThat(out.resolve("tersegrad.lock")).exists();
        CommandRun run = run("--epochs", "1");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(out.toFile().list()).doesNotContain("tersegrad.lock", "checkpoints");
    }

    /** Once a file, once a link to one. */
    @Test
    void somebodysOwnLockStays(@TempDir Path elsewhere) throws IOException {
        Files.createDirectory(out);
        Path own = Files.writeString(out.resolve("tersegrad.lock"), "mine");
        assertTaken(own);
        assertThat(own).hasContent("mine");
        Files.delete(own);
        Files.createSymbolicLink(own, elsewhere.resolve("target"));
        assertTaken(own);
        assertThat(own).isSymbolicLink();
        assertThat(elsewhere.resolve("target")).doesNotExist();
    }

    private void assertTaken(Path own) {
        CommandRun refused = run("--epochs", "1");
        assertThat(refused.exitCode()).isEqualTo(CommandFailed.FAILED);
        assertThat(refused.err()).contains(own + " is not from a comparison").hasLineCount(1);
    }

    private void assertBusy(CommandRun refused) {
        assertThat(refused.exitCode()).isEqualTo(CommandFailed.FAILED);
        assertThat(refused.err())
                .startsWith("Another command is writing to " + out + "; wait for it")
                .hasLineCount(1);
    }

    @Test
    void aCommandIsReadAsItWasWritten() {
        TypedCommand typed = new TypedCommand(
                List.of("compare", "it's", "", "a b", "\\", "$1", "x: dense; *: sign", "'", "a'b'c", "--out=\n"));
        assertThat(TypedCommand.parse(typed.toString())).isEqualTo(typed);
        assertThat(typed.toString()).startsWith("./tersegrad compare 'it'\\''s' '' 'a b' '\\' '$1' ");
    }
}
