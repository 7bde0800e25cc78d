package org.tersegrad.convergence.model.layers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** Lays the tensors of a model one after the other, and gives them their first values. */
public final class Tensors {
    private final List<ModelTensor> tensors = new ArrayList<>();
    private int end;
    private int embeddings;

    /** Appends a tensor. */
    public Tensors add(String name, Shape shape) {
        tensors.add(new ModelTensor(name, shape, end));
        end = Math.addExact(end, shape.size());
        return this;
    }

    /** Appends a table with a row for each symbol or position. Tables are the first of a model's matrices. */
    public Tensors addEmbedding(String name, Shape shape) {
        add(name, shape);
        embeddings = tensors.size();
        return this;
    }

    /** Appends {@code name.weights}, a row for each output, and {@code name.bias}. */
    public Tensors addLayer(String name, int inputs, int outputs) {
        return add(name + ".weights", new Shape(outputs, inputs)).add(name + ".bias", Shape.vector(outputs));
    }

    /** All tensors so far, in their order. Matrices between the first, or the last embedding, and the last one are hidden. */
    public List<ModelTensor> list() {
        List<ModelTensor> matrices = tensors.stream()
                .skip(embeddings)
                .filter(ModelTensor::isMatrix)
                .skip(embeddings == 0 ? 1 : 0)
                .toList();
        List<ModelTensor> hidden = matrices.subList(0, Math.max(0, matrices.size() - 1));
        return tensors.stream()
                .map(tensor -> new ModelTensor(tensor.name(), tensor.shape(), tensor.offset(), hidden.contains(tensor)))
                .toList();
    }

    /**
     * Draws the matrices of a model from a Gaussian of variance {@code gain / columns}, so that sums over inputs are about as
     * large as the inputs; with gain 2 also if half of them is cut off by rectifiers (K. He et al., 2015).
     *
     * @param parameters modified: all of it
     */
    public static void initialize(List<ModelTensor> tensors, double gain, Seed seed, float[] parameters) {
        initialize(tensors, tensor -> Math.sqrt(gain / tensor.shape().columns()), seed, parameters);
    }

    /**
     * Draws the matrices of a model, whose names end in {@code weights}, from Gaussians. Each tensor has a seed of its own. Scales
     * are 1, the rest is 0.
     *
     * @param deviation the standard deviation of a matrix
     * @param parameters modified: all of it
     */
    public static void initialize(
            List<ModelTensor> tensors, ToDoubleFunction<ModelTensor> deviation, Seed seed, float[] parameters) {
        for (int i = 0; i < tensors.size(); i++) {
            ModelTensor tensor = tensors.get(i);
            int from = tensor.offset();
            int size = tensor.shape().size();
            if (tensor.name().endsWith("weights")) {
                double scale = deviation.applyAsDouble(tensor);
                float[] drawn = CounterRandom.gaussians(size, seed.fork(i).value());
                for (int j = 0; j < size; j++) {
                    parameters[from + j] = (float) (scale * drawn[j]);
                }
            } else {
                Arrays.fill(parameters, from, from + size, tensor.name().endsWith("scale") ? 1f : 0f);
            }
        }
    }
}
