package org.tersegrad.convergence.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(180)
class CompareTest {
    private static final String[] SMALL = {
        "compare", "--epochs", "3", "--seeds", "2", "--workers", "3", "dense", "topk(0.01)+ef@0.2", "vote@0.001"
    };

    private static CommandRun run(Path out, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--out", out.toString()));
        return CommandRun.of(all.toArray(String[]::new));
    }

    /** Without the column of times. */
    private static List<String> timeless(Path out) throws IOException {
        try (Stream<String> lines = Files.lines(out.resolve("results.csv"))) {
            return lines.map(line -> line.replaceFirst("^((?:\"[^\"]*\"|[^,]*)(?:,[^,]*){5}),[^,]*", "$1"))
                    .toList();
        }
    }

    @Test
    void leavesATableAndFourFilesAndTheSameNumbersEachTime(@TempDir Path folder) throws IOException {
        CommandRun run = run(folder.resolve("a"), SMALL);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("topk(0.01)+ef", "vote", "ratio", "report.html");
        assertThat(folder.resolve("a"))
                .isDirectoryContaining("glob:**results.csv")
                .isDirectoryContaining("glob:**summary.json")
                .isDirectoryContaining("glob:**accuracy-vs-bits.png")
                .isDirectoryContaining("glob:**report.html")
                .isDirectoryNotContaining("glob:**checkpoints");
        assertThat(timeless(folder.resolve("a"))).hasSize(1 + 3 * 2 * 4);
        assertThat(Files.readString(folder.resolve("a/summary.json")))
                .contains("./tersegrad compare --epochs 3", "'topk(0.01)+ef@0.2'", "dense 0.1; topk(0.01)+ef 0.2");
        run(folder.resolve("b"), SMALL);
        assertThat(timeless(folder.resolve("b"))).isEqualTo(timeless(folder.resolve("a")));
    }

    /** In a process of its own, killed while it trains. */
    @Test
    void aComparisonThatWasKilledGoesOn(@TempDir Path folder) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "compare", "--epochs", "400", "--seeds", "1", "--workers", "2", "dense", "topk(0.01)+ef", "--out"));
        Path killed = folder.resolve("killed");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "--add-modules",
                "jdk.incubator.vector",
                Main.class.getName()));
        command.addAll(arguments);
        command.add(killed.toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        Path checkpoint = killed.resolve("checkpoints/run-0.checkpoint");
        while (!Files.exists(checkpoint) && process.isAlive()) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        process.destroyForcibly().waitFor();
        assertThat(checkpoint).exists();
        assertThat(killed.resolve("results.csv")).doesNotExist();

        arguments.add(killed.toString());
        arguments.add("--resume");
        CommandRun resumed = CommandRun.of(arguments.toArray(String[]::new));
        assertThat(resumed.exitCode()).as(resumed.err()).isZero();
        arguments.remove("--resume");
        arguments.set(arguments.size() - 1, folder.resolve("whole").toString());
        CommandRun.of(arguments.toArray(String[]::new));
        assertThat(timeless(killed))
                .isEqualTo(timeless(folder.resolve("whole")))
                .hasSize(1 + 2 * 401);
    }

    @Test
    void aFolderThatCannotBeWrittenToIsToldOfAtOnce(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "in the way");
        CommandRun run = run(file, "compare", "dense");
        assertThat(run.exitCode()).isEqualTo(CommandFailed.FAILED);
        assertThat(run.err()).startsWith("Cannot write to " + file).doesNotContain("Training", "\tat ");
    }

    @Test
    void thePlanTrainsNothing(@TempDir Path folder) {
        CommandRun run = run(folder.resolve("out"), "compare", "--plan", "vectors: dense; *: powersgd(2)+ef");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("what worker 0 of 8 sends", "powersgd(2)+ef", "bits/element");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "topkk(0.01) | did you mean topk?",
                "--data digit | there is no data set digit; did you mean digits?",
                "--model mpl | there is no model mpl; did you mean mlp?",
                "--model charlm | it learns from text, and digits is labelled vectors",
                "--optimizer adamw | there is no optimizer adamw (there are sgd, adam, lion)",
                "--partition odd | there is no partition odd",
                "--workers 0 | workers: at least 1, not 0",
                "--seeds 0 | --seeds is 1 or more, this is 0",
                "--lr 0 | a learning rate is above 0, this is 0",
                "--momentum 1 | below 1, this is 1",
                "--resume | There is nothing to resume in",
                "--data mnist --cache /nowhere | mnist is not on this machine yet; ./tersegrad data fetch mnist",
                "--wokers 3 | Unknown option: '--wokers'"
            })
    void mistakesAreExplained(String arguments, String sentence, @TempDir Path folder) {
        List<String> all = new ArrayList<>(List.of("compare"));
        all.addAll(List.of(arguments.split(" ", -1)));
        CommandRun run = run(folder.resolve("out"), all.toArray(String[]::new));
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.err()).contains(sentence).doesNotContain("\tat ");
    }
}
