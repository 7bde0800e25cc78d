package org.tersegrad.convergence.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.convergence.cli.CommandRun;
import org.tersegrad.convergence.cli.Main;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.checkpoints.CheckpointFolder;
import org.tersegrad.convergence.training.comparison.Comparison;

@Tag("slow")
class CompareTest {
    /** Of a comparison that was stopped. A rejected command changes nothing in it, so that one does for all of these. */
    private static Path stopped;

    @BeforeAll
    static void stop(@TempDir Path folder) throws IOException {
        stopped = folder.resolve("out");
        stopped(stopped, TINY);
    }

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
        assertThat(run.out())
                .contains("topk(0.01)+ef", "vote", "ratio", "report.html")
                .contains("No rate is known for dense on mlp(128) on digits with these settings, so it was 0.1");
        assertThat(folder.resolve("a"))
                .isDirectoryContaining("glob:**results.csv")
                .isDirectoryContaining("glob:**summary.json")
                .isDirectoryContaining("glob:**accuracy-vs-bits.png")
                .isDirectoryContaining("glob:**report.html")
                .isDirectoryNotContaining("glob:**checkpoints");
        assertThat(timeless(folder.resolve("a"))).hasSize(1 + 3 * 2 * 4);
        assertThat(Files.readString(folder.resolve("a/summary.json")))
                .contains("./tersegrad compare --epochs 3", "'topk(0.01)+ef@0.2'", "dense@0.1", "topk(0.01)+ef@0.2");
        run(folder.resolve("b"), SMALL);
        assertThat(timeless(folder.resolve("b"))).isEqualTo(timeless(folder.resolve("a")));
    }

    /** In a process of its own, killed while it trains. */
    @Test
    void aComparisonThatWasKilledGoesOn(@TempDir Path folder) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "compare", "--epochs", "20", "--seeds", "1", "--workers", "2", "dense", "topk(0.01)+ef", "--out"));
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
                .hasSize(1 + 2 * 21);
    }

    @Test
    void aSweepLeavesAReportForEachValueAndOneOfAll(@TempDir Path folder) throws IOException {
        Path out = folder.resolve("out");
        String[] command = TINY.clone();
        command[List.of(TINY).indexOf("--workers") + 1] = "2,3";
        CommandRun run = run(out, command);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("workers 2:", "workers 3:", "together are in " + out.resolve("sweep.csv"));
        assertThat(out.toFile().list())
                .containsExactlyInAnyOrder(
                        "workers-2",
                        "workers-3",
                        "sweep.csv",
                        "accuracy-vs-bits.png",
                        "accuracy-vs-workers.png",
                        "ratio-vs-workers.png");
        assertThat(out.resolve("workers-2")).isDirectoryContaining("glob:**report.html");
        assertThat(out.resolve("workers-2/checkpoints")).doesNotExist();
        List<String> sweep = Files.readAllLines(out.resolve("sweep.csv"));
        assertThat(sweep).hasSize(1 + 2 * 2);
        run(folder.resolve("two"), TINY);
        List<String> two = timeless(folder.resolve("two"));
        assertThat(timeless(out.resolve("workers-2"))).isEqualTo(two);

        // As if it had been stopped when the first comparison was over.
        Path first = out.resolve("workers-2");
        Files.delete(first.resolve("results.csv"));
        Files.delete(first.resolve("summary.json"));
        for (String file :
                List.of("report.html", "accuracy-vs-bits.png", "ratio-vs-workers.png", "ratio-vs-workers.csv")) {
            Files.delete(first.resolve(file));
        }
        stopped(first, TINY);
        new CheckpointFolder(out.resolve("workers-3/checkpoints")).claim(4);
        CommandRun resumed = resume(out, command);
        assertThat(resumed.exitCode()).as(resumed.err()).isZero();
        assertThat(Files.readAllLines(out.resolve("sweep.csv"))).isEqualTo(sweep);
        assertThat(timeless(out.resolve("workers-2"))).isEqualTo(two);
        assertThat(out.resolve("workers-3/checkpoints")).doesNotExist();
    }

    @Test
    void aSweepOverPartitions(@TempDir Path folder) {
        Path out = folder.resolve("out");
        List<String> command = new ArrayList<>(List.of(TINY));
        command.addAll(List.of("--partition", "iid;dirichlet(0.5)"));
        CommandRun run = run(out, command.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(out.toFile().list())
                .contains("partition-iid", "partition-dirichlet(0.5)", "accuracy-vs-partition.png");
    }

    private static final String[] TINY = {
        "compare",
        "--data",
        "synthetic(3,length=8,examples=100)",
        "--model",
        "softmax",
        "--epochs",
        "2",
        "--seeds",
        "2",
        "--workers",
        "2",
        "sign+ef",
        "=x: dense; *: sign"
    };

    /** Runs it, and leaves checkpoints of all its runs as if it had been stopped before it could write the report. */
    private static List<String> stopped(Path out, String... command) throws IOException {
        CommandRun whole = run(out, command);
        assertThat(whole.exitCode()).as(whole.err()).isZero();
        List<String> expected = timeless(out);
        Comparison.of(Models.make("softmax", () -> DataSets.load("synthetic(3,length=8,examples=100)", out)))
                .workers(2)
                .epochs(2)
                .seeds(1, 2)
                .with("sign+ef", "=x: dense; *: sign")
                .resumingFrom(out.resolve("checkpoints"))
                .run();
        Files.delete(out.resolve("results.csv"));
        for (String name : List.of("summary.json", "report.html", "accuracy-vs-bits.png")) {
            Files.deleteIfExists(out.resolve(name));
        }
        return expected;
    }

    private static CommandRun resume(Path out, String... command) {
        List<String> all = new ArrayList<>(List.of(command));
        all.add("--resume");
        return run(out, all.toArray(String[]::new));
    }

    @Test
    void aDamagedCheckpointCostsItsRunAndIsToldOfInOneLine(@TempDir Path folder) throws IOException {
        Path out = folder.resolve("out");
        List<String> expected = stopped(out, TINY);
        for (int run : new int[] {1, 2}) {
            Path checkpoint = out.resolve("checkpoints/run-" + run + ".checkpoint");
            byte[] bytes = Files.readAllBytes(checkpoint);
            bytes[bytes.length / 2] ^= 1;
            Files.write(checkpoint, bytes);
        }
        CommandRun resumed = resume(out, TINY);
        assertThat(resumed.exitCode()).as(resumed.err()).isZero();
        assertThat(resumed.err().lines().filter(line -> line.contains("starts over")))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("sign+ef@0.1, seed 2, starts over: its checkpoint ")
                .contains("run-1.checkpoint is damaged (its checksum is wrong).");
        assertThat(timeless(out)).isEqualTo(expected);
        assertThat(out.resolve("checkpoints")).doesNotExist();
        assertThat(Files.readString(out.resolve("results.csv"))).contains("\n'=x: dense; *: sign@0.1,1,0,");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--epochs 3 | its number of epochs was 2, this one's is 3.",
                "--lr 0.2 | its learning rate was 0.1, this one's is 0.2.",
                "--workers 3 | its number of workers was 2, this one's is 3.",
                "--batch 3 | its batch was 16, this one's is 3.",
                "--seeds 1 | its recipe was sign+ef, this one's is =x: dense; *: sign.",
                "--model mlp(3) | its model was softmax on",
                "--optimizer adam | its optimizer was sgd, this one's is adam.",
                "--schedule cosine | its schedule was constant, this one's is cosine.",
                "--weight-decay 0.001 | its weight decay was 0.0, this one's is 0.001.",
                "--nesterov | its kind of momentum was heavy ball, this one's is Nesterov's."
            })
    void anotherComparisonIsNotGoneOnWith(String difference, String sentence) {
        List<String> command = new ArrayList<>(List.of(TINY));
        List<String> words = List.of(difference.split(" ", -1));
        if (command.contains(words.get(0))) {
            command.set(command.indexOf(words.get(0)) + 1, words.get(1));
        } else {
            command.addAll(words);
        }
        CommandRun resumed = resume(stopped, command.toArray(String[]::new));
        assertThat(resumed.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(resumed.err())
                .contains("is another one: " + sentence.strip())
                .doesNotContain("\tat ");
        assertThat(stopped.resolve("results.csv")).doesNotExist();
    }

    @Test
    void otherContentUnderTheSameNameIsNotGoneOnWith(@TempDir Path folder) throws IOException {
        Path text = Files.writeString(folder.resolve("a.txt"), "ab".repeat(600));
        String[] command = {
            "compare",
            "--data",
            text.toString(),
            "--model",
            "charlm(4,8)",
            "--epochs",
            "1",
            "--seeds",
            "1",
            "--workers",
            "2",
            "--batch",
            "2",
            "dense"
        };
        Path out = folder.resolve("out");
        Comparison.of(Models.make("charlm(4,8)", () -> DataSets.open(text.toString(), folder)))
                .settings(new Settings(2, 2, 1, 0.1f, 0.9f, Optimizer.SGD, Partition.iid()))
                .seeds(1)
                .with("dense")
                .resumingFrom(out.resolve("checkpoints"))
                .run();
        Files.writeString(text, "ba".repeat(600));
        CommandRun resumed = resume(out, command);
        assertThat(resumed.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(resumed.err())
                .contains("is another one: its data's SHA-256 was ")
                .doesNotContain("\tat ");
        Files.writeString(text, "ab".repeat(600));
        assertThat(resume(out, command).exitCode()).isZero();
    }

    /** Once through a link, once beside its own. */
    @Test
    void otherPeoplesFilesStay(@TempDir Path folder) throws IOException {
        Path out = Files.createDirectory(folder.resolve("out"));
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Path other = Files.writeString(elsewhere.resolve("run-42.pt"), "somebody's own");
        Files.createSymbolicLink(out.resolve("checkpoints"), elsewhere);
        for (int i = 0; i < 2; i++) {
            CommandRun run = run(out, TINY);
            assertThat(run.exitCode()).as(run.err()).isZero();
        }
        assertThat(other).hasContent("somebody's own");
        assertThat(elsewhere.toFile().list()).containsExactly("run-42.pt");

        Path own = Files.createDirectory(folder.resolve("own"));
        Files.writeString(own.resolve("results.csv"), "name,age");
        CommandRun refused = run(own, TINY);
        assertThat(refused.exitCode()).isEqualTo(CommandFailed.FAILED);
        assertThat(refused.err())
                .contains(own.resolve("results.csv") + " is not from a comparison")
                .doesNotContain("Training", "\tat ")
                .hasLineCount(1);
        assertThat(own.resolve("results.csv")).hasContent("name,age");
        assertThat(own.toFile().list()).containsExactly("results.csv");
    }

    /** A policy of more than 65535 bytes, which DataOutput.writeUTF could not write. */
    @Test
    void aLongPolicyIsTrainedAndWrittenDown(@TempDir Path folder) throws IOException {
        String policy = "a".repeat(900) + "*: dense; ";
        String[] command = TINY.clone();
        command[command.length - 1] = policy.repeat(80) + "*: sign";
        CommandRun run = run(folder.resolve("out"), command);
        assertThat(run.exitCode()).as(run.err()).isZero();
        command[command.length - 1] = policy.repeat(120) + "*: sign";
        CommandRun refused = run(folder.resolve("more"), command);
        assertThat(refused.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(refused.err())
                .contains("a policy has at most 100000 characters")
                .hasLineCount(1);
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
                "--optimizer adamw | there is no optimizer adamw",
                "--partition odd | there is no partition odd",
                "--workers 0 | workers: at least 1, not 0",
                "--seeds 0 | --seeds is 1 to 10000, this is 0",
                "--seeds 2147483647 | --seeds is 1 to 10000, this is 2147483647",
                "--workers 5000 | workers: at most 4096, not 5000",
                "--workers 2000 | 1437 examples for 2000 workers",
                "--batch 2147483647 | a batch of examples: at most 1000000, not 2147483647",
                "--epochs 2147483647 | epochs: at most 195225786 of 11 steps each, not 2147483647",
                "--target NaN | --target is above 0 and at most 1, this is NaN",
                "--target 0 | --target is above 0 and at most 1, this is 0",
                "--target 97 | --target is above 0 and at most 1, this is 97.0; 97 % is 0.97",
                "--batch 1438 | a batch of 1438 examples, and there are 1437 to learn from",
                "dense dense | dense@0.3 is there twice",
                "dense vectors:dense | no rule of \"vectors: dense\" is for hidden1.weights",
                "--model mlp(2000000000) | a shape of 2000000000 x 64",
                "--data nofile.txt | there is no file or folder nofile.txt, and no data set of that name (there are digits,",
                "--data text.txt | there is no file or folder text.txt",
                "--data mnist/ | there is no file or folder mnist",
                "--data sythetic(3,separation=0.5) | there is no data set sythetic; did you mean synthetic?",
                "--lr 0 | a learning rate is above 0, this is 0",
                "--momentum 1 | below 1, this is 1",
                "--schedule cosin | there is no schedule cosin; did you mean cosine?",
                "--schedule step(15,40) | step(15,40): a milestone after 40 epochs needs more epochs than 30",
                "--weight-decay -1 | weight decay is 0 or more, this is -1",
                "--nesterov --optimizer adam | for sgd with a momentum above 0, this is adam with momentum 0.9",
                "--nesterov --momentum 0 | this is sgd with momentum 0",
                "--workers 2,4,2 | workers: 2 is there twice",
                "--workers 2,2000 | 1437 examples for 2000 workers",
                "--workers 2,x | '--workers'",
                "--workers 2,4 --partition iid;same | over numbers of workers, over partitions or over synchronizations, not over two of them",
                "--partition iid;odd | there is no partition odd",
                "--sync bsp;gossip(ring) dense vote | gossip sends models to neighbours, dense or with a compressor",
                "--sync bsp;asp dense vote | asp has a server, for dense, a compressor as topk(0.01)+ef",
                "--sync diloco(30) --epochs 2 dense | diloco(30): nothing would be exchanged in 22 steps, 2 epochs of 11;",
                "--sync bsp;diloco(8,overlap=5) --epochs 1 dense | nothing would be exchanged in 11 steps, 1 epoch of 11;",
                "--network 10gbe,workers=32 dense | network 10gbe,workers=32: workers=32, and --workers is 8",
                "--network 10gbe,pernode=4 --workers 4,6 dense | pernode: a divisor of the 6 workers, and 4 is none",
                "--resume | There is nothing to resume in",
                "--data mnist --cache /nowhere | mnist is not on this machine yet; ./tersegrad data fetch mnist",
                "--wokers 3 | there is no option --wokers; did you mean --workers?"
            })
    void mistakesAreExplained(String arguments, String sentence, @TempDir Path folder) {
        List<String> all = new ArrayList<>(List.of("compare"));
        all.addAll(List.of(arguments.split(" ", -1)));
        CommandRun run = run(folder.resolve("out"), all.toArray(String[]::new));
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.err()).contains(sentence).doesNotContain("\tat ").hasLineCount(1);
        assertThat(folder.resolve("out")).doesNotExist();
    }

    /** Nothing is right or wrong in it, so that its target is a loss. */
    @Test
    void aLossAsATargetMayBeAboveOne(@TempDir Path folder) {
        CommandRun run = run(
                folder.resolve("out"), "compare", "--model", "quadratic", "--target", "97", "--epochs", "1", "dense");
        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    @Test
    void emptyNamesAreRefused(@TempDir Path folder) {
        CommandRun data = run(folder.resolve("out"), "compare", "--data", "", "dense");
        assertThat(data.err()).startsWith("the name of a data set is empty").hasLineCount(1);
        CommandRun out = CommandRun.of("compare", "--out", "", "dense");
        assertThat(out.err()).startsWith("--out is empty").hasLineCount(1);
    }
}
