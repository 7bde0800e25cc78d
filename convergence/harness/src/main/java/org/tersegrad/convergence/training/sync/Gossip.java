package org.tersegrad.convergence.training.sync;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.convergence.internal.Shuffle;

/**
 * Workers take steps of their own, and after each of them talk to their neighbours only. Models never are the same; they come
 * closer with every exchange.
 *
 * <pre>
 *   x_i = x_i − step of its own;   x_i = mean of x_j over itself and its neighbours
 *   with a compressor C:   q_i = C(x_i − y_i);   y_j += q_j on all neighbours of j;   x_i += gamma (mean of y_j − y_i)
 * </pre>
 *
 * <p>The first is D-PSGD (X. Lian and others, 2017), the second CHOCO-SGD (A. Koloskova, S. Stich, M. Jaggi, 2019): y_i is what
 * neighbours know of x_i, so what was not sent is still in the difference, and the recipe needs no error feedback.
 *
 * @param graph who is whose neighbour
 * @param gamma how far a worker goes towards its neighbours, above 0 to 1; for recipes that compress
 */
public record Gossip(Graph graph, float gamma) implements Synchronization {
    /** Of top-k with 1 % of the elements; coarse compressors want less, fine ones more. */
    private static final float USUAL_GAMMA = 0.1f;

    /** Who talks to whom. */
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

    static Gossip parse(RecipeArguments a) {
        return new Gossip(a.asChoice("graph", Graph.class), a.asFloat("gamma", USUAL_GAMMA));
    }

    /**
     * A worker and its neighbours, ascending. All have the same share in the mean.
     *
     * @param seed of all workers and steps
     */
    public int[] around(int rank, int workers, int step, Seed seed) {
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
