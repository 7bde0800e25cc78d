package org.tersegrad.convergence.time.topology;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.collectives.Algorithms;
import org.tersegrad.convergence.time.collectives.CallTimes;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.collectives.NetworkSource;
import org.tersegrad.convergence.time.topology.AstraNetwork.Shape;
import org.tersegrad.convergence.time.topology.AstraRules.Rule;

/**
 * Durations of calls by {@link AstraRules}, one chunk each. With another bandwidth in the {@link Network} beside it, all links are faster
 * by the same factor, and times are no longer whole nanoseconds.
 */
final class AstraCalls implements CallTimes {
    /** That of the examples of ASTRA-sim. */
    private static final long ENDPOINT_DELAY = 10;

    private static final double MANY_BYTES = 1L << 40;

    private final AstraNetwork network;
    private final List<List<Rule>> choices;

    /** A file as a network of one size. */
    record Source(Path file, AstraNetwork network) implements NetworkSource {
        @Override
        public OptionalInt workers() {
            return OptionalInt.of(network.devices());
        }

        @Override
        public Interconnect between(int count, CallTimes formulas) {
            if (count != network.devices()) {
                throw new IllegalArgumentException(
                        file + " has " + network.devices() + " devices, and --workers is " + count);
            }
            String fact = "Calls on " + file + " take the nanoseconds of ASTRA-sim's congestion-unaware backend, with "
                    + ENDPOINT_DELAY + " ns at each end point, one chunk a call, and additions that take no time.";
            return new Interconnect(network.slowest(), new AstraCalls(network, formulas), List.of(fact));
        }
    }

    /**
     * Calls on a network.
     *
     * @param formulas whose names choose the rules: a ring in each dimension, halving and doubling, or the fastest
     */
    AstraCalls(AstraNetwork network, CallTimes formulas) {
        this.network = network;
        int count = network.dimensions().size();
        List<Rule> rings = Collections.nCopies(count, Rule.RING);
        List<Rule> halving = Collections.nCopies(count, Rule.HALVING_DOUBLING);
        List<Rule> natural =
                network.dimensions().stream().map(AstraCalls::natural).toList();
        choices = formulas.equals(Collectives.usual())
                ? List.of(rings)
                : formulas.equals(new Collectives(Algorithms.HALVING_DOUBLING))
                        ? List.of(halving)
                        : fastest(formulas, natural, rings);
    }

    private static List<List<Rule>> fastest(CallTimes formulas, List<Rule> natural, List<Rule> rings) {
        if (formulas instanceof Collectives named && named.allReduces().size() == 1) {
            throw new IllegalArgumentException("ASTRA-sim's rules have ring, halving and fastest, not " + named);
        }
        return List.of(natural, rings);
    }

    private static Rule natural(AstraNetwork.Dimension dimension) {
        boolean power = Integer.bitCount(dimension.devices()) == 1;
        return dimension.shape() == Shape.RING
                ? Rule.RING
                : dimension.shape() == Shape.SWITCH && power ? Rule.HALVING_DOUBLING : Rule.DIRECT;
    }

    @Override
    public double seconds(Call call, Network beside) {
        if (slower(beside) != 1) {
            return lines(call, beside).stream()
                    .mapToDouble(line -> line[0] + line[1] * call.bytes())
                    .min()
                    .orElseThrow();
        }
        return rules(call).stream()
                .mapToDouble(rules -> seconds(rules, call.kind(), call.bytes()))
                .min()
                .orElseThrow();
    }

    private double slower(Network beside) {
        return network.slowest().link().bandwidth() / beside.link().bandwidth();
    }

    private static double seconds(AstraRules rules, Call.Kind kind, double bytes) {
        return rules.nanoseconds(kind, (long) Math.ceil(bytes)) * 1e-9;
    }

    private List<AstraRules> rules(Call call) {
        if (call.workers() != Call.EVERYBODY && call.workers() != network.devices()) {
            throw new IllegalArgumentException("ASTRA-sim's rules are for calls of all " + network.devices()
                    + " devices, and this recipe has some of " + call.workers());
        }
        List<AstraRules> rules = new ArrayList<>();
        for (List<Rule> choice : choices) {
            List<Rule> those = choice.stream()
                    .map(rule ->
                            call.kind() == Call.Kind.ALL_TO_ALL && rule == Rule.HALVING_DOUBLING ? Rule.DIRECT : rule)
                    .toList();
            rules.add(new AstraRules(network, those, ENDPOINT_DELAY, 1, Double.POSITIVE_INFINITY));
        }
        return rules;
    }

    /** The bytes that every algorithm sends at least. */
    @Override
    public double sent(Call call, Network beside) {
        double others = network.devices() - 1.0;
        return switch (call.kind()) {
            case ALL_REDUCE -> 2 * others / network.devices() * call.bytes();
            case ALL_GATHER -> others * call.bytes();
            case REDUCE_SCATTER, ALL_TO_ALL, BROADCAST, DIRECT -> others / network.devices() * call.bytes();
        };
    }

    @Override
    public List<double[]> lines(Call call, Network beside) {
        double slower = slower(beside);
        return CallTimes.lowest(rules(call).stream().map(rules -> {
            double delay = seconds(rules, call.kind(), 0);
            double perByte = (seconds(rules, call.kind(), MANY_BYTES) - delay) / MANY_BYTES;
            return new double[] {delay, slower * perByte};
        }));
    }

    @Override
    public String basis(Network beside) {
        return "rules of ASTRA-sim on assumed links";
    }
}
