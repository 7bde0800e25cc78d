package org.tersegrad.convergence.time.payoff;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Costs;
import org.tersegrad.convergence.time.Dense;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.schedules.BreakEven;
import org.tersegrad.convergence.time.schedules.NoOverlap;
import org.tersegrad.convergence.time.schedules.Schedule;
import org.tersegrad.convergence.time.schedules.Step;
import org.tersegrad.reducers.model.Policy;

/**
 * Recipes beside floats of 32 and of 16 bits, in groups of different sizes.
 *
 * @param profile of the model
 * @param network whose number of workers does not matter
 * @param workers the sizes of groups
 * @param recipes beside the two kinds of floats
 * @param book what recipes cost
 */
public record PayoffStudy(
        Profile profile, Network network, List<Integer> workers, List<Policy> recipes, RecipeBook book) {
    /** Floats as they are. */
    public static final Costs DENSE = new Dense(Float.BYTES);
    /** The baseline of data centres without any compressor: 16-bit floats. The time of converting them is not counted. */
    public static final Costs HALF = new Dense(Short.BYTES);

    private static final FastestOf OVERLAPPED = FastestOf.usual();

    public PayoffStudy {
        workers = List.copyOf(workers);
        recipes = List.copyOf(recipes);
    }

    /**
     * The fastest way at one bandwidth.
     *
     * @param bandwidth bits a second
     * @param workers in the group
     * @param winner a recipe, or one of the two kinds of floats
     * @param seconds of its step
     * @param speedup how many times as fast as floats of 32 bits, all with the fastest usual schedule
     */
    public record Cell(double bandwidth, int workers, String winner, double seconds, double speedup) {}

    /** For each group first the floats, then the recipes in their order. */
    public List<Payoff> payoffs() {
        book.measure(recipes, profile.tensors());
        List<Step> steps = new ArrayList<>();
        for (int count : workers) {
            contenders(count).forEach(costs -> steps.add(step(costs, network.withWorkers(count))));
        }
        return steps.parallelStream() // each has thousands of timelines, from costs that do not change
                .map(step -> payoff(step, step.with(DENSE)))
                .toList();
    }

    private List<Costs> contenders(int count) {
        List<Costs> contenders = new ArrayList<>(List.of(DENSE, HALF));
        for (Policy recipe : recipes) {
            Costs costs = book.costs(recipe, count);
            profile.tensors().forEach(costs::of); // by one thread, before others ask
            contenders.add(costs);
        }
        return contenders;
    }

    private Step step(Costs costs, Network group) {
        return new Step(profile, costs, group, Collectives.usual());
    }

    private Payoff payoff(Step step, Step dense) {
        Cost all = step.cost(profile.tensors());
        Schedule fastest = OVERLAPPED.of(step);
        Schedule plain = new NoOverlap();
        boolean itself = step.costs().equals(DENSE);
        return new Payoff(
                step.costs().toString(),
                step.network().workers(),
                plain.timeline(step).secondsPerStep(),
                fastest.timeline(step).secondsPerStep(),
                fastest.toString(),
                all.encodeSeconds(),
                step.collectives().seconds(all, step.network()),
                all.addSeconds(),
                step.collectives().sent(all, step.network()),
                itself ? Double.NaN : BreakEven.bandwidth(step, plain, dense, plain),
                itself ? Double.NaN : BreakEven.bandwidth(step, OVERLAPPED, dense, OVERLAPPED));
    }

    /** The fastest way at each bandwidth in each group, bandwidth by bandwidth. */
    public List<Cell> grid(List<Double> bandwidths) {
        List<List<Costs>> contenders = workers.stream().map(this::contenders).toList();
        return bandwidths.parallelStream()
                .flatMap(bandwidth -> IntStream.range(0, workers.size())
                        .mapToObj(group -> cell(bandwidth, workers.get(group), contenders.get(group))))
                .toList();
    }

    private Cell cell(double bandwidth, int count, List<Costs> contenders) {
        Network group = network.withWorkers(count).withBandwidth(bandwidth);
        double dense = OVERLAPPED.timeline(step(DENSE, group)).secondsPerStep();
        String winner = DENSE.toString();
        double least = dense;
        for (Costs costs : contenders) {
            double seconds = OVERLAPPED.timeline(step(costs, group)).secondsPerStep();
            if (seconds < least) {
                least = seconds;
                winner = costs.toString();
            }
        }
        return new Cell(bandwidth, count, winner, least, dense / least);
    }
}
