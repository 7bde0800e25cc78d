package org.tersegrad.convergence.time.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.calibration.Estimate.Point;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.networks.Networks;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The file of constants, and the times that follow from it. */
class ClusterTest {
    private Path folder;

    @BeforeEach
    void makeFolder(@TempDir Path temporary) {
        folder = temporary;
    }

    private static Cluster cluster() {
        Map<Pattern, CallConstants> calls = new EnumMap<>(Pattern.class);
        calls.put(
                Pattern.ALL_REDUCE,
                CallConstants.fit(Pattern.ALL_REDUCE, RingTimes.of(RingTimes.ROWS), Double.POSITIVE_INFINITY));
        Map<String, ClusterLink> links = new LinkedHashMap<>();
        Estimate extra = new Estimate(0.012, 0.01, 0.014, false);
        links.put("ring", new ClusterLink("ring", 1, Optional.empty(), calls, Map.of("resnet-50", extra)));
        CopyConstants copy =
                new CopyConstants(3, Estimate.exactly(1e-5), new Estimate(1.2e9, 1.1e9, 1.3e9, false), 0.05);
        return new Cluster(links, Optional.of(copy));
    }

    private Interconnect saved(int workers) throws IOException {
        Path file = folder.resolve("cluster.yml");
        Files.writeString(file, ClusterYaml.print(cluster()));
        return Networks.of(file.toString()).between(workers, Collectives.usual());
    }

    @Test
    void aClusterPrintsAndParsesToItself() {
        String text = ClusterYaml.print(cluster());
        assertThat(ClusterYaml.parse(YAMLMapper.builder().build().readTree(text)))
                .isEqualTo(cluster());
    }

    /** The prediction for 16 workers from groups of up to 8, through the file. */
    @Test
    void aFileIsANetwork() throws IOException {
        Interconnect sixteen = saved(16);
        Call sum = new Call(Call.Kind.ALL_REDUCE, 1 << 20);
        assertThat(sixteen.times().seconds(sum, sixteen.network()) * 1e6).isCloseTo(366.02, within(0.005));
        assertThat(sixteen.facts())
                .anyMatch(fact -> fact.contains("alpha 5.023us"))
                .anyMatch(fact -> fact.contains("Groups of 16 are extrapolated from groups of 2, 4, 8"))
                .anyMatch(fact -> fact.contains("all-gather") && fact.startsWith("Assumed"));
        assertThat(sixteen.extras()).containsEntry("resnet-50", 0.012);
        assertThat(saved(8).facts()).noneMatch(fact -> fact.contains("extrapolated"));
    }

    /** The rounds and bytes of a gather with the constants of a sum; a single worker needs no time. */
    @Test
    void aCollectiveWithoutMeasurementsTakesTheConstantsOfAnother() throws IOException {
        Interconnect eight = saved(8);
        CallConstants constants = cluster().link(Optional.empty()).constants(Call.Kind.ALL_REDUCE);
        double expected = constants.call().value()
                + 7 * constants.alpha().value()
                + 7 * 1000 * constants.beta().value();
        Call gather = new Call(Call.Kind.ALL_GATHER, 1000);
        assertThat(eight.times().seconds(gather, eight.network())).isCloseTo(expected, within(1e-15));
        assertThat(eight.times().sent(gather, eight.network())).isEqualTo(7000);
        assertThat(saved(1).times().seconds(gather, saved(1).network())).isZero();
    }

    @Test
    void theSearchForGroupsSeesTheSameTimes() throws IOException {
        Interconnect eight = saved(8);
        for (Call.Kind kind : Call.Kind.values()) {
            List<double[]> lines = eight.times().lines(new Call(kind, 0), eight.network());
            assertThat(lines).hasSize(1);
            double[] line = lines.get(0);
            assertThat(line[0] + 12345 * line[1])
                    .isEqualTo(eight.times().seconds(new Call(kind, 12345), eight.network()));
        }
    }

    /** A grid asks for bandwidths that were never measured: bytes are scaled, delays stay. */
    @Test
    void anotherBandwidthScalesBytesOnly() throws IOException {
        Interconnect eight = saved(8);
        Interconnect half = eight.withBandwidth(eight.network().link().bandwidth() / 2);
        double[] line = eight.times()
                .lines(new Call(Call.Kind.ALL_REDUCE, 0), eight.network())
                .get(0);
        double[] slower = half.times()
                .lines(new Call(Call.Kind.ALL_REDUCE, 0), half.network())
                .get(0);
        assertThat(slower[0]).isEqualTo(line[0]);
        assertThat(slower[1]).isCloseTo(2 * line[1], within(1e-22));
    }

    @Test
    void theEndsOfTheIntervalsAreFasterAndSlower() throws IOException {
        Interconnect eight = saved(8);
        Call sum = new Call(Call.Kind.ALL_REDUCE, 1 << 20);
        CalibratedTimes times = (CalibratedTimes) eight.times();
        double likely = times.seconds(sum, eight.network());
        assertThat(times.at(Point.LOW).seconds(sum, eight.network())).isLessThan(likely);
        assertThat(times.at(Point.HIGH).seconds(sum, eight.network())).isGreaterThan(likely);
    }

    /** The bandwidth of copies is that of a network's text; the seconds of each copy are told only. */
    @Test
    void copiesInAFileAreThoseOfTheNetwork() throws IOException {
        assertThat(saved(8).network().copyBandwidth()).isEqualTo(1.2e9);
        assertThat(saved(8).facts())
                .anyMatch(fact -> fact.contains("host: 1.2Gbit/s (1.1Gbit/s to 1.3Gbit/s), and 10us each")
                        && fact.contains("Without copy: in the file recipes run on the device"));
        Path file = folder.resolve("short.yml");
        String text = ClusterYaml.print(cluster());
        String without = text.substring(0, text.indexOf("copy:"));
        Files.writeString(file, without);
        Interconnect device = Networks.of(file.toString()).between(8, Collectives.usual());
        assertThat(device.network().copyBandwidth()).isInfinite();
        assertThat(device.facts()).noneMatch(fact -> fact.contains("copies"));
        Files.writeString(file, without + "copy: {bandwidth: {value: 150MB/s}}\n");
        assertThat(Networks.of(file.toString())
                        .between(8, Collectives.usual())
                        .network()
                        .copyBandwidth())
                .isEqualTo(1.2e9);
    }

    @Test
    void mistakesInAFileAreOneSentence() throws IOException {
        Path file = folder.resolve("cluster.yml");
        String good = ClusterYaml.print(cluster());
        for (String[] each : new String[][] {
            {good.replace("tersegrad-cluster: 1", "tersegrad-cluster: 2"), "tersegrad-cluster is 1"},
            {good.replace("tersegrad-cluster: 1", "other: 1"), "is neither a file of calibrate"},
            {good.replace("all-reduce:", "all-sing:"), "collective all-sing is none of"},
            {good.replaceFirst("value: \"[^\"]*\"", "value: 5"), "has a value with a unit"},
            {good.replaceFirst("value: \"[^\"]*us\"", "value: \"5km\""), "one of the units"},
            {good.replaceFirst("low: \"[^\"]*us\"", "low: \"5s\""), "is not in an interval"},
            {good + "copy: fast\n", "copy, bandwidth has a value with a unit, as in {value: 5us}, not nothing"},
            {good.replace("\"1.2Gbit\"", "1"), "copy, bandwidth has a value with a unit"},
            {good.replace("\"1.3Gbit\"", "\"1Gbit\""), "copy, bandwidth: a constant of"},
            {"a: [", "is no YAML"},
            {"tersegrad-cluster: 1", "at least 1 link"}
        }) {
            Files.writeString(file, each[0]);
            assertThatThrownBy(() -> Networks.of(file.toString()))
                    .as(each[1])
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("cluster.yml")
                    .hasMessageContaining(each[1]);
        }
        assertThatThrownBy(() -> Networks.of("absent.yml")).hasMessageContaining("absent.yml does not exist");
        Files.writeString(file, good);
        assertThatThrownBy(() -> Networks.of(file + ":other")).hasMessageContaining("there is no link other");
        assertThat(Networks.of(file + ":ring").workers()).isEmpty();
    }
}
