package org.tersegrad.convergence.model;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.model.layers.AveragePool;
import org.tersegrad.convergence.model.layers.Convolution;
import org.tersegrad.convergence.model.layers.DenseLayer;
import org.tersegrad.convergence.model.layers.GroupNorm;
import org.tersegrad.convergence.model.layers.Layer;
import org.tersegrad.convergence.model.layers.MatrixProduct;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.convergence.model.layers.Relu;
import org.tersegrad.convergence.model.layers.Residual;
import org.tersegrad.convergence.model.layers.Tensors;

/**
 * A residual network for small images (K. He et al., "Deep Residual Learning for Image Recognition", 2015, section 4.2): a
 * convolution; three stages of blocks of two convolutions each, the second and third stage on images of half the size; the mean of
 * each channel; a layer from all to all.
 *
 * <pre>
 *   block(x) = relu(norm(convolution(relu(norm(convolution(x))))) + shortcut(x))
 * </pre>
 *
 * <p>It differs from the paper in its norm: two groups of channels instead of the batch, whose statistics would differ from worker to
 * worker and are not part of any gradient.
 *
 * @param blocks of a stage
 * @param filters of the convolutions of each stage, even numbers that do not decrease
 */
public record ResNet(LabelledVectors data, int blocks, List<Integer> filters) implements NetworkProblem {
    private static final List<Integer> USUAL = List.of(16, 32, 64);
    private static final int GROUPS = 2;
    /** Layers that do not belong to a block. */
    private static final int OUTER = 2;

    public ResNet {
        filters = List.copyOf(filters);
        int before = GROUPS;
        for (int count : filters) {
            if (count < before || count % GROUPS != 0) {
                throw new IllegalArgumentException(
                        "stages of " + filters + " filters; they must be even numbers that do not decrease");
            }
            before = count;
        }
        if (blocks < 1 || filters.isEmpty()) {
            throw new IllegalArgumentException(
                    filters.size() + " stages of " + blocks + " blocks; there must be at least 1 of both");
        }
    }

    /**
     * The network of the paper for CIFAR-10.
     *
     * @param depth layers with weights: 6 for each block of a stage, and 2
     */
    public static ResNet of(LabelledVectors data, int depth) {
        int perBlock = 2 * USUAL.size();
        if (depth < OUTER + perBlock || depth % perBlock != OUTER) {
            throw new IllegalArgumentException(
                    "a depth of " + depth + "; it must be 2 more than a multiple of 6: 8, 14, 20 and so on");
        }
        return new ResNet(data, depth / perBlock, USUAL);
    }

    @Override
    public String name() {
        List<Integer> numbers = new ArrayList<>(filters.equals(USUAL) ? List.of() : filters);
        numbers.add(0, 2 * blocks * filters.size() + OUTER);
        return Models.text("resnet", numbers) + " on " + data.name();
    }

    @Override
    public Usual usual() {
        return Usual.RESIDUAL;
    }

    @Override
    public List<ModelTensor> tensors() {
        Tensors tensors = new Tensors();
        int channels = filters.get(0);
        add(tensors, "stem", data.channels(), channels);
        for (int stage = 1; stage <= filters.size(); stage++) {
            int count = filters.get(stage - 1);
            for (int block = 1; block <= blocks; block++) {
                String name = "stage" + stage + ".block" + block + ".convolution";
                add(tensors, name + 1, channels, count);
                add(tensors, name + 2, count, count);
                channels = count;
            }
        }
        return tensors.addLayer("output", channels, data.classes()).list();
    }

    private static void add(Tensors tensors, String name, int channels, int filters) {
        tensors.add(name + ".weights", new Shape(filters, channels * Convolution.TAPS))
                .add(name + ".norm.scale", Shape.vector(filters))
                .add(name + ".norm.shift", Shape.vector(filters));
    }

    @Override
    public void initialize(Seed seed, float[] parameters) {
        Batch.check(parameters(), parameters);
        Tensors.initialize(
                tensors(),
                tensor -> Math.sqrt((tensor.name().startsWith("output") ? 1.0 : 2.0)
                        / tensor.shape().columns()),
                seed,
                parameters);
    }

    @Override
    public Learner learner(int batch) {
        Builder builder = new Builder(tensors().iterator(), data);
        builder.convolve(1);
        builder.relu();
        for (int stage = 0; stage < filters.size(); stage++) {
            for (int block = 0; block < blocks; block++) {
                builder.block(filters.get(stage), stage > 0 && block == 0 ? 2 : 1);
            }
        }
        return new NetworkLearner(this, NetworkExamples.of(data, 1), builder.finished(), 1, batch);
    }

    /** Lays one layer on another, for one image at a time; it knows the size of the image so far. */
    private static final class Builder {
        private final MatrixProduct product = new MatrixProduct();
        private final List<Layer> layers = new ArrayList<>();
        private final Iterator<ModelTensor> tensors;
        private int channels;
        private int width;
        private int height;

        Builder(Iterator<ModelTensor> tensors, LabelledVectors data) {
            this.tensors = tensors;
            channels = data.channels();
            width = data.width();
            height = data.height();
        }

        void block(int filters, int stride) {
            Residual residual = new Residual(channels, filters, width, height, stride, 1);
            layers.add(residual.start());
            convolve(stride);
            relu();
            convolve(1);
            layers.add(residual.end());
            relu();
        }

        /** With its norm. */
        void convolve(int stride) {
            ModelTensor weights = tensors.next();
            layers.add(new Convolution(product, width, height, stride, weights, Optional.empty(), 1));
            channels = weights.shape().rows();
            width = Convolution.outputs(width, stride);
            height = Convolution.outputs(height, stride);
            layers.add(new GroupNorm(GROUPS, width * height, tensors.next(), tensors.next(), 1));
        }

        void relu() {
            layers.add(new Relu(channels * width * height));
        }

        List<Layer> finished() {
            layers.add(new AveragePool(channels, width * height));
            layers.add(new DenseLayer(product, tensors.next(), tensors.next()));
            return layers;
        }
    }
}
