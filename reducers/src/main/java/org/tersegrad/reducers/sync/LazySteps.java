package org.tersegrad.reducers.sync;

import java.util.List;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * Lazy aggregation: a worker whose gradient has hardly changed since it last sent one sends nothing, and its last message counts
 * once more.
 *
 * <pre>
 *   worker w:   g = gradient at the model;  g' = that of the same examples at the model of its last message
 *               silent if  |g − g'|² ≤ weight / (rate n)² · sum of |x_t+1−d − x_t−d|² for d = 1 .. window
 *               and its last message is younger than the window;  else it sends C(g)
 *   model:      one step of the optimizer along the mean of the last messages of all n workers
 * </pre>
 *
 * <p>This is LASG (T. Chen, Y. Sun, W. Yin, "LASG: Lazily Aggregated Stochastic Gradients for Communication-Efficient Distributed
 * Learning", 2020); with {@code topk(0.01)+ef} it is SASG (X. Deng and others, "SASG: Sparsification with Adaptive Stochastic Gradients for
 * Communication-Efficient Distributed Learning", 2021). It saves messages, not computing: there are two gradients a step.
 *
 * <p>The moves of the model, divided by the rate, stand for the size of its gradients. Momentum mu makes moves 1 / (1 − mu) times as long,
 * so the rate is that of an optimizer without it: divide by 1 − mu, or most workers are silent most of the time. Moves of Adam
 * or Lion say nothing about gradients: this rule is for SGD.
 *
 * @param window for how many steps the model's moves are remembered, and the age at which a message is replaced in any case; 1 or more
 * @param weight of the moves; 0 for workers that are never silent while their gradients change
 */
public record LazySteps(int window, float weight) implements Synchronization {
    /** The weight in the experiments with LAG, of which LASG is the stochastic form. */
    private static final float USUAL_WEIGHT = 0.1f;

    public LazySteps {
        if (window < 1) {
            throw new IllegalArgumentException("a window has 1 step or more, not " + window);
        }
        if (!(weight >= 0 && weight < Float.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a weight is 0 or more, this is " + weight);
        }
    }

    /** Lazy steps with the weight of the experiments with LAG. */
    public static LazySteps of(int window) {
        return new LazySteps(window, USUAL_WEIGHT);
    }

    /**
     * Begins a training of one worker in a group without a server.
     *
     * @param policy dense or a compressor for each tensor, the same on all workers
     * @param tensors of the model, the same on all workers
     * @param seed the same on all workers
     */
    public LazyGradients start(Policy policy, List<NamedTensor> tensors, Seed seed, Collective group) {
        return new LazyGradients(this, policy, tensors, seed, group);
    }

    /** A worker that has a server. */
    public LazyWorker worker(Uplink up) {
        return new LazyWorker(this, up);
    }

    /** A server of this many workers. */
    public LazyServer server(ServerLinks links, int workers) {
        return new LazyServer(this, links, workers);
    }

    static List<RecipeEntry<Synchronization>> forms() {
        return List.of(RecipeEntry.first(
                Synchronization.class,
                "lazy(10)",
                "workers whose gradients have hardly changed are silent",
                a -> new LazySteps(a.asInt("window"), a.asFloat("weight", USUAL_WEIGHT)),
                new Parameter("window", "steps after which a worker sends in any case"),
                new Parameter("weight", "of the model's moves; 0.1 if not given")));
    }

    @Override
    public String toString() {
        return "lazy(" + window + (weight == USUAL_WEIGHT ? "" : ",weight=" + Numbers.plain(weight)) + ")";
    }
}
