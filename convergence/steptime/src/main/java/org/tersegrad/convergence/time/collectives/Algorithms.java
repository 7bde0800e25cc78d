package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;

/**
 * The algorithms of collectives, each with two formulas. P is the number of workers, M the bytes of a vector, m those of one worker's
 * messages; alpha, beta and gamma are the constants of the {@link Network}.
 */
public final class Algorithms {
    /**
     * A reduce-scatter along a ring: in each of P - 1 rounds every worker adds a part that it got and passes it on.
     *
     * <pre>
     *   (P - 1) (alpha + M/P (beta + gamma))
     * </pre>
     */
    public static final Algorithm RING_REDUCE_SCATTER = new Algorithm(
            "ring",
            (bytes, network) -> others(network) * (part(bytes, network) + bytes / network.workers() * network.gamma()),
            (bytes, network) -> others(network) * bytes / network.workers());

    /**
     * An all-gather along a ring: in each of P - 1 rounds every worker passes on the message that it got last.
     *
     * <pre>
     *   (P - 1) (alpha + m beta)
     * </pre>
     */
    public static final Algorithm RING_ALL_GATHER = new Algorithm(
            "ring",
            (bytes, network) -> others(network) * network.slowest().seconds(bytes),
            (bytes, network) -> others(network) * bytes);

    /**
     * An all-reduce along a ring: a reduce-scatter, then an all-gather of the parts. No other takes less bandwidth, and none takes
     * more rounds.
     *
     * <pre>
     *   2 (P - 1) alpha + 2 (P - 1)/P M beta + (P - 1)/P M gamma
     * </pre>
     */
    public static final Algorithm RING_ALL_REDUCE = new Algorithm(
                    "ring",
                    (bytes, network) -> RING_REDUCE_SCATTER.seconds(bytes, network)
                            + RING_ALL_GATHER.seconds(bytes / network.workers(), network),
                    (bytes, network) -> RING_REDUCE_SCATTER.sent(bytes, network)
                            + RING_ALL_GATHER.sent(bytes / network.workers(), network))
            .asHalves();

    /**
     * The all-gather of J. Bruck: in round i, every worker gives all that it has, up to 2^i messages, to the one 2^i before it.
     *
     * <pre>
     *   ceil(log2 P) alpha + (P - 1) m beta
     * </pre>
     */
    public static final Algorithm BRUCK_ALL_GATHER = new Algorithm(
            "bruck",
            (bytes, network) -> rounds(network.workers()) * network.slowest().alpha()
                    + others(network) * bytes * network.slowest().beta(),
            (bytes, network) -> others(network) * bytes);

    /**
     * An all-to-all in P - 1 rounds: in round i, every worker sends to the one i after it.
     *
     * <pre>
     *   (P - 1) (alpha + m/P beta)
     * </pre>
     */
    public static final Algorithm PAIRWISE_ALL_TO_ALL = new Algorithm(
            "pairwise",
            (bytes, network) -> others(network) * part(bytes, network),
            (bytes, network) -> others(network) * bytes / network.workers());

    /**
     * The all-to-all of J. Bruck: a part for the worker d after its sender travels along the powers of 2 in d, and a worker sends all
     * parts of one power at once. Few rounds, for short messages, and most parts travel more than once.
     *
     * <pre>
     *   ceil(log2 P) alpha + m/P beta (the ones in the binary numbers up to P - 1);   log2 P (alpha + m/2 beta) for a power of 2
     * </pre>
     */
    public static final Algorithm BRUCK_ALL_TO_ALL = new Algorithm(
            "bruck",
            (bytes, network) -> rounds(network.workers()) * network.slowest().alpha()
                    + onesBelow(network.workers())
                            * bytes
                            / network.workers()
                            * network.slowest().beta(),
            (bytes, network) -> onesBelow(network.workers()) * bytes / network.workers());

    /**
     * A broadcast along a binomial tree: in each round, every worker that has the vector gives it to one that has not.
     *
     * <pre>
     *   ceil(log2 P) (alpha + M beta)
     * </pre>
     */
    public static final Algorithm TREE_BROADCAST = new Algorithm(
            "tree",
            (bytes, network) -> rounds(network.workers()) * network.slowest().seconds(bytes),
            (bytes, network) -> rounds(network.workers()) * bytes);

    /**
     * A reduction along a binomial tree, then a broadcast along the same.
     *
     * <pre>
     *   2 ceil(log2 P) (alpha + M beta) + ceil(log2 P) M gamma
     * </pre>
     */
    public static final Algorithm TREE_ALL_REDUCE = new Algorithm(
                    "tree",
                    (bytes, network) ->
                            2 * rounds(network.workers()) * network.slowest().seconds(bytes)
                                    + rounds(network.workers()) * bytes * network.gamma(),
                    TREE_BROADCAST.traffic())
            .asHalves();

    /**
     * An all-reduce in which workers 1, 2, 4, ... apart exchange whole vectors and add them. The fewest rounds, for short vectors.
     *
     * <pre>
     *   log2 P (alpha + M beta + M gamma)
     * </pre>
     *
     * <p>If P is not a power of 2, those beyond the largest power give their vectors to others at first and get the sum at last:
     * {@code 2 (alpha + M beta) + M gamma} more.
     */
    public static final Algorithm RECURSIVE_DOUBLING = new Algorithm(
            "doubling",
            (bytes, network) -> rounds(power(network)) * (network.slowest().seconds(bytes) + bytes * network.gamma())
                    + foldingSeconds(bytes, network),
            (bytes, network) -> rounds(power(network)) * bytes + foldingBytes(bytes, network));

    /**
     * The all-reduce of R. Rabenseifner: a reduce-scatter in which workers P/2, P/4, ..., 1 apart exchange one half of what they still
     * have, then an all-gather that goes the same way back.
     *
     * <pre>
     *   2 log2 P alpha + 2 (P - 1)/P M beta + (P - 1)/P M gamma
     * </pre>
     *
     * <p>If P is not a power of 2, the same is added as in {@link #RECURSIVE_DOUBLING}.
     */
    public static final Algorithm HALVING_DOUBLING = new Algorithm(
                    "halving",
                    (bytes, network) ->
                            2 * rounds(power(network)) * network.slowest().alpha()
                                    + (power(network) - 1.0)
                                            / power(network)
                                            * bytes
                                            * (2 * network.slowest().beta() + network.gamma())
                                    + foldingSeconds(bytes, network),
                    (bytes, network) ->
                            2 * (power(network) - 1.0) / power(network) * bytes + foldingBytes(bytes, network))
            .asHalves();

    /**
     * Messages between a worker and P - 1 partners, one after the other: a pair in a tree, or a server and all others.
     *
     * <pre>
     *   (P - 1) alpha + m beta,   m the bytes of all these messages
     * </pre>
     */
    public static final Algorithm DIRECT_MESSAGES = new Algorithm(
            "direct",
            (bytes, network) -> others(network) * network.slowest().alpha()
                    + bytes * network.slowest().beta(),
            (bytes, network) -> bytes);

    private Algorithms() {}

    /**
     * A reduction and a broadcast along two binary trees at once, each for one half of the vector, in c pieces that follow each
     * other. The leaves of one tree are the inner workers of the other, so no worker sends more than the whole vector each way.
     *
     * <pre>
     *   2 (h + c - 1) (alpha + M/c beta) + (h + c - 1) M/c gamma,   h = floor(log2 P) the height of the trees
     * </pre>
     *
     * <p>The term with gamma counts two children for every inner worker. Where one has only one child, it is a little less.
     *
     * @param pieces c, at least 1
     */
    public static Algorithm doubleTree(int pieces) {
        return new Algorithm(
                        "double-tree(" + requirePositive("pieces", pieces) + ")",
                        (bytes, network) -> (rounds(power(network)) + pieces - 1)
                                * (2 * network.slowest().seconds(bytes / pieces) + bytes / pieces * network.gamma()),
                        // up one half in each tree; down a half to each of two children
                        (bytes, network) -> network.workers() == 2 ? bytes : 2 * bytes)
                .asHalves();
    }

    /**
     * An all-reduce with regard for nodes: a reduce-scatter along a ring inside each of N nodes of L workers, an all-reduce along a
     * ring between workers that have the same part, and an all-gather inside each node. The L rings between nodes share one link a
     * node, or have one each.
     *
     * <pre>
     *   2 (L - 1) a_i + 2 (L - 1)/L M b_i + 2 (N - 1) a_e + 2 (N - 1)/N M b_e,   b_e / L with a link for each worker
     *   and gamma ((L - 1)/L M + (N - 1)/N M/L)
     * </pre>
     *
     * @param linkEach whether each worker of a node has its own link to other nodes
     */
    public static Algorithm hierarchical(boolean linkEach) {
        return new Algorithm(
                        linkEach ? "hierarchical(linkeach=true)" : "hierarchical",
                        (bytes, network) -> {
                            int nodes = network.nodes();
                            double part = bytes / network.perNode();
                            double onTheLink = (linkEach ? part : bytes) / nodes;
                            double gamma = network.gamma();
                            double inside = (network.perNode() - 1)
                                    * (2 * network.inner().seconds(part) + part * gamma);
                            double between =
                                    (nodes - 1) * (2 * network.link().seconds(onTheLink) + part / nodes * gamma);
                            return inside + between;
                        },
                        (bytes, network) -> {
                            int nodes = network.nodes();
                            double part = bytes / network.perNode();
                            return 2 * (network.perNode() - 1) * part + 2 * (nodes - 1.0) / nodes * part;
                        })
                .asHalves();
    }

    /**
     * Parameter servers: every worker pushes its vector, in S parts, and pulls their sum. The narrower link counts, the worker's or
     * that of a server, which has to take in P/S vectors.
     *
     * <pre>
     *   2 alpha + 2 max(1, P/S) M beta;   pipelined, pushing and pulling at the same time: half of the beta term
     * </pre>
     *
     * @param servers S, at least 1
     * @param pipelined whether what is pushed first is pulled while the rest is pushed
     */
    public static Algorithm servers(int servers, boolean pipelined) {
        return new Algorithm(
                "server(" + requirePositive("servers", servers) + (pipelined ? ",pipelined=true)" : ")"),
                (bytes, network) -> {
                    Link link = network.slowest();
                    double oneWay = Math.max(1, (double) network.workers() / servers) * bytes * link.beta();
                    return 2 * link.alpha() + (pipelined ? 1 : 2) * oneWay;
                },
                (bytes, network) -> bytes);
    }

    /**
     * Gossip: a worker gives its vector to its neighbours, one after the other. It does not sum up over all, so its time does not
     * depend on the size of the group.
     *
     * <pre>
     *   g (alpha + M beta)
     * </pre>
     *
     * @param neighbours g, at least 1; in a smaller group, all others
     */
    public static Algorithm gossip(int neighbours) {
        return new Algorithm(
                "gossip(" + requirePositive("neighbours", neighbours) + ")",
                (bytes, network) -> Math.min(neighbours, others(network))
                        * network.slowest().seconds(bytes),
                (bytes, network) -> Math.min(neighbours, others(network)) * bytes);
    }

    private static int requirePositive(String what, int number) {
        if (number < 1) {
            throw new IllegalArgumentException(what + ": at least 1, not " + number);
        }
        return number;
    }

    private static int others(Network network) {
        return network.workers() - 1;
    }

    /** Seconds of a message with one of P parts. */
    private static double part(double bytes, Network network) {
        return network.slowest().seconds(bytes / network.workers());
    }

    /** The rounds of an algorithm that doubles what it has reached in each: log2 of the workers, rounded up. */
    private static int rounds(int workers) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(workers - 1);
    }

    /** The ones in the binary forms of all numbers from 0 to below a limit, bit by bit. */
    private static double onesBelow(int limit) {
        double ones = 0;
        for (long bit = 1; bit < limit; bit *= 2) {
            ones += limit / (2 * bit) * bit + Math.max(0, limit % (2 * bit) - bit);
        }
        return ones;
    }

    /** The largest power of 2 that is not above the number of workers. */
    private static int power(Network network) {
        return Integer.highestOneBit(network.workers());
    }

    private static double foldingSeconds(double bytes, Network network) {
        return network.workers() == power(network) ? 0 : 2 * network.slowest().seconds(bytes) + bytes * network.gamma();
    }

    private static double foldingBytes(double bytes, Network network) {
        return network.workers() == power(network) ? 0 : bytes;
    }
}
