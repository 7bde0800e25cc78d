package org.tersegrad.reducers.sync;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.internal.Shuffle;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * Gossip: after each local step a worker exchanges models with its neighbours only. Models are never the same; they come closer with
 * every exchange, and their mean stays.
 *
 * <pre>
 *   x_i = x_i − local step;   x_i = mean of x_j over itself and its neighbours
 *   with a compressor C:   q_i = C(x_i − y_i);   y_j += q_j on all neighbours of j;   x_i += gamma (mean of y_j − y_i)
 * </pre>
 *
 * <p>The first is D-PSGD (X. Lian and others, 2017), the second CHOCO-SGD (A. Koloskova, S. Stich, M. Jaggi, 2019): y_i is what
 * neighbours know of x_i, so what was not sent is still in the difference, and the compressor needs no error feedback.
 *
 * @param graph the neighbours of each worker
 * @param gamma how far a worker goes towards its neighbours, above 0 to 1; for tensors that are compressed
 */
public record Gossip(Graph graph, float gamma) implements Synchronization {
    /** For Top-k with 1 % of the elements; coarse compressors need less, fine ones more. */
    private static final float USUAL_GAMMA = 0.1f;

    /** The topology: each worker's neighbours. */
    public enum Graph {
        /** The ones before and after. */
        RING,
        /** All others. */
        COMPLETE,
        /** Another one in every step, drawn at random; with an odd number of workers one stays alone. */
        MATCHING
    }

    public Gossip {
        if (!(gamma > 0 && gamma <= 1)) {
            throw new IllegalArgumentException("gamma is above 0 and at most 1, this is " + gamma);
        }
    }

    /** Gossip with the usual gamma, for dense exchanges and Top-k. */
    public static Gossip on(Graph graph) {
        return new Gossip(graph, USUAL_GAMMA);
    }

    /** The same with another gamma. */
    public Gossip withGamma(float other) {
        return new Gossip(graph, other);
    }

    /**
     * Begins a training of one worker.
     *
     * @param policy dense for tensors that are sent as they are, or a compressor without a residual; the same on all workers
     * @param tensors of the model, the same on all workers
     * @param seed the same on all workers
     * @throws IllegalArgumentException if the policy has another reducer, or no rule for a tensor
     */
    public Agreement start(Policy policy, List<NamedTensor> tensors, Seed seed, Collective group) {
        return new GossipAgreement(this, policy, tensors, seed, group);
    }

    static List<RecipeEntry<Synchronization>> forms() {
        return List.of(RecipeEntry.first(
                Synchronization.class,
                "gossip(ring)",
                "models are averaged with neighbours in every step",
                a -> new Gossip(a.asChoice("graph", Graph.class), a.asFloat("gamma", USUAL_GAMMA)),
                new Parameter("graph", "ring, complete or matching"),
                new Parameter("gamma", "how far towards the neighbours, for compressors; 0.1 if not given")));
    }

    /**
     * A worker and its neighbours, ascending. All have the same share on average.
     *
     * @param seed of all workers and steps
     */
    public int[] around(int rank, int workers, long step, Seed seed) {
        return switch (graph) {
            case COMPLETE -> ascending(workers, all -> all);
            case RING -> ascending(3, place -> Math.floorMod(rank + place - 1, workers));
            case MATCHING -> {
                int[] order = Shuffle.of(workers, seed.fork(step));
                int mine = 0;
                while (order[mine] != rank) {
                    mine++;
                }
                int partner = mine ^ 1;
                yield partner < workers ? ascending(2, i -> i == 0 ? rank : order[partner]) : new int[] {rank};
            }
        };
    }

    private static int[] ascending(int count, IntUnaryOperator rank) {
        int[] ranks = new int[count];
        Arrays.setAll(ranks, rank);
        return Arrays.stream(ranks).distinct().sorted().toArray();
    }

    @Override
    public String toString() {
        return "gossip(" + graph.name().toLowerCase(Locale.ROOT)
                + (gamma == USUAL_GAMMA ? "" : ",gamma=" + Numbers.plain(gamma)) + ")";
    }
}
