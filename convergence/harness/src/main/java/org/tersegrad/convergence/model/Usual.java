package org.tersegrad.convergence.model;

import java.util.List;
import java.util.Optional;

/**
 * The way a model is usually trained: what a comparison does where it is not told otherwise.
 *
 * @param optimizer its name
 * @param rate the learning rate to try first, with momentum
 * @param schedule of the rate, as text
 * @param weightDecay 0 or more
 * @param batch examples of one worker's gradient
 * @param epochs how many
 * @param epochSteps of an epoch, if not those of a pass over all examples
 * @param seeds how many runs of each recipe
 * @param recipes to compare
 */
public record Usual(
        String optimizer,
        float rate,
        String schedule,
        float weightDecay,
        int batch,
        int epochs,
        Optional<Integer> epochSteps,
        int seeds,
        List<String> recipes) {
    /**
     * Small models: SGD, and the family as a group of eight uses it: pairs with and without error feedback, and two shots where gathering is
     * pointless.
     */
    public static final Usual SMALL = new Usual(
            "sgd",
            0.1f,
            "constant",
            0,
            16,
            30,
            Optional.empty(),
            5,
            List.of(
                    "dense",
                    "bf16",
                    "topk(0.001)+ef",
                    "topk(0.001)",
                    "sign+ef+twoshot",
                    "sign+twoshot",
                    "powersgd(1)+ef",
                    "powersgd(1)",
                    "qsgd(4bit)+twoshot",
                    "terngrad+sharedscale",
                    "vote",
                    "dlion(vote)"));

    /** Transformers: 500 steps of AdamW, gradients and model differences. */
    static final Usual TRANSFORMER = new Usual(
            "adam(beta2=0.99)",
            0.003f,
            "cosine(warmup=1)",
            0.1f,
            6,
            20,
            Optional.of(25),
            1,
            List.of(
                    "dense",
                    "int8+twoshot",
                    "eden(4)+twoshot",
                    "topk(0.01)+ef",
                    "powersgd(2)+ef",
                    "dense@diloco(30)",
                    // SparseLoCo
                    "topk(k=64,values=bits2)+chunked(4096)+ef(decay=0.95)@diloco(30,rate=1,momentum=0)",
                    // MuLoCo with 2 bits
                    "*norm*: dense; embedding*: dense; position*: dense; output*: dense; *: fourmeans+ef(decay=0.9)+twoshot@diloco(30)@muon@0.02"));

    /** Residual networks on images. */
    static final Usual RESIDUAL = new Usual(
            "sgd",
            0.1f,
            "cosine(warmup=1)",
            5e-4f,
            16,
            10,
            Optional.of(39),
            1,
            List.of("dense", "int8+twoshot", "topk(0.01)+ef", "powersgd(2)+ef", "sign+ef+twoshot"));

    public Usual {
        recipes = List.copyOf(recipes);
    }

    /** The same with this learning rate. */
    Usual withRate(float other) {
        return new Usual(optimizer, other, schedule, weightDecay, batch, epochs, epochSteps, seeds, recipes);
    }
}
