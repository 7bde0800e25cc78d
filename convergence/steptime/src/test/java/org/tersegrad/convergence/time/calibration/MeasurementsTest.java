package org.tersegrad.convergence.time.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Quantities;
import org.tersegrad.convergence.time.traces.HostCopy;

/** Readers of the files that benchmarks write. */
class MeasurementsTest {
    private static final String NCCL_HEAD = """
            # nThread 1 nGpus 8 minBytes 1048576 maxBytes 1048576 step: 2(factor) warmup iters: 5 iters: 20
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
            """;
    private static final String NCCL_ROW =
            "     1048576        262144     float     sum      -1    27.76   37.78   66.11      0    27.49   38.15   66.76      0\n";

    private Path folder;

    @BeforeEach
    void makeFolder(@TempDir Path temporary) {
        folder = temporary;
    }

    private MeasuredFile file(String text, String rest) throws IOException {
        Path file = folder.resolve("file.txt");
        Files.writeString(file, text);
        return MeasuredFile.parse(file + rest);
    }

    private List<Observation> nccl(String rows) throws IOException {
        return NcclTests.read(file(rows, ""), rows);
    }

    /** The share of bytes that the two bandwidths tell is 2 (P - 1)/P: without lines of ranks, these are 8 workers. */
    @Test
    void rowsOfNcclTestsTellTheNumberOfWorkers() throws IOException {
        assertThat(nccl(NCCL_HEAD + NCCL_ROW)).singleElement().satisfies(each -> {
            assertThat(each.pattern()).isEqualTo(Pattern.ALL_REDUCE);
            assertThat(each.workers()).isEqualTo(8);
            assertThat(each.bytes()).isEqualTo(1048576);
            assertThat(each.seconds()).isCloseTo(27.625e-6, within(1e-12));
        });
    }

    @Test
    void linesOfRanksCount() throws IOException {
        String ranks = """
                #  Rank  0 Group  0 Pid 1 on a device  0
                #  Rank  1 Group  0 Pid 1 on a device  1
                """;
        assertThat(nccl(ranks + NCCL_HEAD + NCCL_ROW).get(0).workers()).isEqualTo(2);
    }

    /** Rows without a root, with N/A for errors and whole numbers for long times; a size of 0 is no measurement. */
    @Test
    void oldRowsOfNcclTestsAreRead() throws IOException {
        String rows = """
                0 0 float sum 0.1 0.0 0.0 N/A 0.1 0.0 0.0 N/A
                1073741824 268435456 float sum 112233 9.57 16.74 N/A 112235 9.57 16.74 N/A
                """;
        assertThat(nccl(NCCL_HEAD + rows)).singleElement().satisfies(each -> {
            assertThat(each.seconds()).isCloseTo(112234e-6, within(1e-9));
            assertThat(each.workers()).isEqualTo(8);
        });
    }

    /** The size of a gather is the whole vector, its count that of one rank; a call counts the bytes of one worker. */
    @Test
    void gathersOfNcclTestsAreThoseOfOneWorker() throws IOException {
        String row = "1048576 65536 float none -1 30.0 34.95 26.21 0 30.0 34.95 26.21 0\n";
        assertThat(nccl(NCCL_HEAD + row)).singleElement().satisfies(each -> {
            assertThat(each.pattern()).isEqualTo(Pattern.ALL_GATHER);
            assertThat(each.workers()).isEqualTo(4);
            assertThat(each.bytes()).isEqualTo(262144);
        });
        String sums = row.replace("none", "sum");
        assertThat(nccl(NCCL_HEAD + sums).get(0)).satisfies(each -> {
            assertThat(each.pattern()).isEqualTo(Pattern.REDUCE_SCATTER);
            assertThat(each.bytes()).isEqualTo(1048576);
        });
    }

    @Test
    void osuNeedsTheNumberOfWorkers() throws IOException {
        String text = """
                # OSU MPI Allreduce Latency Test v7.3
                # Size  Avg Latency(us)  Min  Max  Iterations
                4    7.93  7.1  8.2  1000
                1024 9.50 9.1 9.9 1000
                """;
        assertThat(OsuOutput.read(file(text, ",workers=4"), text))
                .containsExactly(
                        new Observation(Pattern.ALL_REDUCE, 4, 4, 7.93 * 1e-6),
                        new Observation(Pattern.ALL_REDUCE, 4, 1024, 9.50 * 1e-6));
        assertThatThrownBy(() -> OsuOutput.read(file(text, ""), text)).hasMessageContaining(",workers=8");
    }

    /** A bandwidth is the user's bytes, of which a line of 10 Gbit/s carries 94.15 %. */
    @Test
    void iperfTellsBandwidthAndDelay() throws IOException {
        String text = """
                {"intervals": [
                   {"streams": [{"rtt": 900, "omitted": true}]},
                   {"streams": [{"rtt": 100, "omitted": false}]}, {"streams": [{"rtt": 100}]}],
                 "end": {"sum_received": {"seconds": 10.0, "bits_per_second": 9.9e9}}}
                """;
        Measurements measurements = new Measurements();
        measurements.add(file(text, ",rate=10Gbit,link=lan"));
        CallConstants send = measurements.fit().link(Optional.of("lan")).constants(Call.Kind.DIRECT);
        assertThat(send.alpha().value()).isCloseTo(50e-6, within(1e-9));
        assertThat(send.bandwidth().value()).isCloseTo(9.4148e9, within(1e6));
        assertThat(send.bandwidth().atBound()).isTrue();
    }

    @Test
    void aTableOfCallsMayNameLinks() throws IOException {
        StringBuilder table = new StringBuilder("collective,workers,bytes,time_us,link\n");
        for (double[] row : RingTimes.ROWS) {
            table.append(String.format(Locale.ROOT, "all-reduce,%d,%d,%s,ring%n", (int) row[0], (int) row[1], row[2]));
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(table.toString().getBytes(StandardCharsets.UTF_8));
        }
        Path file = folder.resolve("calls.csv.gz");
        Files.write(file, packed.toByteArray());
        Measurements measurements = new Measurements();
        measurements.add(MeasuredFile.parse(file.toString()));
        assertThat(measurements.count()).isEqualTo(12);
        assertThat(measurements
                        .fit()
                        .link(Optional.of("ring"))
                        .constants(Call.Kind.ALL_REDUCE)
                        .call()
                        .value())
                .isCloseTo(20.10e-6, within(5e-9));
    }

    /** One cell of gTop-k: the dense gradient of VGG-16 down and up at 150 MB/s. A worker copies alone. */
    @Test
    void aCopyIsARowAmongCalls() throws IOException {
        String text = """
                collective,workers,bytes,time_us
                send,2,0,436
                send,2,111250000,1000436
                copy,1,117826128,785507.52
                """;
        Measurements measurements = new Measurements();
        measurements.add(file(text, ""));
        assertThat(measurements.count()).isEqualTo(3);
        Cluster cluster = measurements.fit();
        CopyConstants copy = cluster.copy().orElseThrow();
        assertThat(copy.bandwidth().value()).isCloseTo(1.2e9, within(1.0));
        assertThat(copy.start()).isEqualTo(Estimate.ZERO);
        assertThat(cluster.links()).containsOnlyKeys("default");
        assertThat(cluster.facts())
                .anyMatch(fact -> fact.startsWith("Measured copies between device and host: 1.2Gbit/s"));
    }

    /** Without calls there is no network; the sentence has the number for a network in words. */
    @Test
    void copiesAloneAreNoNetwork() throws IOException {
        Measurements measurements = new Measurements();
        measurements.add(file("collective,workers,bytes,time_us\ncopy,1,1000000,8000\n", ""));
        assertThatThrownBy(measurements::fit)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--network NET,copy=1Gbit");
    }

    /** Copies of 10 us and 100 Gbit/s; those of a few bytes, and calls of nothing, are not fitted. */
    @Test
    void aTraceTellsTheSpeedOfCopies() throws IOException {
        StringBuilder events = new StringBuilder();
        for (int bytes : new int[] {4, 1 << 20, 1 << 22, 1 << 24}) {
            events.append(String.format(
                    Locale.ROOT,
                    "{\"ph\":\"X\",\"cat\":\"gpu_memcpy\",\"name\":\"Memcpy DtoH (Device -> Pinned)\",\"ts\":0,"
                            + "\"dur\":%s,\"args\":{\"bytes\":%d}},%n",
                    bytes == 4 ? 500 : 10 + bytes * 8 / 1e5,
                    bytes));
        }
        events.append("{\"ph\":\"M\"}");
        Measurements measurements = new Measurements();
        measurements.add(file("{\"traceEvents\": [" + events + "]}", ""));
        assertThat(measurements.count()).isEqualTo(3);
        measurements.add(file("# OSU MPI Allreduce\n4 8\n1048576 200\n", ",workers=4,collective=all-reduce"));
        CopyConstants copy = measurements.fit().copy().orElseThrow();
        assertThat(copy.bandwidth().value()).isCloseTo(100e9, within(1e6));
        assertThat(copy.start().value()).isCloseTo(10e-6, within(1e-10));
        assertThat(copy.worst()).isLessThan(1e-9);
    }

    /** Copies that are no slower if longer still have a speed, that of all of their time. */
    @Test
    void copiesThatDoNotGrowHaveABandwidthAllTheSame() {
        CopyConstants copy = CopyConstants.fit(List.of(new HostCopy(1e6, 100e-6), new HostCopy(2e6, 90e-6)));
        assertThat(copy.start()).isEqualTo(Estimate.ZERO);
        assertThat(copy.bandwidth().value()).isBetween(8e6 / 100e-6, 16e6 / 90e-6);
        assertThat(copy.worst()).isGreaterThan(0.3);
    }

    /** A sum of 1 MiB in 137 us, one of 2 MiB in 200 us: the number of workers is the user's. */
    @Test
    void callsOfChakraNeedTheNumberOfWorkers() throws IOException {
        String node = "%s 1807 38%s 520d0a09636f6d6d5f747970654800 52%s0a09636f6d6d5f73697a6548%s";
        String hex = "00"
                + String.format(node, "25", "8901", "0f", "808040")
                + String.format(node, "26", "c801", "10", "80808001");
        Path file = folder.resolve("rank0.et");
        Files.write(file, HexFormat.of().parseHex(hex.replace(" ", "")));
        Measurements measurements = new Measurements();
        assertThatThrownBy(() -> measurements.add(MeasuredFile.parse(file.toString())))
                .hasMessageContaining("rank0.et,workers=8");
        measurements.add(MeasuredFile.parse(file + ",workers=2"));
        assertThat(measurements.count()).isEqualTo(2);
        CallConstants sum = measurements.fit().link(Optional.empty()).constants(Call.Kind.ALL_REDUCE);
        assertThat(sum.beta().value() * (1 << 20) * 1e6).isCloseTo(63, within(1e-6));
        assertThat(sum.call().value() * 1e6).isCloseTo(74, within(1e-6));
        Files.write(file, new byte[] {0});
        assertThatThrownBy(() -> measurements.add(MeasuredFile.parse(file.toString())))
                .hasMessage("rank0.et has no collective with a duration, comm_type and comm_size");
    }

    /**
     * The project's own record: 16 MiB among 2 nodes in 1452.122 ms and among 4 in 2670.606 ms are 84.8 Mbit/s on a link of 100. Its sums only,
     * and none faster than its link.
     */
    @Test
    void recordsOfSlowNetworksAreSums() throws IOException {
        Path records = Path.of("..", "..", "integrations", "network", "records");
        Measurements measurements = new Measurements();
        measurements.add(MeasuredFile.parse(
                records.resolve("2026-11-16-intel-xeon-2-processors.csv").toString()));
        assertThat(measurements.count()).isEqualTo(24);
        Cluster cluster = measurements.fit();
        assertThat(cluster.links()).hasSize(12).containsKeys("tcp-unlimited", "mpi-1Gbit", "MPI_Allreduce-10Gbit");
        CallConstants slow = cluster.link(Optional.of("tcp-100Mbit")).constants(Call.Kind.ALL_REDUCE);
        assertThat(slow.bandwidth().value() / 1e6).isCloseTo(84.77, within(0.01));
        assertThat(slow.worst()).isBetween(0.1, 0.12);
        assertThat(slow.words())
                .contains("no delay, as its messages have one size")
                .contains("groups of 2, 4");
        for (double rate : new double[] {1e8, 1e9, 1e10}) {
            for (String library : List.of("tcp", "mpi", "MPI_Allreduce")) {
                ClusterLink link = cluster.link(Optional.of(library + "-" + Quantities.bandwidth(rate)));
                assertThat(link.constants(Call.Kind.ALL_REDUCE).bandwidth().high())
                        .as(link.name())
                        .isLessThanOrEqualTo(rate * (1 + 1e-12));
            }
        }
    }

    @Test
    void doubtedRecordsAreNotFitted() throws IOException {
        String head = "kind,nodes,link_mbit,transport,recipe,elements,median_ms,doubt\n";
        MeasuredFile doubted = file(head + "step,2,100,tcp,dense,1000,9,busy\npredicted,2,100,tcp,dense,1000,9,\n", "");
        assertThatThrownBy(() -> new Measurements().add(doubted)).hasMessageContaining("no step of dense");
        MeasuredFile alone = file("# a comment\n" + head + "step,1,100,tcp,dense,1000,9,\n", "");
        assertThatThrownBy(() -> new Measurements().add(alone))
                .hasMessage("file.txt, line 3: a call is between at least 2 workers, not 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | neither of iperf3 -J nor of PyTorch",
                "{ | is no JSON",
                "a,b | is neither the output of nccl-tests",
                "# busbw | has no row of nccl-tests",
                "1 2 busbw 4 5 x 7 8 9 10 11 12 0 | numbers, not",
                "{\"traceEvents\": []} | has no collective whose message has a size"
            })
    void aFileWithoutMeasurementsIsAMistakeInOneSentence(String text, String message) {
        assertThatThrownBy(() -> new Measurements().add(file(text, "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("file.txt")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({
        "x=1, none of workers",
        "workers=many, whole number",
        "rate=fast, rate is a number",
        "collective=sing, none of"
    })
    void whatFollowsAFileIsChecked(String part, String message) {
        assertThatThrownBy(() -> MeasuredFile.parse("a.txt," + part))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
