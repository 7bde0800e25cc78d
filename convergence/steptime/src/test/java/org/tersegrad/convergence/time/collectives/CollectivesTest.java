package org.tersegrad.convergence.time.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;

/** Every formula beside a simulation of the messages, each hop an event. */
class CollectivesTest {
    private static final double BYTES = 1_234_567;
    private static final double GAMMA = 3e-11;
    private static final Link LINK = new Link(45e-6, 9.43e9);

    static IntStream workers() {
        return IntStream.rangeClosed(2, 17);
    }

    private static Network network(int workers) {
        return new Network(LINK, GAMMA, workers, 1, LINK);
    }

    private static void assertSame(Algorithm algorithm, Network network, MessageSimulation simulation) {
        double simulated = simulation.run();
        assertThat(algorithm.seconds(BYTES, network)).isCloseTo(simulated, within(1e-12));
        assertThat(algorithm.sent(BYTES, network)).isCloseTo(simulation.mostSent(), within(1e-6));
    }

    @ParameterizedTest
    @MethodSource("workers")
    void ringReduceScatter(int workers) {
        MessageSimulation simulation = new MessageSimulation(workers, GAMMA);
        ring(simulation, workers, BYTES / workers, BYTES / workers);
        assertSame(Algorithms.RING_REDUCE_SCATTER, network(workers), simulation);
    }

    @ParameterizedTest
    @MethodSource("workers")
    void ringAllGather(int workers) {
        MessageSimulation simulation = new MessageSimulation(workers, GAMMA);
        ring(simulation, workers, BYTES, 0);
        assertSame(Algorithms.RING_ALL_GATHER, network(workers), simulation);
    }

    @ParameterizedTest
    @MethodSource("workers")
    void ringAllReduce(int workers) {
        MessageSimulation simulation = new MessageSimulation(workers, GAMMA);
        ring(simulation, workers, BYTES / workers, BYTES / workers);
        ring(simulation, workers, BYTES / workers, 0);
        assertSame(Algorithms.RING_ALL_REDUCE, network(workers), simulation);
        double share = (workers - 1.0) / workers;
        double formula = 2 * (workers - 1) * LINK.alpha() + 2 * share * BYTES * LINK.beta() + share * BYTES * GAMMA;
        assertThat(Algorithms.RING_ALL_REDUCE.seconds(BYTES, network(workers))).isCloseTo(formula, within(1e-12));
    }

    private static void ring(MessageSimulation simulation, int workers, double bytes, double added) {
        for (int round = 1; round < workers; round++) {
            for (int w = 0; w < workers; w++) {
                simulation
                        .round(w)
                        .send(w, (w + 1) % workers, bytes, LINK)
                        .receive(w, (w + workers - 1) % workers, added);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("workers")
    void bruckAllGather(int workers) {
        MessageSimulation simulation = new MessageSimulation(workers, GAMMA);
        for (int distance = 1; distance < workers; distance *= 2) {
            double bytes = Math.min(distance, workers - distance) * BYTES;
            for (int w = 0; w < workers; w++) {
                simulation
                        .round(w)
                        .send(w, (w + workers - distance) % workers, bytes, LINK)
                        .receive(w, (w + distance) % workers, 0);
            }
        }
        assertSame(Algorithms.BRUCK_ALL_GATHER, network(workers), simulation);
    }

    @ParameterizedTest
    @MethodSource("workers")
    void pairwiseAllToAll(int workers) {
        MessageSimulation simulation = new MessageSimulation(workers, GAMMA);
        shifts(simulation, workers, workers - 1, BYTES / workers);
        assertSame(Algorithms.PAIRWISE_ALL_TO_ALL, network(workers), simulation);
    }

    /** In the round of a power of 2, a worker sends on the parts whose way still has that power in it. */
    @ParameterizedTest
    @MethodSource("workers")
    void bruckAllToAll(int workers) {
        MessageSimulation simulation = new MessageSimulation(workers, GAMMA);
        for (int power = 1; power < workers; power *= 2) {
            int bit = power;
            long parts = IntStream.range(1, workers)
                    .filter(distance -> (distance & bit) != 0)
                    .count();
            for (int w = 0; w < workers; w++) {
                simulation
                        .round(w)
                        .send(w, (w + power) % workers, parts * BYTES / workers, LINK)
                        .receive(w, (w + workers - power) % workers, 0);
            }
        }
        assertSame(Algorithms.BRUCK_ALL_TO_ALL, network(workers), simulation);
    }

    @ParameterizedTest
    @MethodSource("workers")
    void gossip(int workers) {
        for (int neighbours : List.of(1, 2, 5)) {
            MessageSimulation simulation = new MessageSimulation(workers, GAMMA);
            shifts(simulation, workers, Math.min(neighbours, workers - 1), BYTES);
            assertSame(Algorithms.gossip(neighbours), network(workers), simulation);
        }
    }

    private static void shifts(MessageSimulation simulation, int workers, int rounds, double bytes) {
        for (int shift = 1; shift <= rounds; shift++) {
            for (int w = 0; w < workers; w++) {
                simulation
                        .round(w)
                        .send(w, (w + shift) % workers, bytes, LINK)
                        .receive(w, (w + workers - shift) % workers, 0);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("workers")
    void treeBroadcast(int workers) {
        MessageSimulation simulation = new MessageSimulation(workers, GAMMA);
        treeDown(simulation, workers);
        assertSame(Algorithms.TREE_BROADCAST, network(workers), simulation);
    }

    @ParameterizedTest
    @MethodSource("workers")
    void treeAllReduce(int workers) {
        MessageSimulation simulation = new MessageSimulation(workers, GAMMA);
        for (int w = 0; w < workers; w++) {
            for (int distance = 1; distance < workers; distance *= 2) {
                if ((w & distance) != 0) {
                    simulation.round(w).send(w, w - distance, BYTES, LINK);
                    break;
                } else if (w + distance < workers) {
                    simulation.round(w).receive(w, w + distance, BYTES);
                }
            }
        }
        treeDown(simulation, workers);
        assertSame(Algorithms.TREE_ALL_REDUCE, network(workers), simulation);
    }

    private static void treeDown(MessageSimulation simulation, int workers) {
        for (int distance = Integer.highestOneBit(workers); distance >= 1; distance /= 2) {
            for (int w = 0; w < workers; w += 2 * distance) {
                if (w + distance < workers) {
                    simulation.round(w).send(w, w + distance, BYTES, LINK);
                    simulation.round(w + distance).receive(w + distance, w, 0);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("workers")
    void recursiveDoubling(int workers) {
        MessageSimulation simulation = new MessageSimulation(workers, GAMMA);
        int power = Integer.highestOneBit(workers);
        fold(simulation, workers, power);
        for (int distance = 1; distance < power; distance *= 2) {
            exchange(simulation, power, distance, BYTES, BYTES);
        }
        unfold(simulation, workers, power);
        assertSame(Algorithms.RECURSIVE_DOUBLING, network(workers), simulation);
    }

    @ParameterizedTest
    @MethodSource("workers")
    void halvingDoubling(int workers) {
        MessageSimulation simulation = new MessageSimulation(workers, GAMMA);
        int power = Integer.highestOneBit(workers);
        fold(simulation, workers, power);
        for (int distance = power / 2; distance >= 1; distance /= 2) {
            exchange(simulation, power, distance, BYTES * distance / power, BYTES * distance / power);
        }
        for (int distance = 1; distance < power; distance *= 2) {
            exchange(simulation, power, distance, BYTES * distance / power, 0);
        }
        unfold(simulation, workers, power);
        assertSame(Algorithms.HALVING_DOUBLING, network(workers), simulation);
    }

    private static void exchange(MessageSimulation simulation, int workers, int distance, double bytes, double added) {
        for (int w = 0; w < workers; w++) {
            simulation.round(w).send(w, w ^ distance, bytes, LINK).receive(w, w ^ distance, added);
        }
    }

    private static void fold(MessageSimulation simulation, int workers, int power) {
        for (int w = power; w < workers; w++) {
            simulation.round(w).send(w, w - power, BYTES, LINK);
            simulation.round(w - power).receive(w - power, w, BYTES);
        }
    }

    private static void unfold(MessageSimulation simulation, int workers, int power) {
        for (int w = power; w < workers; w++) {
            simulation.round(w).receive(w, w - power, 0);
            simulation.round(w - power).send(w - power, w, BYTES, LINK);
        }
    }

    /** Two heaps, one with the ranks in order and one with the ranks reversed; an actor for each worker in each tree. */
    @ParameterizedTest
    @MethodSource("workers")
    void doubleTree(int workers) {
        for (int pieces : List.of(1, 2, 7, 16)) {
            double withoutAdding = treesUp(workers, pieces, 0) + treesDown(workers, pieces);
            Network network = Network.of(LINK, workers);
            assertThat(Algorithms.doubleTree(pieces).seconds(BYTES, network)).isCloseTo(withoutAdding, within(1e-12));
            double withAdding = treesUp(workers, pieces, GAMMA) + treesDown(workers, pieces);
            double formula = Algorithms.doubleTree(pieces).seconds(BYTES, network(workers));
            assertThat(withAdding).isBetween(withoutAdding, formula + 1e-12);
        }
    }

    /** In a mirrored heap the leaves of one tree are the inner workers of the other. */
    @ParameterizedTest
    @MethodSource("workers")
    void nobodyIsInsideBothTrees(int workers) {
        for (int w = 0; w < workers; w++) {
            boolean insideOne = 2 * w + 1 < workers;
            boolean insideOther = 2 * (workers - 1 - w) + 1 < workers;
            assertThat(insideOne && insideOther).isFalse();
        }
    }

    private static double treesUp(int workers, int pieces, double gamma) {
        MessageSimulation simulation = new MessageSimulation(workers, gamma);
        double piece = BYTES / 2 / pieces;
        for (int v = 0; v < workers; v++) {
            boolean leaf = 2 * v + 1 >= workers;
            for (int round = leaf ? 1 : 0; round <= pieces; round++) {
                simulation.round(v);
                if (round > 0 && v > 0) {
                    simulation.send(v, (v - 1) / 2, piece, 2 * piece, LINK);
                }
                for (int child = 2 * v + 1; round < pieces && child <= 2 * v + 2 && child < workers; child++) {
                    simulation.receive(v, child, piece);
                }
            }
        }
        return simulation.run();
    }

    private static double treesDown(int workers, int pieces) {
        MessageSimulation simulation = new MessageSimulation(workers, 0);
        double piece = BYTES / 2 / pieces;
        for (int v = 0; v < workers; v++) {
            for (int round = v == 0 ? 1 : 0; round <= pieces; round++) {
                simulation.round(v);
                if (round < pieces && v > 0) {
                    simulation.receive(v, (v - 1) / 2, 0);
                }
                for (int child = 2 * v + 1; round > 0 && child <= 2 * v + 2 && child < workers; child++) {
                    simulation.send(v, child, piece, 2 * piece, LINK);
                }
            }
        }
        return simulation.run();
    }

    @ParameterizedTest
    @MethodSource("workers")
    void hierarchical(int nodes) {
        Link inner = new Link(5e-6, 80e9);
        for (int perNode : List.of(1, 2, 4)) {
            for (boolean linkEach : List.of(true, false)) {
                int workers = nodes * perNode;
                double part = BYTES / perNode;
                double onTheLink = linkEach ? part / nodes : BYTES / nodes;
                MessageSimulation simulation = new MessageSimulation(workers, GAMMA);
                ringsInside(simulation, nodes, perNode, inner, part, part);
                ringsBetween(simulation, nodes, perNode, part / nodes, onTheLink, part / nodes);
                ringsBetween(simulation, nodes, perNode, part / nodes, onTheLink, 0);
                ringsInside(simulation, nodes, perNode, inner, part, 0);
                Network network = new Network(LINK, GAMMA, workers, perNode, inner);
                assertSame(Algorithms.hierarchical(linkEach), network, simulation);
            }
        }
    }

    private static void ringsInside(
            MessageSimulation simulation, int nodes, int perNode, Link inner, double bytes, double added) {
        for (int round = 1; round < perNode; round++) {
            for (int w = 0; w < nodes * perNode; w++) {
                int first = w / perNode * perNode;
                simulation
                        .round(w)
                        .send(w, first + (w + 1) % perNode, bytes, inner)
                        .receive(w, first + (w + perNode - 1) % perNode, added);
            }
        }
    }

    private static void ringsBetween(
            MessageSimulation simulation, int nodes, int perNode, double bytes, double onTheLink, double added) {
        int workers = nodes * perNode;
        for (int round = 1; round < nodes; round++) {
            for (int w = 0; w < workers; w++) {
                simulation
                        .round(w)
                        .send(w, (w + perNode) % workers, bytes, onTheLink, LINK)
                        .receive(w, (w + workers - perNode) % workers, added);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("workers")
    void servers(int workers) {
        for (int servers : List.of(1, 4, 20)) {
            MessageSimulation simulation = new MessageSimulation(workers + servers, 0);
            double part = BYTES / servers;
            double onTheLink = Math.max(servers, workers) * part;
            for (int s = workers; s < workers + servers; s++) {
                simulation.round(s);
                for (int w = 0; w < workers; w++) {
                    simulation.receive(s, w, 0);
                }
                simulation.round(s);
                for (int w = 0; w < workers; w++) {
                    simulation.send(s, w, part, onTheLink, LINK);
                }
            }
            for (int w = 0; w < workers; w++) {
                simulation.round(w);
                for (int s = workers; s < workers + servers; s++) {
                    simulation.send(w, s, part, onTheLink, LINK);
                }
                simulation.round(w);
                for (int s = workers; s < workers + servers; s++) {
                    simulation.receive(w, s, 0);
                }
            }
            Network network = network(workers);
            double oneAfterTheOther = Algorithms.servers(servers, false).seconds(BYTES, network);
            assertThat(oneAfterTheOther).isCloseTo(simulation.run(), within(1e-12));
            assertThat(Algorithms.servers(servers, true).seconds(BYTES, network))
                    .isCloseTo(LINK.alpha() + oneAfterTheOther / 2, within(1e-12));
            assertThat(Algorithms.servers(servers, true).sent(BYTES, network)).isEqualTo(BYTES);
        }
    }

    static List<Algorithm> all() {
        return List.of(
                Algorithms.RING_REDUCE_SCATTER,
                Algorithms.RING_ALL_GATHER,
                Algorithms.RING_ALL_REDUCE,
                Algorithms.BRUCK_ALL_GATHER,
                Algorithms.PAIRWISE_ALL_TO_ALL,
                Algorithms.BRUCK_ALL_TO_ALL,
                Algorithms.TREE_BROADCAST,
                Algorithms.TREE_ALL_REDUCE,
                Algorithms.RECURSIVE_DOUBLING,
                Algorithms.HALVING_DOUBLING,
                Algorithms.doubleTree(8),
                Algorithms.hierarchical(false),
                Algorithms.servers(2, false),
                Algorithms.gossip(2));
    }

    @ParameterizedTest
    @MethodSource("all")
    void oneWorkerAloneTakesNoTimeAndSendsNothing(Algorithm algorithm) {
        assertThat(algorithm.seconds(BYTES, network(1))).isZero();
        assertThat(algorithm.sent(BYTES, network(1))).isZero();
    }

    @ParameterizedTest
    @MethodSource("all")
    void neverFasterWithMoreBytesALongerDelayOrLessBandwidth(Algorithm algorithm) {
        for (int workers = 2; workers <= 17; workers++) {
            Network network = network(workers);
            double seconds = algorithm.seconds(BYTES, network);
            assertThat(algorithm.seconds(BYTES + 1, network)).isGreaterThan(seconds);
            assertThat(algorithm.seconds(BYTES, network.withLink(new Link(50e-6, 9.43e9))))
                    .isGreaterThan(seconds);
            assertThat(algorithm.seconds(BYTES, network.withBandwidth(9e9))).isGreaterThan(seconds);
        }
    }

    /** The search for the best grouping adds up such lines. */
    @ParameterizedTest
    @MethodSource("all")
    void timeIsAStraightLineInBytes(Algorithm algorithm) {
        for (int workers = 2; workers <= 17; workers++) {
            Network network = network(workers);
            double middle = (algorithm.seconds(0, network) + algorithm.seconds(2 * BYTES, network)) / 2;
            assertThat(algorithm.seconds(BYTES, network)).isCloseTo(middle, within(1e-12));
        }
    }

    /** Each call takes the least of its algorithms, which is the least of its lines. */
    @ParameterizedTest
    @MethodSource("workers")
    void theFastestIsNeverSlowerThanAnyOther(int workers) {
        Collectives fastest = Collectives.fastest();
        for (double bytes : List.of(1.0, 1e3, 1e5, 1e7)) {
            for (Call.Kind kind : Call.Kind.values()) {
                Call call = new Call(kind, bytes);
                double seconds = fastest.seconds(call, network(workers));
                double least = fastest.lines(call, network(workers)).stream()
                        .mapToDouble(line -> line[0] + line[1] * bytes)
                        .min()
                        .orElseThrow();
                assertThat(least).isCloseTo(seconds, within(1e-12));
                for (String text : List.of("ring", "halving", "doubling", "tree", "double-tree(16)", "hierarchical")) {
                    assertThat(seconds)
                            .isLessThanOrEqualTo(Collectives.parse(text).seconds(call, network(workers)));
                }
            }
        }
        Call tiny = new Call(Call.Kind.ALL_TO_ALL, 1);
        assertThat(workers < 4
                        || fastest.seconds(tiny, network(workers))
                                < Collectives.usual().seconds(tiny, network(workers)))
                .isTrue();
    }

    @Test
    void aTextNamesAnAllReduce() {
        for (String text : List.of(
                "ring",
                "halving",
                "doubling",
                "tree",
                "double-tree(16)",
                "hierarchical",
                "server(4)",
                "gossip(2)",
                "fastest")) {
            assertThat(Collectives.parse(text)).hasToString(text);
        }
        Algorithm servers =
                Collectives.parse("server(4,pipelined=true)").allReduces().get(0);
        assertThat(servers).hasToString("server(4,pipelined=true)");
        assertThat(servers.seconds(BYTES, network(8)))
                .isEqualTo(Algorithms.servers(4, true).seconds(BYTES, network(8)));
        assertThatThrownBy(() -> Collectives.parse("rings"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ring");
    }
}
