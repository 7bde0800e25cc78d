package org.tersegrad.convergence.time.collectives;

import java.util.List;
import java.util.function.Function;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeReader;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Network;

/**
 * The algorithm of each collective. All but the all-reduce have the usual one: a ring for parts, Bruck's for messages, which are
 * short, and pairs.
 *
 * @param allReduce of sums and maxima
 */
public record Collectives(Algorithm allReduce) {
    private static final List<RecipeEntry<Algorithm>> ALL_REDUCES = List.of(
            entry("ring", "along a ring, the least bandwidth", a -> Algorithms.RING_ALL_REDUCE),
            entry("halving", "halving and doubling (Rabenseifner)", a -> Algorithms.HALVING_DOUBLING),
            entry("doubling", "recursive doubling, the fewest rounds", a -> Algorithms.RECURSIVE_DOUBLING),
            entry("tree", "a binomial tree up and down", a -> Algorithms.TREE_ALL_REDUCE),
            entry(
                    "double-tree(16)",
                    "two binary trees at once",
                    a -> Algorithms.doubleTree(a.asInt("pieces", 16, 1, Integer.MAX_VALUE)),
                    new Parameter("pieces", "that follow each other")),
            entry(
                    "hierarchical",
                    "rings inside nodes, and between them",
                    a -> Algorithms.hierarchical(a.asBoolean("linkeach", false)),
                    new Parameter("linkeach", "whether each worker has its own link to other nodes")),
            entry(
                    "server(4)",
                    "parameter servers",
                    a -> Algorithms.servers(
                            a.asInt("servers", 1, 1, Integer.MAX_VALUE), a.asBoolean("pipelined", false)),
                    new Parameter("servers", "how many"),
                    new Parameter("pipelined", "whether pushing and pulling overlap")),
            entry(
                    "gossip(2)",
                    "vectors for neighbours only",
                    a -> Algorithms.gossip(a.asInt("neighbours", 2, 1, Integer.MAX_VALUE)),
                    new Parameter("neighbours", "how many")));

    /** Rings: what most libraries do with long vectors. */
    public static Collectives usual() {
        return new Collectives(Algorithms.RING_ALL_REDUCE);
    }

    /** Parses the all-reduce algorithm: {@code ring}, {@code halving}, {@code double-tree(16)}. */
    public static Collectives parse(String text) {
        return new Collectives(RecipeReader.call("all-reduce", text, Algorithm.class, ALL_REDUCES));
    }

    private static RecipeEntry<Algorithm> entry(
            String example, String help, Function<RecipeArguments, Algorithm> make, Parameter... parameters) {
        return RecipeEntry.first(Algorithm.class, example, help, make, parameters);
    }

    /** The duration of one call. */
    public double seconds(Call call, Network network) {
        return of(call.kind()).seconds(call.bytes(), among(call, network));
    }

    /** The part of the network that a call uses: a node if as many workers take part as a node has, else one of each node. */
    private static Network among(Call call, Network network) {
        if (call.workers() == Call.EVERYBODY || call.workers() == network.workers()) {
            return network;
        }
        if (call.kind() != Call.Kind.DIRECT && call.workers() == network.perNode()) {
            return new Network(network.inner(), network.gamma(), call.workers(), 1, network.inner());
        }
        return new Network(network.link(), network.gamma(), call.workers(), 1, network.inner());
    }

    /** The duration of all calls, one after the other. */
    public double seconds(Cost cost, Network network) {
        return cost.calls().stream().mapToDouble(call -> seconds(call, network)).sum();
    }

    /** Bytes sent by the worker that sends most. */
    public double sent(Cost cost, Network network) {
        return cost.calls().stream()
                .mapToDouble(call -> of(call.kind()).sent(call.bytes(), among(call, network)))
                .sum();
    }

    private Algorithm of(Call.Kind kind) {
        return switch (kind) {
            case ALL_REDUCE -> allReduce;
            case REDUCE_SCATTER -> Algorithms.RING_REDUCE_SCATTER;
            case BROADCAST -> Algorithms.TREE_BROADCAST;
            case ALL_GATHER -> Algorithms.BRUCK_ALL_GATHER;
            case ALL_TO_ALL -> Algorithms.PAIRWISE_ALL_TO_ALL;
            case DIRECT -> Algorithms.DIRECT_MESSAGES;
        };
    }

    @Override
    public String toString() {
        return allReduce.toString();
    }
}
