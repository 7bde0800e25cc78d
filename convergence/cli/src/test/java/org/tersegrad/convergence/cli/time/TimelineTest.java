package org.tersegrad.convergence.cli.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.convergence.cli.CommandRun;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.profiles.Profiles;
import org.tersegrad.convergence.time.report.ScheduledStep;
import org.tersegrad.convergence.time.report.TimelineReport;
import org.tersegrad.convergence.time.schedules.Schedule;
import org.tersegrad.convergence.time.schedules.Step;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TimelineTest {
    private Path folder;
    private Path profile;

    @BeforeEach
    void writeProfile(@TempDir Path temporary) throws IOException {
        folder = temporary;
        profile = TinyProfile.write(folder);
    }

    private CommandRun run(String... more) {
        List<String> words = new ArrayList<>(List.of("timeline", "--profile", profile.toString()));
        words.addAll(List.of(more));
        if (!words.contains("--out")) {
            words.addAll(List.of("--out", folder.resolve("out").toString()));
        }
        return CommandRun.of(words.toArray(String[]::new));
    }

    @Test
    void drawsSchedulesOnOneAxisAndTellsWhatWaits() throws IOException {
        CommandRun run = run("--network", "1gbe", "--workers", "4", "--schedule", "none", "--schedule", "dear(25MB)");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith("tiny.csv, dense, 1gbe, 4 workers")
                .containsPattern("none +\\d")
                .containsPattern("dear\\(25\\) +\\d")
                .contains("none: the device waits ", "for the messages of out.weights + 2.");
        assertThat(folder.resolve("out").toFile().list())
                .containsExactlyInAnyOrder("timeline.csv", "timeline.html", "timeline.json", "timeline.png");
        assertThat(Files.readString(folder.resolve("out/timeline.html")))
                .contains("<svg", "prefers-color-scheme: dark", "./tersegrad timeline")
                .doesNotContain("http://", "https://", "<script");
        assertThat(Files.readAllLines(folder.resolve("out/timeline.csv")))
                .contains("schedule,lane,kind,start_s,end_s,label")
                .anyMatch(line -> line.startsWith("none,network,wire,"));
    }

    @Test
    void theNumbersAreTheModels() throws IOException {
        CommandRun run =
                run("--json", "--network", "10gbe", "--workers", "8", "--schedule", "none", "--schedule", "best");
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode rows = JsonMapper.builder().build().readTree(run.out()).get("schedules");
        Profile tiny = Profiles.load(profile.toString());
        Step step = Step.dense(tiny, Network.parse("10gbe,workers=8"));
        for (int i = 0; i < 2; i++) {
            String schedule = rows.get(i).get("schedule").stringValue();
            assertThat(rows.get(i).get("seconds_per_step").doubleValue())
                    .isEqualTo(Schedule.parse(schedule).timeline(step).secondsPerStep());
        }
        assertThat(rows.get(0).get("wait_seconds").doubleValue())
                .isEqualTo(rows.get(0).get("wire_seconds").doubleValue());
        assertThat(rows.get(0).get("hidden_seconds").doubleValue()).isZero();
    }

    @Test
    void theWorkersOfTheNetworkCount() {
        for (String[] words : List.of(
                new String[] {"--network", "10gbe,workers=32,pernode=4"},
                new String[] {"--network", "10gbe,workers=32,pernode=4", "--workers", "32", "--force"})) {
            CommandRun run = run(words);
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains(", 32 workers", "workers=32,pernode=4");
        }
        assertThat(run("--force").out()).contains("10gbe, 16 workers");
    }

    /** 136,704 floats along a snake through 2 x 4 devices, and by ASTRA-sim's rules for the same rings. */
    @Test
    void aTopologyOrAFileOfAstraSimGivesTheTimesOfCalls() throws IOException {
        CommandRun torus = run("--json", "--network", "torus(2x4,alpha=2us,bandwidth=10GB/s)", "--schedule", "none");
        assertThat(torus.exitCode()).as(torus.err()).isZero();
        assertThat(wireSeconds(torus)).isCloseTo(14 * (2e-6 + 4.0 * 136_704 / 8 / 10e9), offset(1e-12));
        Path file = Files.writeString(
                folder.resolve("network.yml"),
                "topology: [ Ring ]  # one\nnpus_count: [ 8 ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n");
        CommandRun ring = run("--json", "--network", file.toString(), "--schedule", "none", "--force");
        assertThat(ring.exitCode()).as(ring.err()).isZero();
        long message = (long) (500 + 4 * 136_704 / 8 / (50 * 1.073741824));
        assertThat(wireSeconds(ring)).isCloseTo((14 * message + 15 * 10) * 1e-9, offset(1e-15));
        assertThat(run("--network", "rails(2,4)", "--schedule", "dear", "--all-reduce", "fastest", "--force")
                        .out())
                .contains("rails(2,4), 8 workers", "rails(nodes=2,devices=4), 8 devices and 32 links");
        Files.writeString(file, "topology: [ Ring ]\nnpus_count: [ 8 ]\nbandwidth: [ tbd ]\nlatency: [ tbd ]\n");
        CommandRun unknown = run("--network", file.toString());
        assertThat(unknown.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(unknown.err()).contains("bandwidth is a number, not tbd").hasLineCount(1);
    }

    private static double wireSeconds(CommandRun run) {
        JsonNode rows = JsonMapper.builder().build().readTree(run.out()).get("schedules");
        return rows.get(0).get("wire_seconds").doubleValue();
    }

    /** A table as editors and spreadsheets may save it. */
    @Test
    void aByteOrderMarkIsNoPartOfATable() throws IOException {
        String text = Files.readString(profile);
        Files.writeString(profile, "\ufeff" + text);
        CommandRun run = run("--schedule", "none");
        assertThat(run.exitCode()).as(run.err()).isZero();
        Files.write(profile, text.replace("bias", "biäs").getBytes(StandardCharsets.ISO_8859_1));
        CommandRun latin = run("--schedule", "none");
        assertThat(latin.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(latin.err())
                .contains("tiny.csv is not in UTF-8: line 3 has the byte 0xe4")
                .hasLineCount(1);
    }

    /** As a command that was killed does: it has begun to write its files, and not finished. */
    @Test
    void aStoppedCommandLeavesAFolderThatTheNextOneUses() throws IOException {
        assertThat(run("--workers", "2").exitCode()).isZero();
        Path page = folder.resolve("out/timeline.html");
        Files.delete(page);
        Files.createDirectories(page.resolve("in the way"));
        for (String other : List.of("timeline.csv", "timeline.json", "timeline.png")) {
            Files.delete(folder.resolve("out").resolve(other));
        }
        Profile tiny = Profiles.load(profile.toString());
        Step step = Step.dense(tiny, Network.parse("10gbe", 2));
        ScheduledStep none = new ScheduledStep("none", Schedule.parse("none").timeline(step));
        Map<String, String> about = Map.of("command", "./tersegrad timeline --profile tiny.csv --workers 2");
        assertThatThrownBy(
                        () -> new TimelineReport("tiny", List.of(), about, List.of(none)).write(folder.resolve("out")))
                .isInstanceOf(IOException.class);
        assertThat(folder.resolve("out/timeline.csv")).exists();
        Files.delete(page.resolve("in the way"));
        Files.delete(page);
        CommandRun again = run("--workers", "4", "--force");
        assertThat(again.exitCode()).as(again.err()).isZero();
    }

    @Test
    void aRecipeWithGivenTimesEncodesAndAddsInThatTime() throws IOException {
        CommandRun run = run(
                "--json",
                "--recipe",
                "int8+twoshot",
                "--schedule",
                "none",
                "--speed",
                "2",
                "--times",
                TinyProfile.times(folder).toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode row = JsonMapper.builder()
                .build()
                .readTree(run.out())
                .get("schedules")
                .get(0);
        // 10 us at 1,000 elements and 90 us more at 99,000 more, for tensors of 131,072, 512 and 5,120; at twice the
        // speed.
        double micros = 3 * 10 + 90.0 / 99_000 * (131_072 + 512 + 5_120 - 3 * 1_000);
        assertThat(row.get("encode_seconds").doubleValue()).isCloseTo(micros / 2 * 1e-6, offset(1e-12));
        assertThat(row.get("add_seconds").doubleValue()).isCloseTo(micros / 2 * 1e-6, offset(1e-12));
    }

    @Test
    void theSameCommandReplacesItsFilesAndAnotherDoesNot() throws IOException {
        assertThat(run("--workers", "2").exitCode()).isZero();
        assertThat(run("--workers", "2", "--json").exitCode()).isZero();
        CommandRun other = run("--workers", "4");
        assertThat(other.exitCode()).isEqualTo(CommandFailed.FAILED);
        assertThat(other.err())
                .contains("holds the results of ./tersegrad timeline", "--force")
                .hasLineCount(1);
        assertThat(run("--workers", "4", "--force").exitCode()).isZero();
        Files.createDirectory(folder.resolve("mine"));
        Files.writeString(folder.resolve("mine/timeline.csv"), "mine");
        CommandRun theirs = run("--out", folder.resolve("mine").toString(), "--force");
        assertThat(theirs.exitCode()).isEqualTo(CommandFailed.FAILED);
        assertThat(theirs.err())
                .contains("timeline.csv is not from this command")
                .hasLineCount(1);
        assertThat(folder.resolve("mine/timeline.csv")).hasContent("mine");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--workers 0 | --workers is 1 to 100000, this is 0",
                "--network 10gb | network 10gb: 10gb is neither",
                "--network 10gbe,workers=32 --workers 16 | network 10gbe,workers=32: workers=32, and --workers is 16",
                "--network 10gbe,pernode=4 --workers 6 | pernode: a divisor of the 6 workers, and 4 is none",
                "--all-reduce doubling --schedule dear | doubling has no such halves",
                "--network alpha=5,bandwidth=1Gbit | alpha is a number with one of the units",
                "--network torus(4y8) | shape is whole numbers from 1 with x between, as 4x8, not 4y8",
                "--network torus(2x2) --workers 8 | torus(shape=2x2) has 4 devices, and --workers is 8",
                "--network ring(4) --all-reduce server(2) | there is no all-reduce on a topology server",
                "--schedule wfpb | did you mean wfbp?",
                "--recipe topkk(0.1) | did you mean topk?",
                "--recipe int8 --schedule dear | dear splits plain sums in two",
                "--all-reduce rng | did you mean ring?",
                "--speed 0 | --speed is 0.000001 to 1000000, this is 0.0",
                "--times none.csv | none.csv does not exist.",
                "--out= | --out is empty"
            })
    void aMistakeGetsOneLine(String words, String line) throws IOException {
        List<String> all = new ArrayList<>(List.of(words.split(" ", -1)));
        if (words.contains("int8")) { // so that nothing is measured
            all.addAll(List.of("--times", int8Times().toString()));
        }
        CommandRun run = run(all.toArray(String[]::new));
        if (words.equals("--out=")) {
            run = CommandRun.of("timeline", "--profile", profile.toString(), "--out=");
        }
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.err()).contains(line).hasLineCount(1).doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
    }

    private Path int8Times() throws IOException {
        return Files.writeString(
                folder.resolve("int8.csv"),
                "recipe,tensor,workers,elements,encode_us,add_us\nint8,matrix,2,1000,10,10\n");
    }

    private CommandRun cut(String... more) {
        List<String> words = new ArrayList<>(List.of(
                "timeline", "--profile", "transformer(l=8,h=512,s=128,v=1000)", "--network", "10gbe,pernode=2"));
        words.addAll(List.of(more));
        words.addAll(List.of("--out", folder.resolve("cut").toString()));
        return CommandRun.of(words.toArray(String[]::new));
    }

    @Test
    void drawsTheStagesOfACut() throws IOException {
        CommandRun run = cut("--parallel", "tp=2,pp=4,dp=2,zero=1");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith("transformer(l=8,h=512,s=128,v=1000), tp=2,pp=4,dp=2,zero=1\n")
                .containsPattern("stage 0 +\\d")
                .containsPattern("stage 3 +\\d")
                .contains("on 16 devices: ", "A device of the first stage sends: tensor ")
                .doesNotContain("different nodes");
        assertThat(Files.readAllLines(folder.resolve("cut/timeline.csv")))
                .anyMatch(line -> line.startsWith("stage 3,device,backward,") && line.endsWith("micro-batch 15\""))
                .anyMatch(line -> line.startsWith("stage 0,network,wire,"));
        assertThat(cut("--parallel", "tp=4", "--force").out().replaceAll("\\s+", " "))
                .contains("The 4 devices of tp are in different nodes, as the network has pernode=2; pernode=4");
    }

    /** The bytes of 8 bits on each edge, against 16: the step with them is shorter, with times that are given. */
    @Test
    void recipesOfEdgesChangeTheirBytes() throws IOException {
        Path times = Files.writeString(folder.resolve("int8.csv"), """
                recipe,tensor,workers,elements,encode_us,add_us
                int8,matrix,2,1000,0,0
                int8,matrix,2,100000,1,1
                int8,vector,2,1000,0,0
                int8,vector,2,100000,1,1
                """);
        String[] words = {"--parallel", "pp=4,dp=2,zero=1", "--times", times.toString(), "--force"};
        double plain = seconds(cut(words));
        String[] more = {
            "--parallel",
            "pp=4,dp=2,zero=1",
            "--times",
            times.toString(),
            "--force",
            "--on",
            "activations=int8",
            "--on",
            "weights=int8"
        };
        CommandRun run = cut(more);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(seconds(run)).isBetween(0.5 * plain, 0.95 * plain);
    }

    private static double seconds(CommandRun run) {
        assertThat(run.exitCode()).as(run.err()).isZero();
        Matcher step = Pattern.compile("A step takes ([0-9.]+) ms").matcher(run.out());
        assertThat(step.find()).as(run.out()).isTrue();
        return Double.parseDouble(step.group(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--parallel tp=2,pq=2 | has no parameter pq",
                "--parallel pp=3 | pp times interleave: a divisor of the 8 layers, and 3 is none",
                "--parallel tp=3 | tp: a divisor of the 512 features of h, and 3 is none",
                "--parallel pp=2 --network switch(2) | --parallel takes a network of delays and bandwidths",
                "--parallel pp=2 --schedule none | --schedule does not go with --parallel",
                "--parallel pp=2 --workers 8 | --workers does not go with --parallel",
                "--parallel pp=2 --on tensor=int8 | tensor edges carry no recipe",
                "--parallel pp=2 --on activations | --on is an edge and a recipe",
                "--parallel pp=2 --on activations=int8+twoshot | activations are messages, not averages",
                "--parallel pp=2 --device b100 | there is no device b100",
                "--parallel dp=2 --network 10gbe,workers=4 | workers=4, and --parallel has 2 devices",
                "--parallel dp=2 --profile resnet-50 | --parallel cuts a transformer",
                "--workers 2 | is a profile of timeline --parallel alone"
            })
    void aMistakeInACutGetsOneLine(String words, String line) throws IOException {
        List<String> all = new ArrayList<>(
                List.of("timeline", "--times", TinyProfile.times(folder).toString()));
        if (!words.contains("--profile")) {
            all.addAll(List.of("--profile", "transformer(l=8,h=512)"));
        }
        all.addAll(List.of(words.split(" ")));
        CommandRun run = CommandRun.of(all.toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err()).contains(line).hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({"resnet51, did you mean resnet-50?", "no.csv, no.csv does not exist."})
    void anUnknownProfileGetsOneLine(String name, String line) {
        CommandRun run = CommandRun.of("timeline", "--profile", name);
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.err()).contains(line).hasLineCount(1);
    }

    @Test
    void aMistakeInATableIsNamed() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.csv"), "tensor,elements,backward_us\na,x,1\n");
        CommandRun run = CommandRun.of("timeline", "--profile", broken.toString());
        assertThat(run.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err()).contains("broken.csv, line 2, column elements").hasLineCount(1);
    }
}
