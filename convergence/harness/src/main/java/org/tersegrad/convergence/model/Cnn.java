package org.tersegrad.convergence.model;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.model.layers.Convolution;
import org.tersegrad.convergence.model.layers.DenseLayer;
import org.tersegrad.convergence.model.layers.Layer;
import org.tersegrad.convergence.model.layers.MatrixProduct;
import org.tersegrad.convergence.model.layers.MaxPool;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.convergence.model.layers.Relu;
import org.tersegrad.convergence.model.layers.Tensors;

/**
 * A small convolutional network for images: some times filters of 3 x 3, the largest of 2 x 2 and a rectifier;
 * then a layer from all to all, softmax and cross-entropy. (A rectifier after the largest is one before it, with a quarter of
 * the work.)
 *
 * @param filters how many each convolution has, at least one convolution
 */
public record Cnn(LabelledVectors data, List<Integer> filters) implements NetworkProblem {
    public Cnn {
        filters = List.copyOf(filters);
        if (filters.isEmpty() || filters.stream().anyMatch(count -> count < 1)) {
            throw new IllegalArgumentException(
                    "convolutions of " + filters + " filters; there must be at least one, of at least 1");
        }
        if (Math.min(data.width(), data.height()) >> filters.size() == 0) {
            throw new IllegalArgumentException(data.name() + " has images of " + data.width() + " x " + data.height()
                    + ", too small to be halved " + filters.size() + " times");
        }
    }

    /** Two convolutions, of 8 and 16 filters. */
    public static Cnn of(LabelledVectors data) {
        return new Cnn(data, List.of(8, 16));
    }

    @Override
    public String name() {
        return Models.text("cnn", filters) + " on " + data.name();
    }

    @Override
    public List<ModelTensor> tensors() {
        Tensors tensors = new Tensors();
        int channels = data.channels();
        for (int i = 0; i < filters.size(); i++) {
            tensors.addLayer("convolution" + (i + 1), channels * Convolution.TAPS, filters.get(i));
            channels = filters.get(i);
        }
        int pixels = (data.width() >> filters.size()) * (data.height() >> filters.size());
        return tensors.addLayer("output", channels * pixels, data.classes()).list();
    }

    @Override
    public void initialize(Seed seed, float[] parameters) {
        Batch.check(parameters(), parameters);
        Tensors.initialize(tensors(), 2, seed, parameters);
    }

    @Override
    public Learner learner(int batch) {
        Batch.require(batch);
        List<ModelTensor> tensors = tensors();
        MatrixProduct product = new MatrixProduct();
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i < filters.size(); i++) {
            int width = data.width() >> i;
            int height = data.height() >> i;
            ModelTensor weights = tensors.get(2 * i);
            layers.add(new Convolution(product, width, height, weights, tensors.get(2 * i + 1), batch));
            MaxPool pool = new MaxPool(filters.get(i), width, height);
            layers.add(pool);
            layers.add(new Relu(pool.outputs()));
        }
        int last = 2 * filters.size();
        layers.add(new DenseLayer(product, tensors.get(last), tensors.get(last + 1)));
        return new NetworkLearner(this, layers, batch);
    }
}
