package org.tersegrad.convergence.time.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.topology.Topology.Wire;

class TopologiesTest {
    static List<String> examples() {
        return Topologies.examples();
    }

    @ParameterizedTest
    @MethodSource("examples")
    @ValueSource(
            strings = {
                "torus(5)",
                "torus(2x3x4)",
                "torus(4x4x4)",
                "rails(3,1)",
                "rails(1,3)",
                "fat-tree(3,2,over=4)",
                "ring(2)"
            })
    void everyPathLeadsFromItsSenderToItsReceiver(String text) {
        Topology topology = Topologies.topology(text);
        for (int from = 0; from < topology.devices(); from++) {
            for (int to = 0; to < topology.devices(); to++) {
                int at = from;
                for (int link : from == to ? new int[0] : topology.routes().path(from, to)) {
                    Wire wire = topology.links().get(link);
                    assertThat(wire.from()).as(text + " " + from + " " + to).isEqualTo(at);
                    at = wire.to();
                }
                assertThat(at).isEqualTo(to);
            }
        }
    }

    /** 2n; 2n an axis; 2 a host and 2 a rack; 2NL inside and 2NL outside. */
    @ParameterizedTest
    @CsvSource({
        "switch(6), 12",
        "ring(6), 12",
        "torus(4x5), 80",
        "torus(2x3x4), 144",
        "'fat-tree(3,4)', 30",
        "'rails(3,4)', 48"
    })
    void linksAreAsManyAsTheGraphHas(String text, int links) {
        assertThat(Topologies.topology(text).links()).hasSize(links);
    }

    @Test
    void aTorusTakesTheShorterWayAndSharesTiesBetweenBothDirections() {
        Topology ring = Graphs.ring(8, new Link(1, 8));
        assertThat(ring.routes().path(0, 3)).hasSize(3);
        assertThat(ring.routes().path(0, 5)).hasSize(3);
        assertThat(ring.routes().path(0, 4)).doesNotContain(1, 3, 5);
        assertThat(ring.routes().path(1, 5)).hasSize(4).doesNotContain(2, 4, 6);
        Topology torus = Graphs.torus(List.of(4, 6, 3), new Link(1, 8));
        assertThat(torus.routes().path(0, 71)).hasSize(3); // the corner is one hop away along each axis
        List<Integer> order = torus.ring();
        assertThat(new HashSet<>(order)).hasSize(72);
        for (int i = 1; i < 72; i++) {
            assertThat(torus.routes().path(order.get(i - 1), order.get(i))).hasSize(1);
        }
    }

    @Test
    void bandwidthsAreThoseOfTheText() {
        Topology tree = Topologies.topology("fat-tree(2,4,over=2,bandwidth=25GB/s,alpha=2us)");
        assertThat(tree.links().get(0).link()).isEqualTo(new Link(1e-6, 200e9));
        assertThat(tree.links().get(16).link()).isEqualTo(new Link(1e-6, 400e9));
        Topology rails =
                Topologies.topology("rails(2,4,inner-bandwidth=200GB/s,inner-alpha=1us,bandwidth=25GB/s,alpha=5us)");
        assertThat(rails.links().get(0).link()).isEqualTo(new Link(0.5e-6, 1600e9));
        assertThat(rails.links().get(16).link()).isEqualTo(new Link(2.5e-6, 200e9));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aTextIsANetworkOfItsDevices(String text) {
        assertThat(Topologies.reads(text)).isTrue();
        int devices = Topologies.parse(text).workers().orElseThrow();
        Interconnect between = Topologies.parse(text).between(devices, Collectives.usual());
        assertThat(between.workers()).isEqualTo(devices);
        assertThat(between.facts().get(0)).contains(text.replaceAll("\\(.*", "("));
        assertThatThrownBy(() -> Topologies.parse(text).between(devices + 1, Collectives.usual()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(" has " + devices + " devices, and --workers is " + (devices + 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "torus(4x)                    | shape is whole numbers from 1 with x between, as 4x8, not 4x",
                "torus(64x65)                 | a topology of at most 4096 devices, not 4160",
                "rails(4096,4096)             | a topology of at most 4096 devices, not 16777216",
                "switch(0)                    | a whole number from 1 to 4096 is expected for devices, not 0",
                "ring(8,bandwidth=5)          | bandwidth is a number with one of the units Gbit",
                "ring(8,bandwidth=5Gb/s)      | bandwidth is a number with one of the units",
                "ring(8,bandwidth=5TB/s)      | bandwidth is a number with one of the units GB/s, MB/s, kB/s",
                "ring(8,alpha=5)              | alpha is a number with one of the units s, ms",
                "fat-tree(2,4,over=0.5)       | a number from 1.0 to 1000000.0 is expected for over, not 0.5",
                "fat-tree(2,4,hosts=3)        | the hosts of fat-tree is given twice",
                "torus(4x8,banwidth=5)        | torus has no parameter banwidth; did you mean bandwidth?",
                "torus(4x8                    | this ( is never closed"
            })
    void whatIsWrongIsNamed(String text, String message) {
        assertThat(Topologies.reads(text)).isTrue();
        assertThatThrownBy(() -> Topologies.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void otherTextsAreNoTopologies() {
        for (String text : List.of("10gbe", "alpha=50us,bandwidth=100Mbit", "ringer(8)", "network.yml", "")) {
            assertThat(Topologies.reads(text)).isFalse();
        }
        assertThat(Topologies.reads(" Torus(4x8)")).isTrue();
    }
}
