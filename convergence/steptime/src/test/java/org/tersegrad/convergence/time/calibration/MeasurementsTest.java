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
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Readers of the files that benchmarks write. */
class MeasurementsTest {
    private static final String NCCL_HEAD = """
            # nThread 1 nGpus 8 minBytes 1048576 maxBytes 1048576 step: 2(factor) warmup iters: 5 iters: 20
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
            """;
    private static final String NCCL_ROW =
            "     1048576        262144     float     sum      -1    27.76   37.78   66.11      0    27.49   38.15   66.76      0\n";

    @TempDir
    private Path folder;

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
        String ranks = "#  Rank  0 Group  0 Pid 1 on a device  0\n#  Rank  1 Group  0 Pid 1 on a device  1\n";
        assertThat(nccl(ranks + NCCL_HEAD + NCCL_ROW).get(0).workers()).isEqualTo(2);
    }

    /** Rows without a root, with N/A for errors and whole numbers for long times; a size of 0 is no measurement. */
    @Test
    void oldRowsOfNcclTestsAreRead() throws IOException {
        String rows = "0 0 float sum 0.1 0.0 0.0 N/A 0.1 0.0 0.0 N/A\n"
                + "1073741824 268435456 float sum 112233 9.57 16.74 N/A 112235 9.57 16.74 N/A\n";
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
        String text = "# OSU MPI Allreduce Latency Test v7.3\n# Size  Avg Latency(us)  Min  Max  Iterations\n"
                + "4    7.93  7.1  8.2  1000\n1024 9.50 9.1 9.9 1000\n";
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
        CallConstants send = measurements.fit().link(Optional.of("lan")).calls().get(Pattern.SEND);
        assertThat(send.alpha().value()).isCloseTo(50e-6, within(1e-9));
        assertThat(send.bandwidth().value()).isCloseTo(9.4148e9, within(1e6));
        assertThat(send.bandwidth().atBound()).isTrue();
    }

    @Test
    void aTableOfCallsMayNameLinks() throws IOException {
        StringBuilder table = new StringBuilder("collective,workers,bytes,time_us,link\n");
        for (double[] row : RingTimes.ROWS) {
            table.append(String.format("all-reduce,%d,%d,%s,ring%n", (int) row[0], (int) row[1], row[2]));
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
                        .calls()
                        .get(Pattern.ALL_REDUCE)
                        .call()
                        .value())
                .isCloseTo(20.10e-6, within(5e-9));
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
