package org.tersegrad.reducers.sync;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.internal.Shuffle;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * Gossip: after each local step a worker exchanges models with its neighbours only. Models are never the same; they come closer with
 * every exchange, and their mean stays.
 *
 * <pre>{@code
 * Agreement agreement = Gossip.on(Gossip.Graph.RING).start(Policy.parse("dense"), tensors, seed, group);
 * for (...) {
 *     trainLocally(model); // a step of your optimizer
 *     agreement.afterStep(model);
 * }
 * }</pre>
 *
 * <pre>
 *   x_i = x_i − local step;   x_i = mean of x_j over itself and its neighbours
 *   with a compressor C:   q_i = C(x_i − y_i);   y_j += q_j on all neighbours of j;   x_i += gamma (mean of y_j − y_i)
 * </pre>
 *
 * <p>The first is D-PSGD (X. Lian and others, 2017), the second CHOCO-SGD (A. Koloskova, S. Stich, M. Jaggi, 2019): y_i is what
 * neighbours know of x_i, so what was not sent is still in the difference, and the compressor needs no error feedback.
 *
 * <p>If gamma is too large for a compressor, models drift apart. The theorem's gamma is far smaller than needed. Here it is the share of
 * a random vector that a message has, 1 − |C(x) − x|² / |x|² on average, measured for each tensor before training: the lesser of Gaussian and
 * uniform elements, since Top-k leaves what is neither. That is 1 for int8, 0.6 for signs, 0.27 for {@code topk(0.1)} and 0.03 for
 * {@code topk(0.01)}. A compressor with an error above |x|², as TernGrad, is rejected, unless gamma is given.
 *
 * @param graph the neighbours of each worker
 * @param gamma how far a worker goes towards its neighbours, above 0 to 1, for tensors that are compressed; 0 to measure it
 */
public record Gossip(Graph graph, float gamma) implements Synchronization {
    private static final float MEASURED = 0;
    /** Elements of the random vectors, all together, from which gamma is found, unless one of a tensor is longer. */
    private static final int MEASURED_ELEMENTS = 1 << 14;

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
        if (!(gamma >= 0 && gamma <= 1)) {
            throw new IllegalArgumentException("gamma is above 0 and at most 1, or 0 to measure it, this is " + gamma);
        }
        gamma += 0f; // −0 becomes 0
    }

    /** Gossip with a gamma for each compressor. */
    public static Gossip on(Graph graph) {
        return new Gossip(graph, MEASURED);
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
     * @throws IllegalArgumentException as {@link #check}
     */
    public Agreement start(Policy policy, List<NamedTensor> tensors, Seed seed, Collective group) {
        return new GossipAgreement(this, policy, tensors, seed, group);
    }

    /**
     * Rejects what {@link #start} would reject.
     *
     * @throws IllegalArgumentException if the policy has another reducer, no rule for a tensor, or a compressor with too large an error
     */
    public void check(Policy policy, List<NamedTensor> tensors) {
        for (NamedTensor tensor : tensors) {
            compressor(policy.reducer(tensor)).ifPresent(each -> gamma(each, tensor.shape()));
        }
    }

    /** The compressor of a tensor; empty if the tensor is sent as it is. */
    Optional<Compressor> compressor(Reducer reducer) {
        if (reducer instanceof AllReduce) {
            return Optional.empty();
        }
        if (reducer instanceof Gather gather
                && !gather.compressor().traits(Traits.ANY_SHAPE).remembers()) {
            if (graph == Graph.MATCHING) {
                throw new IllegalArgumentException(
                        this + " is for dense: with " + reducer + " each worker would have to follow all others");
            }
            return Optional.of(gather.compressor());
        }
        throw new IllegalArgumentException("gossip sends models to neighbours, dense or with a compressor that has no"
                + " residual, as topk(0.01), and not with " + reducer);
    }

    /** The gamma for a compressor and a shape, if none is given the same for every call. */
    float gamma(Compressor compressor, Shape shape) {
        if (gamma != MEASURED || shape.size() == 0) {
            return gamma;
        }
        double share = Math.min(share(compressor, shape, true), share(compressor, shape, false));
        if (!(share > 0)) {
            throw new IllegalArgumentException(this + " with " + compressor + ": the error of a message is "
                    + Math.round(100 * (1 - share)) + " % of what it should tell, more than all, so models would drift"
                    + " apart; take a compressor with a smaller error, as topk(0.01) or int8, or give a small gamma");
        }
        return (float) Math.min(1, share);
    }

    /** The mean of 1 − |C(x) − x|² / |x|² for some random x. */
    private static double share(Compressor compressor, Shape shape, boolean gaussian) {
        Encoder encoder = compressor.encoder(shape, Seed.of(0));
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        FloatSlice decoded = FloatSlice.of(new float[shape.size()]);
        int vectors = Math.max(1, MEASURED_ELEMENTS / shape.size());
        double error = 0;
        for (int vector = 0; vector < vectors; vector++) {
            float[] x = CounterRandom.gaussians(shape.size(), vector);
            double squares = 0;
            for (int i = 0; i < x.length; i++) {
                x[i] = gaussian ? x[i] : CounterRandom.word(vector, i) * 0x1p-31f;
                squares += (double) x[i] * x[i];
            }
            encoder.encode(FloatSlice.of(x), payload);
            Arrays.fill(decoded.array(), 0f);
            payload.addTo(decoded, 1f);
            double rest = 0;
            for (int i = 0; i < x.length; i++) {
                double difference = (double) decoded.array()[i] - x[i];
                rest += difference * difference;
            }
            error += squares == 0 ? 0 : rest / squares;
        }
        return 1 - error / vectors;
    }

    static List<RecipeEntry<Synchronization>> forms() {
        return List.of(RecipeEntry.first(
                Synchronization.class,
                "gossip(ring)",
                "models are averaged with neighbours in every step",
                a -> new Gossip(a.asChoice("graph", Graph.class), a.asFloat("gamma", MEASURED)),
                new Parameter("graph", "ring, complete or matching"),
                new Parameter("gamma", "how far towards the neighbours, for compressors; measured if not given")));
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
                + (gamma == MEASURED ? "" : ",gamma=" + Numbers.plain(gamma)) + ")";
    }
}
