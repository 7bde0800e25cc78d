package org.tersegrad.convergence.time.collectives;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeReader;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Network;

/**
 * The algorithms of each collective. Of several, each call takes the one that is the fastest for its bytes, as the libraries of
 * clusters do. Messages, which are short, are gathered by Bruck's algorithm: no other takes fewer rounds, or fewer bytes.
 *
 * @param allReduces of sums and maxima, at least one
 * @param allToAlls at least one
 */
public record Collectives(List<Algorithm> allReduces, List<Algorithm> allToAlls) implements CallTimes {
    private static final String FASTEST = "fastest";
    private static final int USUAL_PIECES = 16;

    /** A power of two, so that dividing by it rounds nothing. */
    private static final double MANY_BYTES = 1L << 40;

    private static final List<RecipeEntry<Algorithm>> ALL_REDUCES = List.of(
            entry("ring", "along a ring, the least bandwidth", a -> Algorithms.RING_ALL_REDUCE),
            entry("halving", "halving and doubling (Rabenseifner)", a -> Algorithms.HALVING_DOUBLING),
            entry("doubling", "recursive doubling, the fewest rounds", a -> Algorithms.RECURSIVE_DOUBLING),
            entry("tree", "a binomial tree up and down", a -> Algorithms.TREE_ALL_REDUCE),
            entry(
                    "double-tree(16)",
                    "two binary trees at once",
                    a -> Algorithms.doubleTree(a.asInt("pieces", USUAL_PIECES, 1, Integer.MAX_VALUE)),
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

    public Collectives {
        allReduces = List.copyOf(allReduces);
        allToAlls = List.copyOf(allToAlls);
        if (allReduces.isEmpty() || allToAlls.isEmpty()) {
            throw new IllegalArgumentException("every collective has at least 1 algorithm");
        }
    }

    /** One algorithm for all-reduces, and the usual ones for all else. */
    public Collectives(Algorithm allReduce) {
        this(List.of(allReduce), List.of(Algorithms.PAIRWISE_ALL_TO_ALL));
    }

    /** Rings: what most libraries do with long vectors. */
    public static Collectives usual() {
        return new Collectives(Algorithms.RING_ALL_REDUCE);
    }

    /** The fastest algorithm that is known here for each call. */
    public static Collectives fastest() {
        return new Collectives(
                List.of(
                        Algorithms.RING_ALL_REDUCE,
                        Algorithms.HALVING_DOUBLING,
                        Algorithms.RECURSIVE_DOUBLING,
                        Algorithms.TREE_ALL_REDUCE,
                        Algorithms.doubleTree(USUAL_PIECES),
                        Algorithms.hierarchical(false)),
                List.of(Algorithms.PAIRWISE_ALL_TO_ALL, Algorithms.BRUCK_ALL_TO_ALL));
    }

    /** Parses the all-reduce algorithm: {@code ring}, {@code halving}, {@code double-tree(16)}; or {@code fastest}. */
    public static Collectives parse(String text) {
        return text.strip().equals(FASTEST)
                ? fastest()
                : new Collectives(RecipeReader.call("all-reduce", text, Algorithm.class, ALL_REDUCES));
    }

    private static RecipeEntry<Algorithm> entry(
            String example, String help, Function<RecipeArguments, Algorithm> make, Parameter... parameters) {
        return RecipeEntry.first(Algorithm.class, example, help, make, parameters);
    }

    @Override
    public double seconds(Call call, Network network) {
        Network part = among(call, network);
        return fastest(call, part).seconds(call.bytes(), part);
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

    @Override
    public double sent(Call call, Network network) {
        Network part = among(call, network);
        return fastest(call, part).sent(call.bytes(), part);
    }

    @Override
    public double[] halves(double bytes, Network network) {
        Network withoutAdding = new Network(network.link(), 0, network.workers(), network.perNode(), network.inner());
        Algorithm fastest = allReduces.stream()
                .filter(Algorithm::inHalves)
                .min(Comparator.comparingDouble(algorithm -> algorithm.seconds(bytes, network)))
                .orElseThrow(
                        () -> new IllegalArgumentException("dear splits an all-reduce into a sum and a gather, and "
                                + this
                                + " has no such halves; ring, halving, tree, double-tree and hierarchical"
                                + " have"));
        double gather = fastest.seconds(bytes, withoutAdding) / 2;
        return new double[] {fastest.seconds(bytes, network) - gather, gather};
    }

    @Override
    public List<double[]> lines(Call call, Network network) {
        Network part = among(call, network);
        return CallTimes.lowest(of(call.kind()).stream().map(algorithm -> {
            double delay = algorithm.seconds(0, part);
            return new double[] {delay, (algorithm.seconds(MANY_BYTES, part) - delay) / MANY_BYTES};
        }));
    }

    private Algorithm fastest(Call call, Network part) {
        return Collections.min(
                of(call.kind()), Comparator.comparingDouble(algorithm -> algorithm.seconds(call.bytes(), part)));
    }

    private List<Algorithm> of(Call.Kind kind) {
        return switch (kind) {
            case ALL_REDUCE -> allReduces;
            case REDUCE_SCATTER -> List.of(Algorithms.RING_REDUCE_SCATTER);
            case BROADCAST -> List.of(Algorithms.TREE_BROADCAST);
            case ALL_GATHER -> List.of(Algorithms.BRUCK_ALL_GATHER);
            case ALL_TO_ALL -> allToAlls;
            case DIRECT -> List.of(Algorithms.DIRECT_MESSAGES);
        };
    }

    @Override
    public String toString() {
        return allReduces.size() > 1 ? FASTEST : allReduces.get(0).toString();
    }
}
