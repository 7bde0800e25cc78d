package org.tersegrad.convergence.model;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.data.Text;
import org.tersegrad.convergence.model.layers.Attention;
import org.tersegrad.convergence.model.layers.DenseLayer;
import org.tersegrad.convergence.model.layers.Embedding;
import org.tersegrad.convergence.model.layers.Gelu;
import org.tersegrad.convergence.model.layers.Layer;
import org.tersegrad.convergence.model.layers.LayerNorm;
import org.tersegrad.convergence.model.layers.MatrixProduct;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.convergence.model.layers.Residual;
import org.tersegrad.convergence.model.layers.Tensors;

/**
 * A transformer that predicts the next symbol of a text: a decoder as in GPT-2 (A. Radford et al., 2019), without biases and dropout.
 *
 * <pre>
 *   h = embedding[symbol] + position[t]
 *   for each block:   h = h + projection * attention(norm1(h));   h = h + down * gelu(up * norm2(h))
 *   scores = output * norm(h)
 * </pre>
 *
 * <p>An example is a window; the loss is the mean cross-entropy over all its symbols. The output is not tied to the embedding: tied,
 * a gradient with few rows and a dense one would be added, and compressors would see neither.
 *
 * @param layers number of blocks
 * @param width numbers that stand for a symbol
 * @param heads of the attention, a divisor of the width
 * @param window how many symbols a window predicts
 */
public record Gpt(Text data, int layers, int width, int heads, int window) implements Problem {
    static final int USUAL_HEADS = 4;
    private static final double DEVIATION = 0.02;
    /** The width of a block between up and down, over its usual width. */
    private static final int WIDER = 4;

    public Gpt {
        if (layers < 1 || width < 1 || heads < 1 || window < 1) {
            throw new IllegalArgumentException(layers + " layers of width " + width + ", " + heads
                    + " heads and windows of " + window + " symbols; all must be at least 1");
        }
        if (width % heads != 0) {
            throw new IllegalArgumentException("a width of " + width + " for " + heads
                    + " heads; the width must be a multiple of the number of heads");
        }
        Windows.check(data, window);
    }

    /** With four heads and windows as long as it is wide. */
    public static Gpt of(Text data, int layers, int width) {
        return new Gpt(data, layers, width, USUAL_HEADS, width);
    }

    Windows windows() {
        return new Windows(data, window);
    }

    @Override
    public String contentHash() {
        return data.contentHash();
    }

    @Override
    public String name() {
        boolean usual = heads == USUAL_HEADS && window == width;
        return Models.text("gpt", usual ? List.of(layers, width) : List.of(layers, width, heads, window)) + " on "
                + data.name();
    }

    @Override
    public List<ModelTensor> tensors() {
        Shape square = new Shape(width, width);
        Shape table = new Shape(windows().symbols(), width);
        Tensors tensors = new Tensors()
                .addEmbedding("embedding.weights", table)
                .addEmbedding("position.weights", new Shape(window, width));
        for (int i = 1; i <= layers; i++) {
            String block = "block" + i + ".";
            tensors.add(block + "norm1.scale", Shape.vector(width))
                    .add(block + "query.weights", square)
                    .add(block + "key.weights", square)
                    .add(block + "value.weights", square)
                    .add(block + "projection.weights", square)
                    .add(block + "norm2.scale", Shape.vector(width))
                    .add(block + "up.weights", new Shape(WIDER * width, width))
                    .add(block + "down.weights", new Shape(width, WIDER * width));
        }
        return tensors.add("norm.scale", Shape.vector(width))
                .add("output.weights", table)
                .list();
    }

    @Override
    public Usual usual() {
        return Usual.TRANSFORMER;
    }

    @Override
    public int examples() {
        return windows().examples();
    }

    /** Matrices whose products are added to what goes around them start smaller, since every block adds two. */
    @Override
    public void initialize(Seed seed, float[] parameters) {
        Batch.check(parameters(), parameters);
        double added = DEVIATION / Math.sqrt(2.0 * layers);
        Tensors.initialize(
                tensors(),
                tensor -> tensor.name().matches(".*(projection|down).*") ? added : DEVIATION,
                seed,
                parameters);
    }

    @Override
    public Learner learner(int batch) {
        Iterator<ModelTensor> tensors = tensors().iterator();
        MatrixProduct product = new MatrixProduct();
        List<Layer> list = new ArrayList<>();
        list.add(new Embedding(tensors.next(), tensors.next()));
        for (int i = 0; i < layers; i++) {
            Residual first = new Residual(width, window);
            list.add(first.start());
            list.add(new LayerNorm(tensors.next(), window));
            ModelTensor query = tensors.next();
            ModelTensor key = tensors.next();
            ModelTensor value = tensors.next();
            list.add(new Attention(product, List.of(query, key, value), heads, window));
            list.add(new DenseLayer(product, tensors.next(), Optional.empty()));
            list.add(first.end());
            Residual second = new Residual(width, window);
            list.add(second.start());
            list.add(new LayerNorm(tensors.next(), window));
            list.add(new DenseLayer(product, tensors.next(), Optional.empty()));
            list.add(new Gelu(WIDER * width, window));
            list.add(new DenseLayer(product, tensors.next(), Optional.empty()));
            list.add(second.end());
        }
        list.add(new LayerNorm(tensors.next(), window));
        list.add(new DenseLayer(product, tensors.next(), Optional.empty()));
        return new NetworkLearner(this, new NetworkExamples.OfWindows(windows()), list, 1, batch);
    }
}
