package org.tersegrad.convergence.model;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.DenseVectors;
import org.tersegrad.convergence.model.layers.DenseLayer;
import org.tersegrad.convergence.model.layers.Layer;
import org.tersegrad.convergence.model.layers.MatrixProduct;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.convergence.model.layers.Relu;
import org.tersegrad.convergence.model.layers.Tensors;

/**
 * A multilayer perceptron: layers from all to all with rectifiers between them, then softmax and cross-entropy for classes, or
 * the squared error for numbers.
 *
 * @param hidden how many units each hidden layer has, at least one layer
 */
public record Mlp(DenseVectors data, List<Integer> hidden) implements NetworkProblem {
    public Mlp {
        hidden = List.copyOf(hidden);
        if (hidden.isEmpty() || hidden.stream().anyMatch(units -> units < 1)) {
            throw new IllegalArgumentException(
                    "hidden layers of " + hidden + " units; there must be at least one, of at least 1");
        }
    }

    /** With hidden layers of these many units. */
    public static Mlp of(DenseVectors data, int... hidden) {
        List<Integer> units = new ArrayList<>();
        for (int h : hidden) {
            units.add(h);
        }
        return new Mlp(data, units);
    }

    /** One hidden layer: 128 units for vectors of up to 256 elements, 256 for longer ones. */
    public static Mlp of(DenseVectors data) {
        return of(data, data.length() <= 256 ? 128 : 256);
    }

    @Override
    public String name() {
        return Models.text("mlp", hidden) + " on " + data.name();
    }

    @Override
    public List<ModelTensor> tensors() {
        Tensors tensors = new Tensors();
        int inputs = data.length();
        for (int i = 0; i < hidden.size(); i++) {
            tensors.addLayer("hidden" + (i + 1), inputs, hidden.get(i));
            inputs = hidden.get(i);
        }
        return tensors.addLayer("output", inputs, data.classes()).list();
    }

    @Override
    public void initialize(Seed seed, float[] parameters) {
        Batch.check(parameters(), parameters);
        Tensors.initialize(tensors(), 2, seed, parameters);
    }

    @Override
    public Learner learner(int batch) {
        List<ModelTensor> tensors = tensors();
        MatrixProduct product = new MatrixProduct();
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i < tensors.size(); i += 2) {
            if (i > 0) {
                layers.add(new Relu(tensors.get(i).shape().columns()));
            }
            layers.add(new DenseLayer(product, tensors.get(i), tensors.get(i + 1)));
        }
        return new NetworkLearner(this, layers, batch);
    }
}
