package org.tersegrad.convergence.time.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeReader;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.ProfileTensor;

/**
 * A transformer in 16 bits, as in {@code transformer(l=48,h=8192,b=4)}: what one micro-batch computes, and which tensors it has.
 *
 * <p>Work is counted, not measured: products by their operations and the bytes of their matrices, and normalisations, dropouts,
 * activation functions and soft-maxes by the bytes that they move. A head has 128 features.
 *
 * @param layers as in {@code l}
 * @param hidden features of a token
 * @param sequence tokens of an example
 * @param vocabulary tokens there are
 * @param batch examples of a micro-batch
 * @param recompute which activations the backward pass computes again
 * @param sequenceParallel whether the devices of a layer share its normalisations and dropouts, too
 * @param mixture the experts of a layer
 */
public record Transformer(
        int layers,
        int hidden,
        int sequence,
        int vocabulary,
        int batch,
        Recompute recompute,
        boolean sequenceParallel,
        Mixture mixture) {
    private static final int MOST = 1 << 24;
    private static final int SEQUENCE = 2048;
    private static final int VOCABULARY = 51_200;
    private static final int MOST_LAYERS = 10_000;
    private static final int HEAD = 128;
    private static final int WIDE = 4;

    /** Activations that the backward pass computes again. */
    public enum Recompute {
        /** None: all are kept. */
        NONE,
        /** Those of the attention's soft-max, which are large and cheap. */
        SELECTIVE,
        /** All but the input of each layer. */
        FULL
    }

    /**
     * The experts in place of a layer's second half.
     *
     * @param count of them; 1 if there are none
     * @param top experts that a token is sent to
     * @param capacity tokens that an expert takes, as a share of the mean
     */
    public record Mixture(int count, int top, double capacity) {
        private static final int MOST_EXPERTS = 4096;

        /** A dense layer. */
        public static final Mixture NONE = new Mixture(1, 1, 1);

        public Mixture {
            if (count > MOST_EXPERTS) {
                throw new IllegalArgumentException("experts are 1 to " + MOST_EXPERTS + ", not " + count);
            }
            if (count < 1 || top < 1 || top > count) {
                throw new IllegalArgumentException("a token goes to 1 to " + count + " experts, topk, not " + top);
            }
            if (!(capacity > 0 && capacity <= count)) {
                throw new IllegalArgumentException("capacity is above 0 and at most " + count + ", not " + capacity);
            }
        }

        double copies() {
            return top * capacity;
        }
    }

    private static final List<RecipeEntry<Transformer>> ENTRIES = List.of(RecipeEntry.first(
            Transformer.class,
            "transformer(l=48,h=8192)",
            "counted by shape",
            Transformer::of,
            new Parameter("l", "layers"),
            new Parameter("h", "features of a token"),
            new Parameter("s", "tokens of an example"),
            new Parameter("v", "tokens there are"),
            new Parameter("b", "examples of a micro-batch"),
            new Parameter("recompute", "none, selective or full"),
            new Parameter("sp", "whether normalisations are shared, too"),
            new Parameter("experts", "of a layer"),
            new Parameter("topk", "experts of a token"),
            new Parameter("capacity", "of an expert, times the mean")));

    public Transformer {
        require("l", layers, MOST_LAYERS);
        require("h", hidden, MOST);
        require("s", sequence, MOST);
        require("v", vocabulary, MOST);
        require("b", batch, MOST);
    }

    private static void require(String key, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(key + " is 1 to " + most + ", not " + value);
        }
    }

    private static Transformer of(RecipeArguments a) {
        int experts = a.asInt("experts", 1);
        return new Transformer(
                a.asInt("l"),
                a.asInt("h"),
                a.asInt("s", SEQUENCE),
                a.asInt("v", VOCABULARY),
                a.asInt("b", 1),
                a.asChoice("recompute", Recompute.FULL),
                a.asBoolean("sp", false),
                new Mixture(experts, a.asInt("topk", usualTop(experts)), a.asDouble("capacity", 1)));
    }

    /**
     * The transformer that a text stands for.
     *
     * @throws IllegalArgumentException if it stands for none; the message names the part that is wrong
     */
    public static Transformer parse(String text) {
        return RecipeReader.call("transformer", text, Transformer.class, ENTRIES);
    }

    /** Whether a text is meant to be one. */
    public static boolean isMeantBy(String text) {
        return text.strip().startsWith("transformer");
    }

    /** A dense one with recomputation, as in published tables. */
    public static Transformer of(int layers, int hidden, int batch, Recompute recompute, boolean sequenceParallel) {
        return new Transformer(layers, hidden, SEQUENCE, VOCABULARY, batch, recompute, sequenceParallel, Mixture.NONE);
    }

    /** The same with other recomputation. */
    public Transformer with(Recompute other) {
        return new Transformer(layers, hidden, sequence, vocabulary, batch, other, sequenceParallel, mixture);
    }

    /** Tokens of a micro-batch. */
    double tokens() {
        return (double) batch * sequence;
    }

    /** The bytes of a micro-batch's activations between two layers: 2 b s h. */
    public double activationBytes() {
        return Work.HALF * tokens() * hidden;
    }

    /** The forward pass of a layer on one of t devices that share it. */
    Work forward(int t, int expertDevices) {
        double shared = tokens() * hidden;
        double rows = tokens() * mixture.copies();
        double owned = (double) mixture.count() / expertDevices;
        double wide = (double) WIDE * hidden / t;
        return Work.product(tokens(), hidden, 3.0 * hidden / t)
                .plus(attention(t))
                .plus(Work.product(tokens(), (double) hidden / t, hidden))
                .plus(Work.product(rows / owned, hidden, wide).times(owned))
                .plus(Work.product(rows / owned, wide, hidden).times(owned))
                // Two normalisations read and write; two dropouts read two inputs and write one and a mask.
                .plus(Work.traffic(shared * 22 / (sequenceParallel ? t : 1)))
                // An activation function reads and writes four times as many features.
                .plus(Work.traffic(shared * mixture.copies() * 16 / t));
    }

    /** Scores and weighted sums of all pairs of tokens, with soft-max and dropout between them. */
    private Work attention(int t) {
        double heads = Math.max(1, (double) hidden / HEAD);
        double each = hidden / heads;
        double pairs = tokens() * sequence * heads / t;
        return Work.product(sequence, each, sequence)
                .plus(Work.product(sequence, sequence, each))
                .times(batch * heads / t)
                .plus(Work.traffic(9 * pairs));
    }

    /** The backward pass of a layer: two products for each, and what is computed again. */
    Work backward(int t, int expertDevices) {
        Work forward = forward(t, expertDevices);
        double shared = tokens() * hidden;
        double heads = Math.max(1, (double) hidden / HEAD);
        double pairs = tokens() * sequence * heads / t;
        double normal = shared * 22 / (sequenceParallel ? t : 1);
        double wide = shared * mixture.copies() * 16 / t;
        Work products = forward.plus(Work.traffic(-normal - wide - 9 * pairs)).times(2);
        Work gradients = products.plus(Work.traffic(normal + 1.5 * wide + 11 * pairs));
        return switch (recompute) {
            case NONE -> gradients;
            case SELECTIVE -> gradients.plus(attention(t));
            case FULL -> gradients.plus(forward);
        };
    }

    /** The products with the words' matrix after the last layer, forwards. */
    Work logits(int t) {
        return Work.product(tokens(), hidden, (double) vocabulary / t);
    }

    /**
     * Operations of B examples as published tables count them: 96 B s l h^2 (1 + s/(6 h) + V/(16 l h)) with full recomputation, else 72 B s l
     * h^2 (1 + s/(6 h) + V/(12 l h)). Experts make two thirds of a layer's products as often as tokens are copied.
     */
    public double operations(double examples) {
        double layer = (double) hidden * hidden * layers * sequence * examples;
        double products = (1 + 2 * mixture.copies()) / 3 + sequence / (6.0 * hidden);
        double words = (double) vocabulary / layers / hidden;
        return recompute == Recompute.FULL
                ? 96 * layer * (products + words / 16)
                : 72 * layer * (products + words / 12);
    }

    /** All parameters of the whole model. */
    public double parameters() {
        double half = 8.0 * hidden * hidden * mixture.count();
        double vectors = (8 + 5.0 * mixture.count()) * hidden;
        return layers * (4.0 * hidden * hidden + half + vectors) + ((double) vocabulary + sequence) * hidden;
    }

    /**
     * The tensors of one device that all replicas have: those of {@code count} layers, and the matrix of words.
     *
     * @param t devices that share a layer
     */
    List<ProfileTensor> shared(int count, boolean words, int t) {
        List<ProfileTensor> tensors = new ArrayList<>();
        if (words) {
            tensors.add(matrix("words", ceil(vocabulary + sequence, t), hidden));
        }
        for (int i = 0; i < count; i++) {
            tensors.add(matrix("layer" + i + ".qkv", ceil(3 * hidden, t), hidden));
            tensors.add(matrix("layer" + i + ".attention", hidden, ceil(hidden, t)));
            tensors.add(vector("layer" + i + ".vectors", 5 * hidden + ceil(3 * hidden, t)));
            if (mixture.count() == 1) {
                tensors.addAll(wide("layer" + i, t));
            }
        }
        return tensors;
    }

    /** The tensors of one device's experts. */
    List<ProfileTensor> experts(int count, int t, int expertDevices) {
        List<ProfileTensor> tensors = new ArrayList<>();
        for (int i = 0; mixture.count() > 1 && i < count; i++) {
            for (int expert = 0; expert < ceil(mixture.count(), expertDevices); expert++) {
                tensors.addAll(wide("layer" + i + ".expert" + expert, t));
            }
        }
        return tensors;
    }

    private List<ProfileTensor> wide(String name, int t) {
        int width = ceil(WIDE * hidden, t);
        return List.of(
                matrix(name + ".up", width, hidden),
                matrix(name + ".down", hidden, width),
                vector(name + ".biases", width + hidden));
    }

    private static ProfileTensor matrix(String name, int rows, int columns) {
        return new ProfileTensor(name, new Shape(rows, columns), 0);
    }

    private static ProfileTensor vector(String name, int length) {
        return new ProfileTensor(name, Shape.vector(length), 0);
    }

    private static int ceil(int whole, int parts) {
        return (whole + parts - 1) / parts;
    }

    /** The text, without what is usual. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("transformer(l=" + layers + ",h=" + hidden);
        append(text, "s", sequence, SEQUENCE);
        append(text, "v", vocabulary, VOCABULARY);
        append(text, "b", batch, 1);
        append(text, "recompute", recompute.name().toLowerCase(Locale.ROOT), "full");
        append(text, "sp", sequenceParallel, false);
        append(text, "experts", mixture.count(), 1);
        append(text, "topk", mixture.top(), usualTop(mixture.count()));
        append(text, "capacity", mixture.capacity(), 1.0);
        return text.append(')').toString();
    }

    private static void append(StringBuilder text, String key, Object value, Object usual) {
        if (!value.equals(usual)) {
            text.append(',').append(key).append('=').append(value);
        }
    }

    private static int usualTop(int experts) {
        return experts > 1 ? 2 : 1;
    }
}
