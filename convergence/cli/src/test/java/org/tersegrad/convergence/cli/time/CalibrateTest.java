package org.tersegrad.convergence.cli.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.cli.CommandRun;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.networks.Networks;
import org.tersegrad.convergence.time.published.Cell;
import org.tersegrad.convergence.time.published.Technique;
import org.tersegrad.convergence.time.recorded.RecipeCosts;
import org.tersegrad.convergence.time.schedules.Schedule;
import org.tersegrad.convergence.time.schedules.Step;
import org.tersegrad.reducers.model.Policy;

class CalibrateTest {
    /** Of 10 Gbit/s, the share that frames of 1500 bytes leave to TCP. */
    private static final Map<String, String> RATES = Map.of("10GbE", "9.415Gbit", "100GbIB", "100Gbit");

    private static final Path EXAMPLE = Path.of("..", "..", "docs", "how-to", "example-trace.json");

    private Path folder;

    @BeforeEach
    void makeFolder(@TempDir Path temporary) {
        folder = temporary;
    }

    private CommandRun calibrate(String... words) {
        List<String> all = new ArrayList<>(List.of("calibrate"));
        all.addAll(List.of(words));
        all.addAll(List.of("--out", cluster()));
        return CommandRun.of(all.toArray(String[]::new));
    }

    private String cluster() {
        return folder.resolve("cluster.yml").toString();
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    /** Steps of the published table as a table of steps: the column of 4 GPUs is inside a node, whatever the network. */
    private String steps(String name, Predicate<Cell> chosen) throws IOException {
        StringBuilder text = new StringBuilder("profile,alone_us,schedule,exchange,link,node,rate,workers,step_us\n");
        for (Cell cell : Cell.all()) {
            if (chosen.test(cell) && cell.technique().isModelled() && RATES.containsKey(cell.network())) {
                boolean servers = cell.technique().usesServers();
                boolean inside = cell.workers() == 4;
                String suffix = servers ? "-servers" : "";
                text.append(String.format(
                        Locale.ROOT,
                        "%s,%s,%s,%s,%s,%s,%s,%d,%s%n",
                        cell.model().toLowerCase(Locale.ROOT),
                        1e6 * cell.batch() / cell.aloneSamples(),
                        switch (cell.technique()) {
                            case BSP_A2A, BSP_PS -> "none";
                            case MG_WFBP -> "mg";
                            default -> "wfbp";
                        },
                        servers ? "servers" : "all-reduce",
                        (inside ? "node" : cell.network()) + suffix,
                        inside ? "" : "node" + suffix,
                        inside ? "" : RATES.get(cell.network()),
                        cell.workers(),
                        1e6 * cell.batch() * cell.workers() / cell.samples()));
            }
        }
        return file(name, text.toString());
    }

    /**
     * The table of seven techniques by commands alone: constants from the columns of 4 and 8 GPUs, BSP and WFBP only; the column of 32 is
     * predicted. No fitted bandwidth is above that of its link.
     */
    @Test
    void constantsOfEightWorkersPredictThirtyTwo() throws IOException {
        List<Technique> fitted = List.of(Technique.BSP_A2A, Technique.WFBP_A2A, Technique.BSP_PS, Technique.WFBP_PS);
        String few = steps("few.csv", cell -> cell.workers() <= 8 && fitted.contains(cell.technique()));
        String many = steps("many.csv", cell -> cell.workers() == 32);
        CommandRun run = calibrate(few, "--check", many);
        assertThat(run.exitCode()).as(run.err()).isZero();
        Matcher close = Pattern.compile("(\\d+) of 36 steps are within 15 %").matcher(run.out());
        assertThat(close.find()).as(run.out()).isTrue();
        assertThat(Integer.parseInt(close.group(1))).isGreaterThanOrEqualTo(34);
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("Link 10GbE, all-reduce: call 166.8us")
                .contains("9.415Gbit/s at its bound")
                .contains("groups of 4, 8");
        CommandRun timeline = CommandRun.of(
                "timeline",
                "--profile",
                "resnet-50",
                "--schedule",
                "none",
                "--network",
                cluster() + ":10GbE",
                "--workers",
                "32",
                "--out",
                folder.resolve("timeline").toString());
        assertThat(timeline.exitCode()).as(timeline.err()).isZero();
        assertThat(timeline.out().replaceAll("\\s+", " "))
                .contains("none 424 ms")
                .contains("Groups of 32 are extrapolated from groups of 4, 8.")
                .contains("a step of resnet-50 takes");
    }

    /** The page of the documents, from trace to decision. */
    @Test
    void aTraceBecomesADecision() throws IOException {
        if (System.getProperty("golden.write") != null) {
            Files.writeString(EXAMPLE, ExampleTrace.text());
        }
        assertThat(EXAMPLE).hasContent(ExampleTrace.text());
        CommandRun run = calibrate(EXAMPLE.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("call and alpha together 599.5us")
                .contains("with 8 workers")
                .contains("Fitted to 12 times");
        String times = file("times.csv", """
                recipe,tensor,workers,elements,encode_us,add_us
                int8+twoshot,matrix,8,1000,1,1
                int8+twoshot,matrix,8,1000000,150,150
                """);
        CommandRun pays = CommandRun.of(
                "pays",
                "--profile",
                EXAMPLE.toString(),
                "--network",
                cluster(),
                "--workers",
                "8,16",
                "--times",
                times,
                "int8+twoshot",
                "--out",
                folder.resolve("pays").toString());
        assertThat(pays.exitCode()).as(pays.err()).isZero();
        assertThat(pays.out().replaceAll("\\s+", " "))
                .contains("8 workers: use int8+twoshot. 8 workers: a step with int8+twoshot takes")
                .containsPattern(
                        "[\\d.]+x as fast \\([\\d.]+x to [\\d.]+x over the intervals of the network's constants\\)")
                .containsPattern("8 workers: the advice turns above [\\d.]+ [GM]bit/s")
                .contains("Groups of 16 are extrapolated from groups of 8.");
        assertThat(Files.readString(folder.resolve("pays/grid.csv")))
                .contains("\"measured with 8 workers, measured bandwidth\"")
                .contains("\"measured with 8 workers, assumed bandwidth\"")
                .contains("\"extrapolated to 16 workers, assumed bandwidth\"");
    }

    /**
     * The communication of gTop-k that was published for 1 Gbit/s (arXiv 1901.04359), by commands alone: delay and bandwidth between two nodes, and
     * one cell, VGG-16 among 4 workers, as a copy of its dense gradient down and up at 150 MB/s.
     */
    @Test
    void oneCopyPredictsPublishedCommunication() throws IOException {
        String cell = file("cell.csv", """
                collective,workers,bytes,time_us
                send,2,0,436
                send,2,111250000,1000436
                copy,1,117826128,785507.52
                """);
        CommandRun run = calibrate(cell);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("Measured copies between device and host: 1.2Gbit/s")
                .contains("Fitted to 3 times");
        double[][] published = {{14728266, 0.81}, {60965224, 3.36}, {25557032, 1.42}};
        for (double[] each : published) {
            for (int workers : new int[] {4, 8, 16, 32}) {
                Interconnect group = Networks.of(cluster()).between(workers, Collectives.usual());
                ProfileTensor tensor = new ProfileTensor("all", Shape.vector((int) each[0]), 0);
                Step step = new Step(
                        new Profile("model", List.of(tensor), 0, 0),
                        RecipeCosts.bytesOnly(Policy.parse("gtopk(0.001)"), workers),
                        group.network(),
                        group.times());
                double seconds = Schedule.parse("none").timeline(step).secondsPerStep();
                assertThat(seconds / each[1]).as("%d workers", workers).isBetween(0.85, 1.15);
            }
        }
    }

    /** A formula has no place where times were measured; without it the same command draws. */
    @Test
    void anAllReduceCannotBeChosenForMeasuredTimes() throws IOException {
        assertThat(calibrate(EXAMPLE.toString()).exitCode()).isZero();
        String[] words = {
            "timeline",
            "--profile",
            "resnet-50",
            "--network",
            cluster(),
            "--out",
            folder.resolve("drawn").toString()
        };
        List<String> with = new ArrayList<>(List.of(words));
        with.addAll(List.of("--all-reduce", "tree"));
        CommandRun rejected = CommandRun.of(with.toArray(String[]::new));
        assertThat(rejected.exitCode()).isEqualTo(2);
        assertThat(rejected.err())
                .contains("--all-reduce tree chooses a formula")
                .contains("cluster.yml")
                .hasLineCount(1);
        assertThat(folder.resolve("drawn")).doesNotExist();
        assertThat(CommandRun.of(words).exitCode()).isZero();
    }

    @Test
    void aFileThatIsThereIsNotReplaced() throws IOException {
        assertThat(calibrate(EXAMPLE.toString()).exitCode()).isZero();
        CommandRun again = calibrate(EXAMPLE.toString());
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.err()).contains("cluster.yml is there already; --force replaces it");
        assertThat(calibrate(EXAMPLE.toString(), "--force").exitCode()).isZero();
    }

    @Test
    void mistakesAreOneSentence() throws IOException {
        CommandRun absent = calibrate(folder.resolve("absent.txt").toString());
        assertThat(absent.exitCode()).isEqualTo(1);
        assertThat(absent.err().strip()).endsWith("absent.txt does not exist.");
        CommandRun foreign = calibrate(file("a.csv", "a,b\n1,2\n"));
        assertThat(foreign.exitCode()).isEqualTo(2);
        assertThat(foreign.err())
                .contains("a.csv is neither the output of nccl-tests")
                .hasLineCount(1);
        CommandRun unread = CommandRun.of("pays", "--profile", "resnet-50", "--network", "absent.yml");
        assertThat(unread.exitCode()).isEqualTo(2);
        assertThat(unread.err()).contains("absent.yml does not exist").hasLineCount(1);
    }
}
