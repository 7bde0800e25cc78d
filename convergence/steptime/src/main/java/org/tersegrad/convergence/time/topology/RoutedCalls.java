package org.tersegrad.convergence.time.topology;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeReader;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.collectives.Algorithm;
import org.tersegrad.convergence.time.collectives.CallTimes;
import org.tersegrad.convergence.time.collectives.Collectives;

/**
 * Durations of calls on a {@link Topology}, by simulated rounds of flows. Each algorithm is simulated with no bytes and with very many; a
 * straight line through both is its time, so a call of another size costs nothing more. The line is exact if the messages of each round have
 * the same delay. Each call takes the fastest algorithm for its bytes.
 *
 * <p>A {@link Network} beside a topology has its number of workers and the link of neighbours; with another bandwidth there, all links
 * are faster or slower by the same factor.
 */
public final class RoutedCalls implements CallTimes {
    /** More would be more flows than a simulation has time for. */
    static final int MOST_AT_ONCE = 256;

    private static final int USUAL_PIECES = 16;

    private final Topology topology;
    private final Collectives algorithms;
    private final double bandwidth;
    private final Map<Call, List<Timed>> timed = new ConcurrentHashMap<>();

    /** A plan for a number of workers. */
    private record Planned(boolean inHalves, Function<Integer, Plan> plan) {}

    /** A straight line in bytes: seconds of none, seconds a byte, bytes added and sent for each. */
    private record Timed(boolean inHalves, double delay, double perByte, double added, double sent) {
        double perByte(double slower, Network network) {
            return perByte * slower + added * network.gamma();
        }

        double seconds(double bytes, double slower, Network network) {
            return delay + bytes * perByte(slower, network);
        }
    }

    /**
     * Calls on a topology.
     *
     * @param algorithms to choose from, by their names
     * @param link of neighbours, that of the networks beside it
     * @throws IllegalArgumentException if an algorithm has no rounds, as servers
     */
    public RoutedCalls(Topology topology, Collectives algorithms, Link link) {
        this.topology = topology;
        this.algorithms = algorithms;
        this.bandwidth = link.bandwidth();
        algorithms.allReduces().forEach(this::allReduce);
    }

    /** The topology. */
    public Topology topology() {
        return topology;
    }

    private Planned allReduce(Algorithm algorithm) {
        List<RecipeEntry<Planned>> entries = List.of(
                entry("ring", a -> planned(algorithm, Plans::ringAllReduce)),
                entry("halving", a -> planned(algorithm, Plans::halving)),
                entry("doubling", a -> planned(algorithm, Plans::doubling)),
                entry("tree", a -> planned(algorithm, Plans::treeAllReduce)),
                entry(
                        "double-tree(16)",
                        a -> {
                            int pieces = a.asInt("pieces", USUAL_PIECES);
                            return planned(algorithm, workers -> Plans.doubleTree(workers, pieces));
                        },
                        new Parameter("pieces", "that follow each other")),
                entry(
                        "hierarchical",
                        a -> planned(algorithm, workers -> Plans.alongAxes(axes(workers), true, true)),
                        new Parameter("linkeach", "what the topology says")));
        return RecipeReader.call("all-reduce on a topology", algorithm.name(), Planned.class, entries);
    }

    private static Planned planned(Algorithm algorithm, Function<Integer, Plan> plan) {
        return new Planned(algorithm.inHalves(), plan);
    }

    private static RecipeEntry<Planned> entry(
            String example, Function<RecipeArguments, Planned> make, Parameter... parameters) {
        return RecipeEntry.first(Planned.class, example, "rounds of flows", make, parameters);
    }

    private List<Integer> axes(int workers) {
        return workers == topology.devices() ? topology.axes() : List.of(workers);
    }

    private Stream<Planned> planned(Call.Kind kind, int workers) {
        return switch (kind) {
            case ALL_REDUCE -> algorithms.allReduces().stream().map(this::allReduce);
            case REDUCE_SCATTER ->
                Stream.of(whole(Plans::ringReduceScatter), whole(count -> Plans.alongAxes(axes(count), true, false)));
            case ALL_GATHER ->
                Stream.of(
                        whole(Plans::bruckAllGather),
                        whole(Plans::ringAllGather),
                        whole(count -> Plans.gatherAlongAxes(axes(count))));
            case ALL_TO_ALL ->
                Stream.of(
                                whole(count -> Plans.pairwise(axes(count))),
                                whole(Plans::bruckAllToAll),
                                whole(Plans::atOnce))
                        .limit(algorithms.allToAlls().size() == 1 ? 1 : workers > MOST_AT_ONCE ? 2 : 3);
            case BROADCAST -> Stream.of(whole(Plans::treeBroadcast));
            case DIRECT -> Stream.of(whole(Plans::direct));
        };
    }

    private static Planned whole(Function<Integer, Plan> plan) {
        return new Planned(false, plan);
    }

    private List<Timed> timed(Call call, Network network) {
        if (network.workers() != topology.devices()) {
            throw new IllegalArgumentException(
                    "a topology of " + topology.devices() + " devices, and " + network.workers() + " workers");
        }
        int workers = call.workers() == Call.EVERYBODY ? topology.devices() : call.workers();
        if (workers > topology.devices()) {
            throw new IllegalArgumentException(
                    "a call among " + workers + " workers on a topology of " + topology.devices() + " devices");
        }
        return timed.computeIfAbsent(new Call(call.kind(), 0, workers), this::simulated);
    }

    private List<Timed> simulated(Call call) {
        int workers = call.workers();
        if (workers == 1) {
            return List.of(new Timed(true, 0, 0, 0, 0));
        }
        return planned(call.kind(), workers)
                .map(planned -> {
                    Plan plan = planned.plan().apply(workers);
                    int[] members = members(call.kind(), workers, plan);
                    double[] line = plan.line(topology, members);
                    return new Timed(planned.inHalves(), line[0], line[1], plan.added(), plan.sent());
                })
                .toList();
    }

    /** All devices; those of the first node or line, if it has as many; else as many at equal distances. */
    private int[] members(Call.Kind kind, int workers, Plan plan) {
        int devices = topology.devices();
        if (workers == devices) {
            List<Integer> ring = topology.ring();
            return IntStream.range(0, devices)
                    .map(i -> plan.along() ? ring.get(i) : i)
                    .toArray();
        }
        boolean node = workers == topology.axes().get(0) && kind != Call.Kind.DIRECT;
        int stride = node ? 1 : devices / workers;
        return IntStream.range(0, workers).map(i -> i * stride).toArray();
    }

    private double slower(Network network) {
        return bandwidth / network.link().bandwidth();
    }

    private Timed fastest(List<Timed> choices, double bytes, Network network) {
        double slower = slower(network);
        return choices.stream()
                .min(Comparator.comparingDouble(each -> each.seconds(bytes, slower, network)))
                .orElseThrow();
    }

    @Override
    public double seconds(Call call, Network network) {
        return fastest(timed(call, network), call.bytes(), network).seconds(call.bytes(), slower(network), network);
    }

    @Override
    public double sent(Call call, Network network) {
        return fastest(timed(call, network), call.bytes(), network).sent() * call.bytes();
    }

    @Override
    public List<double[]> lines(Call call, Network network) {
        double slower = slower(network);
        return CallTimes.lowest(timed(call, network).stream()
                .map(each -> new double[] {each.delay(), each.perByte(slower, network)}));
    }

    @Override
    public double[] halves(double bytes, Network network) {
        List<Timed> halved = timed(new Call(Call.Kind.ALL_REDUCE, bytes), network).stream()
                .filter(Timed::inHalves)
                .toList();
        if (halved.isEmpty()) {
            throw new IllegalArgumentException(
                    "dear splits an all-reduce into a sum and a gather, and " + algorithms + " has no such halves");
        }
        Timed fastest = fastest(halved, bytes, network);
        double all = fastest.seconds(bytes, slower(network), network);
        double gather = (all - bytes * fastest.added() * network.gamma()) / 2;
        return new double[] {all - gather, gather};
    }

    @Override
    public String toString() {
        return algorithms.toString();
    }

    @Override
    public String basis(Network beside) {
        return "simulated flows on assumed links";
    }
}
