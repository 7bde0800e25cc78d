package org.tersegrad.convergence.cli.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.convergence.cli.CommandRun;
import org.tersegrad.convergence.cli.record.Ledger.Result;
import org.tersegrad.convergence.cli.record.Ledger.Row;
import org.tersegrad.convergence.cli.record.Ledger.Standing;
import org.tersegrad.convergence.documents.Documents;

/** Small records of recipes and processes, with a fault each; and the record that is committed. */
class RecordTest {
    private final Path folder;

    RecordTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private CommandRun record(String out, String fault, String... recipes) throws IOException {
        Path list = folder.resolve("contestants-" + fault + ".csv");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Files.writeString(
                list,
                "name,version,command\npeer floats,,{java} -cp {path} " + RecordPeer.class.getName() + " " + fault
                        + "\n");
        List<String> args = new java.util.ArrayList<>(List.of(
                "record",
                "--quiet",
                "--elements",
                "1024",
                "--limit",
                "5",
                "--out",
                folder.resolve(out).toString(),
                "--contestants",
                list.toString(),
                "--set",
                "java=" + java,
                "--set",
                "path=" + System.getProperty("java.class.path")));
        args.addAll(List.of(recipes));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private Ledger ledger(String out) throws IOException {
        return Ledger.read(folder.resolve(out));
    }

    @Test
    void recipesAndAProcessAreSideBySide() throws IOException {
        CommandRun run = record("a", "none", "topk(0.01)", "dense");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("| tersegrad topk(0.01) |", "| peer floats |");
        List<Result> results = ledger("a").results();
        assertThat(results)
                .extracting(result -> result.standing().contestant())
                .containsExactly("tersegrad topk(0.01)", "tersegrad dense", "peer floats");
        assertThat(results)
                .allMatch(Result::isComplete)
                .allMatch(result -> result.rows().size() == 3);
        Result peer = results.get(2);
        assertThat(peer.standing().version()).isEqualTo("1.5");
        assertThat(peer.standing().nan()).isEqualTo("keeps");
        assertThat(peer.standing().deterministic()).isEqualTo("yes");
        assertThat(peer.standing().costs().encodeNanos()).isEqualTo(2);
        assertThat(peer.standing().costs().memory()).isNaN();
        Row row = peer.rows().get(0);
        assertThat(row.bytes()).isEqualTo(4096); // without header and shape of ours
        assertThat(row.packedBytes()).isEqualTo(7);
        assertThat(row.error().error()).isZero();
        assertThat(results.get(0).standing().nan()).isEqualTo("rejects");
        assertThat(results.get(0).rows().get(0).error().error()).isBetween(0.8, 1.0);
        assertThat(folder.resolve("a/errors.png")).isNotEmptyFile();
        assertThat(folder.resolve("a/times.png")).isNotEmptyFile();
    }

    @Test
    void anotherRecordHasTheSameErrors() throws IOException {
        record("a", "none", "qsgd(4bit)");
        record("b", "none", "qsgd(4bit)");
        assertThat(folder.resolve("a/errors.csv")).hasSameTextualContentAs(folder.resolve("b/errors.csv"));
        CommandRun run = CommandRun.of(
                "record",
                "--quiet",
                "--elements",
                "1024",
                "--out",
                folder.resolve("b").toString(),
                "--check",
                folder.resolve("a").toString(),
                "qsgd(4bit)");
        assertThat(run.exitCode()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).endsWith(", 0 differences.\n");
    }

    /** A file that is written again would differ in its times. */
    @Test
    void finishedContestantsAreNotMeasuredAgain() throws IOException {
        record("a", "crash", "sign");
        String sign = Files.readAllLines(folder.resolve("a/contestants.csv")).get(1);
        assertThat(record("a", "none", "sign").exitCode()).isZero();
        assertThat(Files.readAllLines(folder.resolve("a/contestants.csv")).get(1))
                .isEqualTo(sign);
        assertThat(ledger("a").results()).allMatch(Result::isComplete);
    }

    @ParameterizedTest
    @CsvSource({
        "crash, the process ended at encode with exit code 3: no CUDA device",
        "hang, no reply to encode within 5000 ms",
        "nonsense, costs say encode_nanos=fast; expected is a whole number from 0 on",
        "nan, 1 of 1024 decoded elements of Gaussian are not finite"
    })
    void aFaultIsASentenceInItsRow(String fault, String words) throws IOException {
        CommandRun run = record("a", fault, "sign");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("| tersegrad sign |", "| peer floats | " + words + " |");
        assertThat(ledger("a").results().get(1).standing().note()).isEqualTo(words);
    }

    @Test
    void aMessageThatChangesIsNotDeterministic() throws IOException {
        record("a", "random");
        assertThat(ledger("a").results().get(0).standing().deterministic()).isEqualTo("no");
    }

    /** A run of ours and a run of theirs are one record, and a run that is stopped loses nothing. */
    @Test
    void contestantsThatAreNotAskedForStay() throws IOException {
        record("a", "none", "sign");
        record("a", "none", "half");
        assertThat(ledger("a").results())
                .extracting(result -> result.standing().contestant())
                .containsExactly("tersegrad sign", "peer floats", "tersegrad half");
    }

    @Test
    void aDifferenceIsNamed() throws IOException {
        record("a", "none", "sign");
        Ledger ledger = ledger("a");
        Result sign = ledger.results().get(0);
        Standing standing = sign.standing();
        Row first = sign.rows().get(0);
        Row larger = new Row(first.error(), first.elements(), 1.06 * first.packedBytes());
        Row empty = new Row(first.error(), first.elements(), Double.NaN);
        List<Row> others = sign.rows().subList(1, 3);

        assertThat(RecordCheck.differences(ledger, ledger)).isEmpty();
        assertDifference(ledger, standing, rows(larger, others), "tersegrad sign, Gaussian: packed_bytes is ");
        assertDifference(ledger, standing, rows(empty, others), "tersegrad sign, Gaussian: packed_bytes is NaN");
        assertDifference(ledger, standing, others, "tersegrad sign: there is no Gaussian");
        assertDifference(
                ledger, standing("1", "crashed"), sign.rows(), "tersegrad sign: crashed"); // though it was complete
        assertDifference(ledger, standing("", "not run"), List.of(), "no contestant is in both records");
        assertThat(RecordCheck.differences(ledger, new Ledger(Map.of(Ledger.GRADIENTS, "others"), ledger.results())))
                .singleElement()
                .asString()
                .startsWith("gradients are others, were ");
    }

    private static List<Row> rows(Row first, List<Row> others) {
        return List.of(first, others.get(0), others.get(1));
    }

    private static Standing standing(String version, String note) {
        return new Standing("tersegrad sign", version, "", "", "", Entrant.Costs.UNKNOWN, note);
    }

    private static void assertDifference(Ledger expected, Standing standing, List<Row> rows, String words) {
        Ledger found = new Ledger(expected.about(), List.of(new Result(standing, rows)));
        assertThat(RecordCheck.differences(expected, found))
                .singleElement()
                .asString()
                .startsWith(words);
    }

    @Test
    void mistakesAreOneSentence() throws IOException {
        String out = folder.resolve("m").toString();
        assertMistake("--elements is a square number", "record", "--out", out, "--elements", "10");
        assertMistake("There is no file or folder nowhere", "record", "--out", out, "--corpus", "nowhere");
        assertMistake("there is none in nowhere", "record", "--out", out, "--check", "nowhere");
        assertThat(folder).as("nothing is measured before").isEmptyDirectory();
        assertMistake("nowhere.csv", "record", "--out", out, "--contestants", "nowhere.csv");
        Path list = Files.writeString(folder.resolve("list.csv"), "name,version\nx,1\n");
        assertMistake("no column command", "record", "--out", out, "--contestants", list.toString());
        record("a", "none", "sign");
        assertMistake(
                "is a record of other gradients",
                "record",
                "--elements",
                "4096",
                "--out",
                folder.resolve("a").toString(),
                "sign");
    }

    private static void assertMistake(String words, String... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.exitCode()).isPositive();
        assertThat(run.err()).contains(words).hasLineCount(1);
    }

    @Test
    void aPlaceholderWithoutValueIsNamed() throws IOException {
        Path list = Files.writeString(folder.resolve("list.csv"), "name,version,command\nx,1,{grace} a\n");
        String out = folder.resolve("m").toString();
        CommandRun run =
                CommandRun.of("record", "-q", "--elements", "1024", "--out", out, "--contestants", list.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("| x | not run: no value for {grace}; --set grace=... gives it |");
    }

    @Test
    void theCommittedRecordHasThirtyContestantsWithVersions() throws IOException {
        Ledger committed = Ledger.read(Documents.ROOT.resolve("bench/results/record"));
        List<Result> complete =
                committed.results().stream().filter(Result::isComplete).toList();
        assertThat(complete).hasSizeGreaterThanOrEqualTo(30);
        assertThat(complete).allSatisfy(result -> {
            assertThat(result.standing().version()).isNotBlank();
            assertThat(result.rows()).hasSameSizeAs(complete.get(0).rows());
        });
        assertThat(committed.results())
                .as("no paths of a machine")
                .extracting(result -> result.standing().note())
                .noneMatch(note -> note.contains(" /"));
        assertThat(committed.about()).containsKeys("CPU", "JDK", "commit", "gradients");
    }
}
