package org.tersegrad.convergence.time.payoff;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Traits;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Costs;
import org.tersegrad.convergence.time.Dense;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.collectives.CallTimes;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.schedules.BestMerging;
import org.tersegrad.convergence.time.schedules.BreakEven;
import org.tersegrad.convergence.time.schedules.Grouped;
import org.tersegrad.convergence.time.schedules.NoOverlap;
import org.tersegrad.convergence.time.schedules.Schedule;
import org.tersegrad.convergence.time.schedules.Step;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * Recipes beside floats of 32 and of 16 bits, in groups of different sizes. All of them
 * overlap in the groups with the shortest step.
 *
 * @param profile of the model
 * @param groups of workers, each with its network
 * @param recipes beside the two kinds of floats
 * @param book what recipes cost
 */
public record PayoffStudy(Profile profile, List<Interconnect> groups, List<Policy> recipes, RecipeBook book) {
    /** Floats as they are. */
    public static final Costs DENSE = new Dense(Float.BYTES);
    /** The baseline of data centres without any compressor: 16-bit floats. The time of converting them is not counted. */
    public static final Costs HALF = new Dense(Short.BYTES);

    private static final Grouped OVERLAPPED = new BestMerging();

    public PayoffStudy {
        groups = List.copyOf(groups);
        recipes = List.copyOf(recipes);
    }

    /**
     * The fastest way at one bandwidth.
     *
     * @param bandwidth bits a second
     * @param workers in the group
     * @param winner a recipe, or one of the two kinds of floats
     * @param seconds of its step
     * @param speedup how many times as fast as floats of 32 bits, both overlapped
     * @param basis what was measured for it, and what is assumed
     */
    public record Cell(double bandwidth, int workers, String winner, double seconds, double speedup, String basis) {}

    /** For each group first the floats, then the recipes in their order. */
    public List<Payoff> payoffs() {
        book.measure(recipes, profile.tensors());
        List<Contender> all =
                groups.stream().flatMap(group -> contenders(group).stream()).toList();
        return all.parallelStream() // each has many searches, from costs that do not change
                .map(this::payoff)
                .toList();
    }

    /** A way to average gradients in one group. */
    private record Contender(Costs costs, String gradients, Interconnect group) {}

    private List<Contender> contenders(Interconnect group) {
        List<Contender> contenders = new ArrayList<>();
        contenders.add(new Contender(DENSE, Payoff.EXACT, group));
        contenders.add(new Contender(HALF, Payoff.ROUNDED, group));
        for (Policy recipe : recipes) {
            Costs costs = book.costs(recipe, group.workers());
            profile.tensors().forEach(costs::of); // by one thread, before others ask
            contenders.add(new Contender(costs, gradients(recipe), group));
        }
        return contenders;
    }

    /** The averaged gradients of a recipe beside the mean of all: the words for the tensors that are farthest from it. */
    private String gradients(Policy recipe) {
        boolean exact = true;
        boolean unbiased = true;
        boolean remembers = false;
        for (ProfileTensor tensor : profile.tensors()) {
            Traits traits = recipe.reducer(new NamedTensor(tensor.name(), tensor.shape()))
                    .traits(tensor.shape());
            exact &= traits.guarantee().relativeError() == 0 && !traits.keepsMomentum();
            unbiased &= traits.guarantee() instanceof Guarantee.Unbiased && !traits.keepsMomentum();
            remembers |= traits.remembers();
        }
        return exact ? Payoff.EXACT : remembers ? "error feedback" : unbiased ? "unbiased" : "biased";
    }

    private Step step(Costs costs, Interconnect group) {
        return new Step(group.whole(profile), costs, group.network(), group.times());
    }

    private Payoff payoff(Contender contender) {
        Step step = step(contender.costs, contender.group);
        Step dense = step.with(DENSE);
        Cost all = step.cost(profile.tensors());
        Schedule plain = new NoOverlap();
        boolean itself = step.costs().equals(DENSE);
        return new Payoff(
                step.costs().toString(),
                contender.group.workers(),
                contender.gradients,
                plain.timeline(step).secondsPerStep(),
                OVERLAPPED.timeline(step).secondsPerStep(),
                OVERLAPPED.grouping(step).sizes().size(),
                all.encodeSeconds(),
                step.collectives().seconds(all, step.network()),
                all.addSeconds(),
                step.collectives().sent(all, step.network()),
                itself ? Double.NaN : BreakEven.bandwidth(step, plain, dense, plain),
                itself ? Double.NaN : BreakEven.bandwidth(step, OVERLAPPED, dense, OVERLAPPED));
    }

    /**
     * How many times as fast one way is as another at the ends of the intervals of a network's constants; none if they have none.
     *
     * @param way as its {@link Payoff} prints
     * @param rival likewise
     */
    public List<Double> speedups(String way, String rival, int workers) {
        List<Double> speedups = new ArrayList<>();
        for (Interconnect group : groups) {
            if (group.workers() == workers) {
                List<Contender> contenders = contenders(group);
                for (CallTimes end : group.times().ends()) {
                    speedups.add(seconds(contenders, rival, end) / seconds(contenders, way, end));
                }
            }
        }
        return speedups;
    }

    private double seconds(List<Contender> contenders, String way, CallTimes times) {
        return OVERLAPPED.timeline(step(contenders, way).with(times)).secondsPerStep();
    }

    private Step step(List<Contender> contenders, String way) {
        return contenders.stream()
                .filter(each -> each.costs.toString().equals(way))
                .findFirst()
                .map(each -> step(each.costs, each.group))
                .orElseThrow(() -> new IllegalArgumentException(way + " is not in the study"));
    }

    /**
     * The bandwidth below which one way is faster than another, both overlapped: 0 if nowhere, infinite if everywhere.
     *
     * @param way as its {@link Payoff} prints
     * @param rival likewise
     */
    public double breakEven(String way, String rival, int workers) {
        Interconnect group = groups.stream()
                .filter(each -> each.workers() == workers)
                .findFirst()
                .orElseThrow();
        List<Contender> contenders = contenders(group);
        return BreakEven.bandwidth(step(contenders, way), OVERLAPPED, step(contenders, rival), OVERLAPPED);
    }

    /** The fastest way at each bandwidth in each group, bandwidth by bandwidth. */
    public List<Cell> grid(List<Double> bandwidths) {
        List<List<Contender>> contenders = groups.stream().map(this::contenders).toList();
        return bandwidths.parallelStream()
                .flatMap(bandwidth -> IntStream.range(0, groups.size())
                        .mapToObj(group -> cell(bandwidth, groups.get(group), contenders.get(group))))
                .toList();
    }

    private Cell cell(double bandwidth, Interconnect usual, List<Contender> contenders) {
        Interconnect group = usual.withBandwidth(bandwidth);
        double dense = OVERLAPPED.timeline(step(DENSE, group)).secondsPerStep();
        String winner = DENSE.toString();
        double least = dense;
        for (Contender contender : contenders) {
            double seconds = OVERLAPPED.timeline(step(contender.costs, group)).secondsPerStep();
            if (seconds < least) {
                least = seconds;
                winner = contender.costs.toString();
            }
        }
        return new Cell(
                bandwidth,
                group.workers(),
                winner,
                least,
                dense / least,
                group.times().basis(group.network()));
    }
}
