package org.tersegrad.convergence.cli.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.convergence.cli.CommandRun;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.profiles.Profiles;
import org.tersegrad.convergence.time.schedules.BestMerging;
import org.tersegrad.convergence.time.schedules.NoOverlap;
import org.tersegrad.convergence.time.schedules.Step;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PaysTest {
    private static final String NETWORK = "alpha=0s,bandwidth=890Mbit";

    private Path folder;
    private Path profile;

    @BeforeEach
    void writeProfile(@TempDir Path temporary) throws IOException {
        folder = temporary;
        profile = TinyProfile.write(folder);
    }

    private CommandRun run(String out, String... more) {
        List<String> words = new ArrayList<>(List.of("pays", "--profile", profile.toString()));
        words.addAll(List.of(more));
        words.addAll(List.of("--out", folder.resolve(out).toString()));
        return CommandRun.of(words.toArray(String[]::new));
    }

    private String times() throws IOException {
        return TinyProfile.times(folder).toString();
    }

    @Test
    void printsATableAndAdviceAndLeavesFiles() throws IOException {
        CommandRun run = run(
                "out", "--network", "1gbe", "--workers", "4,16", "--times", times(), "int8+twoshot", "topk(0.01)+ef");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("tiny.csv on 1gbe")
                .containsPattern("dense +4 ")
                .containsPattern("dense in 16 bits +16 ")
                .containsPattern("topk\\(0\\.01\\)\\+ef +16 ")
                .contains("4 workers: topk(0.01)+ef: 3.8x as fast as dense")
                .contains("All else is a model", "my-times.csv");
        assertThat(folder.resolve("out").toFile().list())
                .containsExactlyInAnyOrder("pays.csv", "grid.csv", "times.csv", "pays.json", "pays.html", "pays.png");
        assertThat(Files.readAllLines(folder.resolve("out/pays.csv"))).hasSize(1 + 2 * 4);
        assertThat(Files.readAllLines(folder.resolve("out/grid.csv"))).hasSize(1 + 2 * 7);
        assertThat(Files.readString(folder.resolve("out/pays.html")))
                .contains("<svg", "this network")
                .doesNotContain("<script");
    }

    /** Table, page, both tables in files and JSON say which times cannot be trusted. */
    @Test
    void timesThatCannotBeTrustedAreMarked() throws IOException {
        Path doubtful = folder.resolve("doubtful.csv");
        String why = "31.0 times the record; the record of intel-xeon is used";
        Files.write(
                doubtful,
                Files.readAllLines(Path.of(times())).stream()
                        .map(line -> line.startsWith("recipe,")
                                ? line + ",doubt"
                                : line + (line.contains("int8+twoshot") ? "," + why : ","))
                        .toList());
        CommandRun run = run("out", "--workers", "4", "--times", doubtful.toString(), "int8+twoshot", "topk(0.01)+ef");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .containsPattern("int8\\+twoshot \\* +4 ")
                .containsPattern("topk\\(0\\.01\\)\\+ef +4 ")
                .contains("* int8+twoshot: ", "of its times cannot be trusted");
        for (String file : List.of("pays.csv", "times.csv", "pays.html", "pays.json")) {
            assertThat(folder.resolve("out").resolve(file)).content().contains(why);
        }
        assertThat(folder.resolve("out/pays.html")).content().contains("int8+twoshot *");
    }

    @Test
    void floatsTakeAsLongAsTheModelSays() throws IOException {
        CommandRun run =
                run("out", "--json", "--network", NETWORK, "--workers", "4", "--times", times(), "int8+twoshot");
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode all = JsonMapper.builder().build().readTree(run.out());
        JsonNode dense = all.get("recipes").get(0);
        Step step = Step.dense(Profiles.load(profile.toString()), Network.parse(NETWORK, 4))
                .with(Collectives.fastest());
        assertThat(dense.get("seconds_no_overlap").doubleValue())
                .isEqualTo(new NoOverlap().timeline(step).secondsPerStep());
        assertThat(dense.get("seconds_overlap").doubleValue())
                .isEqualTo(new BestMerging().timeline(step).secondsPerStep());
        assertThat(dense.get("bytes_sent").doubleValue())
                .isEqualTo(2.0 * 3 / 4 * step.profile().bytes());
        JsonNode int8 = all.get("recipes").get(2);
        assertThat(int8.get("speedup_over_dense").doubleValue())
                .isCloseTo(
                        dense.get("seconds_overlap").doubleValue()
                                / int8.get("seconds_overlap").doubleValue(),
                        offset(1e-12));
        // 8 bits an element, and a few headers and scales.
        assertThat(int8.get("bytes_sent").doubleValue()).isBetween(2.0 * 3 / 4 * 136_704, 2.0 * 3 / 4 * 136_704 * 1.01);
        assertThat(int8.get("break_even_no_overlap").doubleValue()).isPositive();
    }

    /** A slow network and a fast machine make compression pay; a fast network does not. */
    @Test
    void adviceFollowsTheNetwork() throws IOException {
        String slow = "alpha=0s,bandwidth=10Mbit";
        CommandRun pays = run("a", "--network", slow, "--workers", "4", "--times", times(), "int8+twoshot");
        assertThat(pays.out()).containsPattern("4 workers: int8\\+twoshot: [34]\\.\\dx as fast as dense");
        String fast = "alpha=0s,bandwidth=10000Gbit";
        CommandRun not = run("b", "--network", fast, "--workers", "4", "--times", times(), "int8+twoshot");
        assertThat(not.out()).contains("4 workers: do not compress: dense overlapped is 0 % from compute alone");
    }

    /**
     * In a large group the delays of a ring are most of its time, and libraries take another all-reduce. With a ring, a vote in 512
     * workers seemed 1.6 times as fast.
     */
    @Test
    void floatsTakeTheirBestCollectiveToo() throws IOException {
        Path times = Files.writeString(folder.resolve("vote.csv"), """
                recipe,tensor,workers,elements,encode_us,add_us
                vote,matrix,2,4096,2,2
                vote,matrix,2,65536,20,20
                """);
        CommandRun run = CommandRun.of(
                "pays",
                "--profile",
                "resnet-50",
                "--network",
                "10gbe,workers=512",
                "--times",
                times.toString(),
                "--json",
                "--out",
                folder.resolve("large").toString(),
                "vote");
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode recipes = JsonMapper.builder().build().readTree(run.out()).get("recipes");
        JsonNode vote = recipes.get(2);
        assertThat(vote.get("workers").intValue()).isEqualTo(512);
        assertThat(vote.get("speedup_over_dense").doubleValue()).isLessThan(1);
        Step ring = Step.dense(Profiles.parse("resnet-50"), Network.parse("10gbe", 512));
        assertThat(new BestMerging().timeline(ring).secondsPerStep()
                        / vote.get("seconds_overlap").doubleValue())
                .isGreaterThan(1.05);
        assertThat(recipes.get(0).get("gradients").stringValue()).isEqualTo("exact");
        assertThat(recipes.get(1).get("gradients").stringValue()).isEqualTo("rounded");
        assertThat(vote.get("gradients").stringValue()).isEqualTo("biased");
    }

    @Test
    void aRecipeThatChangesWhatIsLearnedSaysSo() throws IOException {
        CommandRun run =
                run("out", "--network", "1gbe", "--workers", "4", "--times", times(), "int8+twoshot", "topk(0.01)+ef");
        assertThat(run.out())
                .containsPattern("dense +4 .* 1\\.0x +\\S+ +exact ")
                .containsPattern("topk\\(0\\.01\\)\\+ef +4 .*x +error feedback ")
                .contains("its gradients are not exact (error feedback), so that accuracy may differ.");
    }

    /** Measured times can be reused, and then give the same bytes each time. */
    @Test
    void measuredTimesCanBeUsedAgain() throws IOException {
        String[] words = {"--workers", "2,3", "int8+twoshot"};
        CommandRun measured = run("measured", words);
        assertThat(measured.exitCode()).as(measured.err()).isZero();
        assertThat(measured.out()).contains("were measured on this machine");
        String[] again = {
            "--workers",
            "2,3",
            "int8+twoshot",
            "--times",
            folder.resolve("measured/times.csv").toString()
        };
        assertThat(run("b", again).exitCode()).isZero();
        assertThat(run("c", again).exitCode()).isZero();
        for (String name : List.of("pays.csv", "grid.csv", "times.csv", "pays.png")) {
            assertThat(folder.resolve("b").resolve(name))
                    .hasSameBinaryContentAs(folder.resolve("c").resolve(name));
        }
        assertThat(folder.resolve("b/times.csv")).hasSameTextualContentAs(folder.resolve("measured/times.csv"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--workers 0 | --workers is 1 to 100000, this is 0",
                "--workers 8,-2 | --workers is 1 to 100000, this is -2",
                "--network 10gbe,workers=8 --workers 4,8 | workers=8, and --workers is 4",
                "--network 10gbe,pernode=8 --workers 8,12 | pernode: a divisor of the 12 workers, and 8 is none",
                "--network 7gbe | network 7gbe: 7gbe is neither",
                "int9 | int9",
                "int4+twoshot | no times of int4",
                "a*:int8 | is for hidden.weights, 512 x 256; a last rule",
                "--speed NaN | --speed is 0.000001 to 1000000, this is NaN"
            })
    void aMistakeGetsOneLine(String words, String line) throws IOException {
        List<String> all = new ArrayList<>(List.of(words.split(" ", -1)));
        all.addAll(List.of("--times", times()));
        CommandRun run = run("out", all.toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err()).contains(line).hasLineCount(1).doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void timesThatAreNoneAreNamed() throws IOException {
        Path broken = Files.writeString(
                folder.resolve("broken.csv"), "recipe,tensor,workers,elements,encode_us,add_us\nint8,cube,2,10,1,1\n");
        CommandRun run = run("out", "--times", broken.toString(), "int8");
        assertThat(run.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err())
                .contains("broken.csv, line 2, column tensor: vector or matrix")
                .hasLineCount(1);
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void aProfileIsNeeded() {
        CommandRun run = CommandRun.of("pays");
        assertThat(run.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err())
                .startsWith("Missing required option: '--profile=MODEL'")
                .hasLineCount(1);
    }
}
