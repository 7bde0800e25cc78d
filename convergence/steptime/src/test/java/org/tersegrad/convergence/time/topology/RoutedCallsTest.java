package org.tersegrad.convergence.time.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Call.Kind;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.collectives.Algorithm;
import org.tersegrad.convergence.time.collectives.Algorithms;
import org.tersegrad.convergence.time.collectives.Collectives;

class RoutedCallsTest {
    private static final double BYTES = 3e6;
    private static final double GAMMA = 0.2e-9;
    private static final Link LINK = new Link(5e-6, 200e9);
    private static final Link INNER = new Link(1e-6, 1600e9);

    private static RoutedCalls calls(Topology topology, String allReduce) {
        return new RoutedCalls(topology, Collectives.parse(allReduce), LINK);
    }

    private static Network network(int workers) {
        return new Network(LINK, GAMMA, workers, 1, INNER);
    }

    private static double seconds(Topology topology, String allReduce, double bytes) {
        return calls(topology, allReduce)
                .seconds(new Call(Kind.ALL_REDUCE, bytes), Network.of(LINK, topology.devices()));
    }

    private static Offset<Double> near(double seconds) {
        return within(1e-12 * seconds);
    }

    static IntStream workers() {
        return IntStream.rangeClosed(2, 17);
    }

    /** A switch is a network without contention: every formula, and what it sends. */
    @ParameterizedTest
    @MethodSource("workers")
    void onASwitchTimesAreThoseOfTheFormulas(int workers) {
        Topology topology = Graphs.ofSwitch(workers, LINK);
        Network network = network(workers);
        for (String name :
                List.of("ring", "halving", "doubling", "tree", "double-tree(16)", "hierarchical", "fastest")) {
            if (workers == 2 && !name.equals("ring")) {
                continue; // the formula of two trees counts two children
            }
            Collectives formulas = Collectives.parse(name);
            RoutedCalls routed = calls(topology, name);
            for (double bytes : new double[] {0, 100, BYTES, 1e9}) {
                for (Kind kind :
                        List.of(Kind.ALL_REDUCE, Kind.REDUCE_SCATTER, Kind.ALL_GATHER, Kind.BROADCAST, Kind.DIRECT)) {
                    Call call = new Call(kind, bytes);
                    double expected = name.equals("hierarchical") && kind == Kind.ALL_REDUCE
                            ? Algorithms.RING_ALL_REDUCE.seconds(bytes, network)
                            : formulas.seconds(call, network);
                    assertThat(routed.seconds(call, network))
                            .as(name + " " + call)
                            .isCloseTo(expected, near(expected));
                }
                Call allToAll = new Call(Kind.ALL_TO_ALL, bytes);
                double expected = name.equals("fastest")
                        ? LINK.alpha() + (workers - 1.0) / workers * bytes * LINK.beta()
                        : formulas.seconds(allToAll, network);
                assertThat(routed.seconds(allToAll, network)).isCloseTo(expected, near(expected));
            }
            Call call = new Call(Kind.ALL_REDUCE, 1e9);
            if (!name.equals("hierarchical")) {
                assertThat(routed.sent(call, network)).isCloseTo(formulas.sent(call, network), within(1e-3));
            }
            if (!name.equals("hierarchical") && !name.equals("doubling")) {
                assertThat(routed.halves(BYTES, network))
                        .containsExactly(formulas.halves(BYTES, network), within(1e-15));
            }
        }
        RoutedCalls bruck = new RoutedCalls(
                topology,
                new Collectives(
                        List.of(Algorithms.RING_ALL_REDUCE),
                        List.of(Algorithms.PAIRWISE_ALL_TO_ALL, Algorithms.BRUCK_ALL_TO_ALL)),
                LINK);
        assertThat(bruck.seconds(new Call(Kind.ALL_TO_ALL, 8), network))
                .isLessThanOrEqualTo(Algorithms.BRUCK_ALL_TO_ALL.seconds(8, network) + 1e-15);
    }

    /** The rounds of Bruck's all-to-all by themselves, which on a switch are never the fastest. */
    @ParameterizedTest
    @MethodSource("workers")
    void bruckAllToAllIsItsFormula(int workers) {
        double seconds = Plans.bruckAllToAll(workers)
                .seconds(
                        Graphs.ofSwitch(workers, LINK),
                        IntStream.range(0, workers).toArray(),
                        BYTES);
        assertThat(seconds).isCloseTo(Algorithms.BRUCK_ALL_TO_ALL.seconds(BYTES, network(workers)), within(1e-15));
    }

    @Test
    void aRingAlongAnAxisOfATorusIsAlphaBeta() {
        Topology torus = Graphs.torus(List.of(4, 6, 2), LINK);
        for (int size : List.of(4, 6)) {
            int stride = size == 4 ? 1 : 4;
            int[] members = IntStream.range(0, size).map(i -> i * stride).toArray();
            assertThat(Plans.ringAllReduce(size).seconds(torus, members, BYTES))
                    .isCloseTo(Algorithms.RING_ALL_REDUCE.seconds(BYTES, Network.of(LINK, size)), within(1e-15));
        }
        assertThat(seconds(Graphs.ring(8, LINK), "ring", BYTES))
                .isCloseTo(Algorithms.RING_ALL_REDUCE.seconds(BYTES, Network.of(LINK, 8)), within(1e-15));
        // the snake through all 48 devices, too
        assertThat(seconds(torus, "ring", BYTES))
                .isCloseTo(Algorithms.RING_ALL_REDUCE.seconds(BYTES, Network.of(LINK, 48)), within(1e-15));
    }

    /** Sum over axes of 2 (n - 1) (alpha + M / product of the axes so far). */
    @Test
    void axisByAxisATorusTakesTheSumOfItsRings() {
        double expected = 0;
        double part = BYTES;
        for (int size : List.of(4, 6, 2)) {
            part /= size;
            expected += 2 * (size - 1) * LINK.seconds(part);
        }
        assertThat(seconds(Graphs.torus(List.of(4, 6, 2), LINK), "hierarchical", BYTES))
                .isCloseTo(expected, within(1e-15));
    }

    /** N = 4, L = 8, 100 MB: 1669 us; one card a node: 6919 us. */
    @Test
    void railsOfEveryDeviceAreThePublishedFourTimesAsFast() {
        double rails = seconds(Graphs.rails(4, 8, INNER, LINK), "hierarchical", 100e6);
        assertThat(rails)
                .isCloseTo(14 * INNER.seconds(100e6 / 8) + 6 * LINK.seconds(100e6 / 32), within(1e-15))
                .isCloseTo(1669e-6, within(0.5e-6));
        Network nodes = new Network(LINK, 0, 32, 8, INNER);
        assertThat(rails).isCloseTo(Algorithms.hierarchical(true).seconds(100e6, nodes), within(1e-15));
        // racks with one card to the core are such nodes
        double oneCard = Plans.alongAxes(List.of(8, 4), true, true)
                .seconds(
                        Graphs.fatTree(4, 8, 64, new Link(INNER.alpha(), INNER.bandwidth())),
                        IntStream.range(0, 32).toArray(),
                        100e6);
        double outside = 2 * 3 * (2 * INNER.alpha() + 100e6 / 4 * LINK.beta());
        assertThat(oneCard).isCloseTo(14 * INNER.seconds(100e6 / 8) + outside, within(1e-15));
        assertThat(oneCard + 6 * (LINK.alpha() - 2 * INNER.alpha())).isCloseTo(6919e-6, within(0.5e-6));
    }

    /** Between two racks of 4 with one host's bandwidth, 4 messages share the link. */
    @Test
    void oversubscribedRacksSlowDownWhatCrossesThem() {
        Topology tree = Graphs.fatTree(2, 4, 4, LINK);
        double halving = seconds(tree, "halving", BYTES);
        double crossing = 2 * LINK.alpha() + 4 * BYTES / 2 * LINK.beta();
        double inside = 2 * LINK.alpha() + (BYTES / 4 + BYTES / 8) * LINK.beta();
        assertThat(halving).isCloseTo(2 * (crossing + inside), within(1e-15));
        assertThat(seconds(tree, "hierarchical", BYTES)).isLessThan(halving);
        assertThat(seconds(tree, "fastest", BYTES)).isLessThanOrEqualTo(seconds(tree, "hierarchical", BYTES));
    }

    /** As libraries do: the fewest rounds for short vectors, the least bandwidth for long ones. */
    @Test
    void eachSizeTakesItsAlgorithm() {
        Topology torus = Graphs.torus(List.of(8, 8), LINK);
        Network network = Network.of(LINK, 64);
        RoutedCalls fastest = calls(torus, "fastest");
        assertThat(fastest.lines(new Call(Kind.ALL_REDUCE, 1), network)).hasSizeGreaterThan(1);
        for (double bytes = 1; bytes < 1e10; bytes *= 7) {
            double seconds = fastest.seconds(new Call(Kind.ALL_REDUCE, bytes), network);
            double least = Double.POSITIVE_INFINITY;
            for (String name : List.of("ring", "halving", "doubling", "tree", "double-tree(16)", "hierarchical")) {
                least = Math.min(least, seconds(torus, name, bytes));
            }
            assertThat(seconds).isEqualTo(least);
        }
    }

    /** Each line of a call against the flows themselves: never shorter, and longer by the delays at most. */
    @ParameterizedTest
    @ValueSource(strings = {"torus(3x5)", "torus(4x4x2)", "fat-tree(3,4,over=3)", "rails(3,4)", "ring(9)"})
    void betweenItsTwoSizesALineIsCloseToTheFlows(String text) {
        Topology topology = Topologies.topology(text);
        int devices = topology.devices();
        int[] members = IntStream.range(0, devices).toArray();
        Map<String, Plan> plans = Map.of(
                "halving", Plans.halving(devices),
                "doubling", Plans.doubling(devices),
                "tree", Plans.treeAllReduce(devices),
                "double-tree", Plans.doubleTree(devices, 4),
                "bruck", Plans.bruckAllGather(devices),
                "pairwise", Plans.pairwise(topology.axes()));
        plans.forEach((name, plan) -> {
            double delay = plan.line(topology, members)[0];
            double perByte = plan.line(topology, members)[1];
            assertThat(plan.seconds(topology, members, 0)).isEqualTo(delay);
            for (double bytes : new double[] {1e3, 1e5, 1e6, 1e8}) {
                double line = delay + perByte * bytes;
                double flows = plan.seconds(topology, members, bytes);
                assertThat(flows).as(name + " " + bytes).isBetween(line - 0.8 * delay, line * (1 + 1e-9));
            }
        });
    }

    @Test
    void aGroupIsANodeOrOneDeviceOfEach() {
        Topology rails = Graphs.rails(4, 8, INNER, LINK);
        RoutedCalls calls = calls(rails, "ring");
        Network network = Network.of(LINK, 32);
        assertThat(calls.seconds(new Call(Kind.ALL_REDUCE, BYTES, 8), network))
                .isCloseTo(Algorithms.RING_ALL_REDUCE.seconds(BYTES, Network.of(INNER, 8)), within(1e-15));
        assertThat(calls.seconds(new Call(Kind.ALL_REDUCE, BYTES, 4), network))
                .isCloseTo(Algorithms.RING_ALL_REDUCE.seconds(BYTES, Network.of(LINK, 4)), within(1e-15));
        assertThat(calls.seconds(new Call(Kind.ALL_REDUCE, BYTES, 1), network)).isZero();
    }

    /** The goal of 10,000 tensors, as work that does not depend on a machine: after the first call of a kind nothing is simulated. */
    @Test
    void furtherSizesCostNoSimulation() {
        Topology torus = Graphs.torus(List.of(32, 32), LINK);
        AtomicLong paths = new AtomicLong();
        Topology counting = new Topology(
                torus.axes(),
                torus.links(),
                (from, to) -> {
                    paths.incrementAndGet();
                    return torus.routes().path(from, to);
                },
                torus.ring());
        RoutedCalls calls = calls(counting, "fastest");
        Network network = Network.of(LINK, 1024);
        double before = 0;
        for (int i = 1; i <= 10_000; i++) {
            double seconds = calls.seconds(new Call(Kind.ALL_REDUCE, 1000.0 * i), network);
            assertThat(seconds).isGreaterThan(before);
            before = seconds;
        }
        // 1 + 1 rounds of a ring, 20 of halving, 10, 20 of trees, 2 x 2 of two trees, 2 x 2 along axes
        assertThat(paths.get()).isBetween(1024L, 1024L * 60);
    }

    @Test
    void anotherBandwidthChangesAllLinks() {
        Network network = Network.of(LINK, 32);
        double slow = calls(Graphs.rails(4, 8, INNER, LINK), "halving")
                .seconds(new Call(Kind.ALL_REDUCE, BYTES), network.withBandwidth(LINK.bandwidth() / 10));
        Topology tenth = Graphs.rails(
                4, 8, new Link(INNER.alpha(), INNER.bandwidth() / 10), new Link(LINK.alpha(), LINK.bandwidth() / 10));
        assertThat(slow).isCloseTo(seconds(tenth, "halving", BYTES), within(1e-15));
    }

    @Test
    void whatHasNoRoundsIsRejected() {
        Topology ring = Graphs.ring(4, LINK);
        Algorithm servers = Algorithms.servers(2, false);
        assertThatThrownBy(() -> new RoutedCalls(ring, new Collectives(servers), LINK))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no all-reduce on a topology server");
        assertThatThrownBy(() -> calls(ring, "ring").seconds(new Call(Kind.ALL_REDUCE, 1), Network.of(LINK, 8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a topology of 4 devices, and 8 workers");
        assertThatThrownBy(() -> calls(ring, "doubling").halves(1, Network.of(LINK, 4)))
                .hasMessageContaining("dear splits");
    }
}
