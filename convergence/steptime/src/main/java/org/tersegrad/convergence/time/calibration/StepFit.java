package org.tersegrad.convergence.time.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.tersegrad.convergence.time.Dense;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.calibration.Estimate.Point;
import org.tersegrad.convergence.time.collectives.Algorithm;
import org.tersegrad.convergence.time.collectives.CallTimes;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.profiles.Profiles;
import org.tersegrad.convergence.time.schedules.Schedule;
import org.tersegrad.convergence.time.schedules.Step;

/**
 * Constants of links from whole steps of training. Links inside a node, or of a cluster without nodes, come first: the seconds of a call and of
 * a byte, and of each profile what a step takes beside compute and exchange. A link between nodes then has the seconds of a round and of a
 * byte of its own, and the rest of its node; a link to servers has the seconds of a call in place of those of a round.
 *
 * <p>Errors are relative. Intervals are those of the jackknife, a step left out at a time.
 */
public final class StepFit {
    /** Where the search begins: orders of magnitude. */
    private static final double SOME_CALL = 1e-4;

    private static final double SOME_ROUND = 1e-5;
    private static final double SOME_PER_BYTE = 3e-10;
    private static final double SOME_EXTRA = 1e-2;

    /** What the search leaves of a constant that is best at its bound, as a share of the bound or of where the search began. */
    private static final double NEARLY = 1e-2;

    private final Map<String, Profile> profiles = new TreeMap<>();

    /** The links of some steps, by name. */
    Map<String, ClusterLink> fit(List<MeasuredStep> steps) {
        Map<String, ClusterLink> links = new LinkedHashMap<>();
        List<String> names = steps.stream().map(MeasuredStep::link).distinct().toList();
        for (String name : names) {
            List<MeasuredStep> own = of(steps, name);
            if (own.get(0).node().isEmpty()) {
                links.put(name, alone(name, own));
            }
        }
        for (String name : names) {
            List<MeasuredStep> own = of(steps, name);
            Optional<String> node = own.get(0).node();
            if (node.isPresent()) {
                ClusterLink inside = links.get(node.get());
                if (inside == null) {
                    throw new IllegalArgumentException("link " + name + ": there are no steps inside its node "
                            + node.get() + ", from which the seconds of a call follow");
                }
                links.put(name, between(name, own, inside));
            }
        }
        return links;
    }

    private static List<MeasuredStep> of(List<MeasuredStep> steps, String link) {
        List<MeasuredStep> own =
                steps.stream().filter(step -> step.link().equals(link)).toList();
        if (own.stream()
                        .map(step -> List.of(step.node(), step.exchange()))
                        .distinct()
                        .count()
                > 1) {
            throw new IllegalArgumentException("link " + link
                    + ": all its steps have the same node and the same exchange; call another exchange another link");
        }
        return own;
    }

    /** A link by itself: seconds of a call, of a byte, of a round if there are groups of several sizes, and extras. */
    private ClusterLink alone(String name, List<MeasuredStep> steps) {
        Pattern pattern = steps.get(0).exchange();
        List<Integer> workers = workers(steps);
        List<String> models =
                steps.stream().map(MeasuredStep::profile).distinct().toList();
        boolean rounds = workers.size() > 1 && pattern != Pattern.SERVERS;
        double bound = Byte.SIZE / steps.get(0).rate();
        int extra = rounds ? 3 : 2;
        double[] start = new double[extra + models.size()];
        Arrays.fill(start, SOME_EXTRA);
        start[0] = SOME_CALL;
        start[1] = SOME_PER_BYTE;
        start[extra - 1] = rounds ? SOME_ROUND : SOME_PER_BYTE;
        Fitted fitted = fit(
                steps,
                start,
                constants -> step -> seconds(
                        step,
                        constants[0] + (rounds ? pattern.rounds(step.workers()) * constants[2] : 0),
                        pattern.share(step.workers()) * (bound + constants[1]),
                        constants[extra + models.indexOf(step.profile())]));
        Map<String, Estimate> extras = new TreeMap<>();
        for (int i = 0; i < models.size(); i++) {
            extras.put(models.get(i), fitted.estimate(extra + i, 0));
        }
        CallConstants constants = new CallConstants(
                pattern,
                steps.size(),
                workers,
                fitted.estimate(0, 0),
                rounds ? fitted.estimate(2, 0) : Estimate.ZERO,
                fitted.estimate(1, bound).inverted(),
                fitted.worst());
        return link(name, 1, Optional.empty(), constants, extras);
    }

    /** A link between nodes. */
    private ClusterLink between(String name, List<MeasuredStep> steps, ClusterLink node) {
        Pattern pattern = steps.get(0).exchange();
        boolean servers = pattern == Pattern.SERVERS;
        CallConstants inside = node.constants(pattern.kind());
        double bound = Byte.SIZE / steps.get(0).rate();
        double call = servers ? 0 : inside.call().value();
        Fitted fitted = fit(
                steps,
                new double[] {servers ? SOME_CALL : SOME_ROUND, SOME_PER_BYTE},
                constants -> step -> seconds(
                        step,
                        servers ? constants[0] : call + pattern.rounds(step.workers()) * constants[0],
                        pattern.share(step.workers()) * (bound + constants[1]),
                        extra(node, step.profile())));
        List<Integer> workers = Stream.concat(workers(steps).stream(), inside.workers().stream())
                .distinct()
                .sorted()
                .toList();
        CallConstants constants = new CallConstants(
                pattern,
                steps.size(),
                workers,
                servers ? fitted.estimate(0, 0) : inside.call(),
                servers ? Estimate.ZERO : fitted.estimate(0, 0),
                fitted.estimate(1, bound).inverted(),
                fitted.worst());
        int perNode = inside.workers().get(inside.workers().size() - 1);
        return link(name, perNode, Optional.of(node.name()), constants, node.extras());
    }

    private static ClusterLink link(
            String name, int perNode, Optional<String> node, CallConstants constants, Map<String, Estimate> extras) {
        Map<Pattern, CallConstants> calls = new EnumMap<>(Pattern.class);
        calls.put(constants.pattern(), constants);
        return new ClusterLink(name, perNode, node, calls, extras);
    }

    private static double extra(ClusterLink node, String profile) {
        Estimate extra = node.extras().get(profile);
        if (extra == null) {
            throw new IllegalArgumentException("link " + node.name() + " has no step of " + profile);
        }
        return extra.value();
    }

    private static List<Integer> workers(List<MeasuredStep> steps) {
        return steps.stream().map(MeasuredStep::workers).distinct().sorted().toList();
    }

    /** The modelled duration of a step with an exchange that is a straight line in its bytes. */
    private double seconds(MeasuredStep step, double start, double perByte, double extra) {
        Algorithm line =
                new Algorithm("fitted", (bytes, network) -> start + bytes * perByte, (bytes, network) -> bytes);
        Network network = Network.of(new Link(0, 1), step.workers()); // the exchange knows its own times
        return seconds(step, network, new Collectives(line), extra);
    }

    private double seconds(MeasuredStep step, Network network, CallTimes times, double extra) {
        Profile model = profiles.computeIfAbsent(
                step.profile() + " " + step.aloneSeconds(),
                key -> step.aloneSeconds() == 0
                        ? Profiles.parse(step.profile())
                        : Profiles.generated(step.profile().toLowerCase(Locale.ROOT), step.aloneSeconds()));
        Step whole = new Step(model.withExtra(extra), new Dense(Float.BYTES), network, times);
        return Schedule.parse(step.schedule()).timeline(whole).secondsPerStep();
    }

    /**
     * The duration that a cluster predicts for a step.
     *
     * @throws IllegalArgumentException if the cluster has no such link
     */
    public double predict(Cluster cluster, MeasuredStep step) {
        Interconnect group = cluster.source(Optional.of(step.link())).between(step.workers(), Collectives.usual());
        ClusterLink link = cluster.link(Optional.of(step.link()));
        Estimate extra = link.extras().getOrDefault(step.profile(), Estimate.ZERO);
        return seconds(step, group.network(), group.times(), extra.at(Point.VALUE));
    }

    /** The result of a search. */
    private record Fitted(double[] start, double[] constants, double[] errors, double worst) {
        /** A constant that was searched for as its rest above {@code bound}. */
        Estimate estimate(int index, double bound) {
            double rest = constants[index];
            boolean atBound = rest < NEARLY * (bound > 0 ? bound : start[index]);
            return Estimate.of(bound + (atBound ? 0 : rest), errors[index], bound, atBound);
        }
    }

    /** Seconds of a step with some constants. */
    private interface Model {
        ToDoubleFunction<MeasuredStep> with(double[] constants);
    }

    private static Fitted fit(List<MeasuredStep> steps, double[] start, Model model) {
        if (steps.size() < start.length) {
            throw new IllegalArgumentException("link " + steps.get(0).link() + ": " + steps.size()
                    + " steps do not determine " + start.length + " constants");
        }
        double[] constants = search(steps, start, model);
        List<double[]> without = new ArrayList<>();
        for (int i = 0; i < steps.size() && steps.size() > start.length; i++) {
            List<MeasuredStep> others = new ArrayList<>(steps);
            others.remove(i);
            without.add(search(others, constants, model));
        }
        double[] errors = new double[start.length];
        for (int k = 0; k < start.length && !without.isEmpty(); k++) {
            errors[k] = RelativeFit.jackknife(without.toArray(double[][]::new), k);
        }
        double worst = steps.stream()
                .mapToDouble(step -> Math.abs(model.with(constants).applyAsDouble(step) / step.seconds() - 1))
                .max()
                .orElse(0);
        return new Fitted(start, constants, errors, worst);
    }

    private static double[] search(List<MeasuredStep> steps, double[] start, Model model) {
        LeastSquares search = new LeastSquares(tried -> {
            ToDoubleFunction<MeasuredStep> seconds = model.with(tried);
            return steps.stream()
                    .mapToDouble(step -> StrictMath.log(seconds.applyAsDouble(step) / step.seconds()))
                    .toArray();
        });
        return search.fit(start);
    }
}
