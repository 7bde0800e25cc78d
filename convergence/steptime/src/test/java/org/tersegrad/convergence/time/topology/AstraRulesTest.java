package org.tersegrad.convergence.time.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.topology.AstraRules.Rule;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Rows were made by ASTRA-sim, revision 518bd51 with network backend 599a047, endpoint-delay 10. */
class AstraRulesTest {
    /** Networks are written as Shape,devices,bandwidth,latency; MiB as whole numbers. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Ring_4npus, Ring_8npus, Ring_16npus
                "Ring,4,50,500 | ring | 4 | 1600 | ALL_REDUCE | 1 | 43000",
                "Ring,4,50,500 | ring | 4 | 1600 | REDUCE_SCATTER | 1 | 22240",
                "Ring,4,50,500 | ring | 4 | 1600 | ALL_TO_ALL | 1 | 41560",
                "Ring,8,50,500 | ring | 4 | 1600 | ALL_REDUCE | 1 | 64440",
                "Ring,16,50,500 | ring | 4 | 1600 | ALL_GATHER | 1 | 323560",
                "FullyConnected,8,50,500 | direct | 1 | 0 | ALL_REDUCE | 1 | 5912",
                "FullyConnected,8,50,500 | direct | 1 | 0 | REDUCE_SCATTER | 1 | 2961",
                "FullyConnected,8,50,500 | direct | 1 | 0 | ALL_GATHER | 1 | 20051",
                "Switch,8,50,500 | halving_doubling | 1 | 0 | ALL_REDUCE | 1 | 40246",
                "Switch,8,50,500 | halving_doubling | 1 | 0 | REDUCE_SCATTER | 1 | 20128",
                "Switch,8,50,500 | halving_doubling | 1 | 0 | ALL_GATHER | 1 | 139758",
                // hgx_h100_8gpu
                "Switch,8,400,936.25 | ring | 1 | 0 | ALL_REDUCE | 64 | 299792",
                "Switch,8,400,936.25 | halving_doubling | 1 | 0 | ALL_REDUCE | 64 | 284740",
                // tpu_v3_8, tpu_v3_32_ring, tpu_v3_32_2dtorus
                "Ring,8,80,1000 | ring | 1 | 0 | ALL_REDUCE | 1 | 35500",
                "Ring,32,80,2000 | ring | 1 | 0 | ALL_REDUCE | 1 | 148252",
                "Ring,4,80,1000 Ring,8,80,1000 | ring ring | 1 | 0 | ALL_REDUCE | 1 | 43870",
                "Ring,4,80,1000 Ring,8,80,1000 | ring ring | 1 | 0 | ALL_REDUCE | 64 | 1533898",
                "Ring,4,80,1000 Ring,8,80,1000 | ring ring | 4 | 0 | ALL_REDUCE | 64 | 1196192",
                // hgx_h100_16gpu
                "Switch,8,400,936.25 Ring,2,50,1000 | ring ring | 1 | 0 | ALL_REDUCE | 64 | 458082",
                "Switch,8,400,936.25 Ring,2,50,1000 | ring ring | 4 | 0 | ALL_REDUCE | 64 | 378920",
                "Ring,2,200,50 FullyConnected,8,100,500 Switch,4,50,2000 | ring direct halving_doubling | 1 | 0 | ALL_REDUCE | 1 | 25162",
                "Ring,2,200,50 FullyConnected,8,100,500 Switch,4,50,2000 | ring direct halving_doubling | 4 | 0 | ALL_REDUCE | 64 | 313056"
            })
    void nanosecondsAreThoseOfTheSimulator(
            String network, String rules, int splits, double memory, Call.Kind kind, long mebibytes, long expected) {
        List<Rule> algorithms = new ArrayList<>();
        for (String rule : rules.split(" ", -1)) {
            algorithms.add(Rule.valueOf(rule.toUpperCase(Locale.ROOT)));
        }
        AstraRules simulated = new AstraRules(
                network(network), algorithms, 10, splits, memory == 0 ? Double.POSITIVE_INFINITY : memory);
        assertThat(simulated.nanoseconds(kind, mebibytes << 20)).isEqualTo(expected);
    }

    private static AstraNetwork network(String text) {
        List<List<String>> columns =
                List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (String dimension : text.split(" ", -1)) {
            String[] cells = dimension.split(",", -1);
            for (int i = 0; i < cells.length; i++) {
                columns.get(i).add(cells[i]);
            }
        }
        return parse("topology: " + columns.get(0) + "\nnpus_count: " + columns.get(1) + "\nbandwidth: "
                + columns.get(2) + "\nlatency: " + columns.get(3) + "\n");
    }

    private static AstraNetwork parse(String yaml) {
        return AstraNetwork.parse(new YAMLMapper().readTree(yaml));
    }

    private static AstraRules rules(String network, int splits, Rule... rules) {
        return new AstraRules(network(network), List.of(rules), 10, splits, Double.POSITIVE_INFINITY);
    }

    /** By hand: of 8 devices on a ring those 1, 2 and 4 apart exchange 4, 2 and 1 of 8 bytes, over 1, 2 and 4 links. */
    @Test
    void halvingOnARingTakesTheShorterWay() {
        AstraRules ring = rules("Ring,8,1e9,100", 1, Rule.HALVING_DOUBLING);
        assertThat(ring.nanoseconds(Call.Kind.REDUCE_SCATTER, 8)).isEqualTo(100 + 200 + 400 + 4 * 10);
        assertThat(ring.nanoseconds(Call.Kind.ALL_GATHER, 1)).isEqualTo(100 + 200 + 400 + 4 * 10);
        assertThat(rules("Ring,8,1e9,100", 1, Rule.DIRECT).nanoseconds(Call.Kind.ALL_TO_ALL, 8))
                .isEqualTo(400 + 2 * 10);
    }

    @Test
    void aReduceScatterInChunksFillsItsLongestPhase() {
        Rule[] rings = {Rule.RING, Rule.RING};
        String network = "Ring,4,80,1000 Ring,8,80,1000";
        long first = rules("Ring,4,80,1000", 1, Rule.RING).nanoseconds(Call.Kind.REDUCE_SCATTER, 1 << 20);
        long second = rules("Ring,8,80,1000", 1, Rule.RING).nanoseconds(Call.Kind.REDUCE_SCATTER, 1 << 18);
        assertThat(rules(network, 1, rings).nanoseconds(Call.Kind.REDUCE_SCATTER, 1 << 20))
                .isEqualTo(first + second);
        assertThat(rules(network, 4, rings).nanoseconds(Call.Kind.REDUCE_SCATTER, 4 << 20))
                .isEqualTo(first + second + 3 * Math.max(first, second));
    }

    @Test
    void withoutARuleThereIsNoTime() {
        assertThatThrownBy(() -> rules("Ring,4,80,1000 Ring,8,20,1000", 4, Rule.RING, Rule.RING)
                        .nanoseconds(Call.Kind.ALL_REDUCE, 1 << 20))
                .hasMessageContaining("no rule is known for ALL_REDUCE in 4 chunks");
        assertThatThrownBy(() ->
                        rules("Switch,6,80,1000", 1, Rule.HALVING_DOUBLING).nanoseconds(Call.Kind.ALL_REDUCE, 1 << 20))
                .hasMessageContaining("among 6");
        assertThatThrownBy(() -> rules("Ring,4,80,1000", 1, Rule.RING).nanoseconds(Call.Kind.BROADCAST, 1 << 20))
                .hasMessageContaining("BROADCAST");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "topology: [Ring]; npus_count: [tbd]; bandwidth: [50]; latency: [500] | npus_count is a number, not tbd",
                "topology: [Ring]; npus_count: [8]; bandwidth: [tbd]; latency: [500] | bandwidth is a number, not tbd",
                "topology: [Ring]; npus_count: [8]; bandwidth: [50]; latency: [tbd] | latency is a number, not tbd",
                "topology: [Ring]; npus_count: [8.5]; bandwidth: [50]; latency: [500] | a whole number from 2 to 1048576, not 8.5",
                "topology: [Ring]; npus_count: [1]; bandwidth: [50]; latency: [500] | npus_count: at least 2, not 1",
                "topology: [Ring]; npus_count: [8]; bandwidth: [0]; latency: [500] | bandwidth: above 0, not 0.0",
                "topology: [Ring]; npus_count: [8]; bandwidth: [50]; latency: [-1] | latency is a number, not -1",
                "topology: [Torus]; npus_count: [8]; bandwidth: [50]; latency: [5] | Ring, FullyConnected or Switch, not Torus",
                "topology: [Ring, Ring]; npus_count: [8]; bandwidth: [50]; latency: [5] | npus_count has 1 values, and topology has 2",
                "topology: Ring; npus_count: [8]; bandwidth: [50]; latency: [5] | topology is a list with a value for each dimension",
                "topology: [Ring]; npus_count: [8]; bandwidth: [50] | latency is a list"
            })
    void whatIsWrongIsNamed(String text, String message) {
        assertThatThrownBy(() -> parse(text.replace("; ", "\n")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void callsTakeTheRulesThatAreAskedFor() {
        AstraNetwork hgx = network("Switch,8,400,936.25");
        Network beside = hgx.slowest();
        Call call = new Call(Call.Kind.ALL_REDUCE, 64 << 20);
        assertThat(new AstraCalls(hgx, Collectives.usual()).seconds(call, beside))
                .isEqualTo(299792 * 1e-9);
        AstraCalls fastest = new AstraCalls(hgx, Collectives.fastest());
        assertThat(fastest.seconds(call, beside)).isEqualTo(284740 * 1e-9);
        assertThat(fastest.lines(call, beside).stream().mapToDouble(line -> line[0] + line[1] * call.bytes()))
                .allSatisfy(seconds -> assertThat(seconds).isCloseTo(284740e-9, within(20e-6)));
        AstraNetwork twice = network("Switch,8,800,936.25");
        assertThat(fastest.seconds(call, twice.slowest()))
                .isCloseTo(new AstraCalls(twice, Collectives.fastest()).seconds(call, twice.slowest()), within(20e-9));
        // as slow as the search for break-even bandwidths asks: 2 x 7/8 of the bits, one a second
        assertThat(fastest.seconds(call, beside.withBandwidth(1)))
                .isCloseTo(8.0 * (64 << 20) * 7 / 4, withinPercentage(0.1));
        assertThatThrownBy(() -> new AstraCalls(hgx, Collectives.parse("tree")))
                .hasMessage("ASTRA-sim's rules have ring, halving and fastest, not tree");
        assertThatThrownBy(() -> fastest.seconds(new Call(Call.Kind.ALL_REDUCE, 8, 4), beside))
                .hasMessageContaining("4");
    }
}
