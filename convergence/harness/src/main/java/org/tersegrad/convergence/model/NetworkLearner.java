package org.tersegrad.convergence.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import org.tersegrad.convergence.data.DenseVectors;
import org.tersegrad.convergence.model.layers.Layer;

/** Back-propagation through layers that end in scores of classes, or in a number. */
final class NetworkLearner implements TimedLearner {
    private static final float[] NOT_WANTED = {};

    private final DenseVectors data;
    private final Layer[] layers;
    private final int parameters;
    private final int batch;
    private final NetworkLoss loss;
    /** The inputs of each layer, and the output of the last one. */
    private final float[][] values;
    /** The gradients of the same. What goes into the network needs none. */
    private final float[][] gradients;

    NetworkLearner(NetworkProblem problem, List<Layer> layers, int batch) {
        this.data = problem.data();
        this.layers = layers.toArray(new Layer[0]);
        this.parameters = problem.parameters();
        this.batch = Batch.require(batch);
        this.loss = NetworkLoss.of(data, batch);
        this.values = new float[layers.size() + 1][];
        this.gradients = new float[layers.size() + 1][];
        values[0] = new float[Math.multiplyExact(data.length(), batch)];
        gradients[0] = NOT_WANTED;
        for (int i = 0; i < layers.size(); i++) {
            values[i + 1] = new float[Math.multiplyExact(layers.get(i).outputs(), batch)];
            // The gradient of the outputs takes their place.
            gradients[i + 1] = i + 1 < layers.size() ? new float[values[i + 1].length] : values[i + 1];
        }
    }

    @Override
    public double gradient(float[] parameters, int[] examples, int from, int count, float[] gradient) {
        Batch.check(batch, this.parameters, parameters, examples, from, count, gradient);
        forwardToLoss(parameters, examples, from, count);
        Arrays.fill(gradient, 0f);
        for (int i = layers.length - 1; i >= 0; i--) {
            backward(i, parameters, count, gradient);
        }
        return loss.sum() / count;
    }

    @Override
    public Times times(float[] parameters, int[] examples, int from, int count, float[] gradient, LongSupplier clock) {
        Batch.check(batch, this.parameters, parameters, examples, from, count, gradient);
        long start = clock.getAsLong();
        forwardToLoss(parameters, examples, from, count);
        long before = clock.getAsLong();
        long forward = before - start;
        Arrays.fill(gradient, 0f);
        List<Long> backward = new ArrayList<>();
        long passed = 0; // in layers without tensors, whose time counts for the next gradient
        for (int i = layers.length - 1; i >= 0; i--) {
            backward(i, parameters, count, gradient);
            long now = clock.getAsLong();
            passed += now - before;
            before = now;
            for (int tensor = 0; tensor < layers[i].tensors(); tensor++) {
                backward.add(passed);
                passed = 0;
            }
        }
        Collections.reverse(backward);
        return new Times(forward, backward);
    }

    /** Leaves the gradient of the outputs in their place. */
    private void forwardToLoss(float[] parameters, int[] examples, int from, int count) {
        for (int e = 0; e < count; e++) {
            load(data.training(), examples[from + e], e, count);
        }
        forward(parameters, count);
        loss.reset();
        loss.replace(values[layers.length], examples, from, count);
    }

    private void backward(int i, float[] parameters, int count, float[] gradient) {
        layers[i].backward(parameters, values[i], values[i + 1], count, gradients[i + 1], gradients[i], gradient);
    }

    @Override
    public Score test(float[] parameters) {
        Batch.check(this.parameters, parameters);
        loss.reset();
        int size = data.test().size();
        for (int done = 0; done < size; done += batch) {
            int count = Math.min(batch, size - done);
            for (int e = 0; e < count; e++) {
                load(data.test(), done + e, e, count);
            }
            forward(parameters, count);
            loss.add(values[layers.length], done, count);
        }
        return new Score(loss.sum() / size, loss.right() / size);
    }

    /** Makes an example column {@code e} of the input. */
    private void load(DenseVectors.Part part, int example, int e, int count) {
        int length = data.length();
        float[] input = values[0];
        for (int i = 0; i < length; i++) {
            input[i * count + e] = part.values()[example * length + i];
        }
    }

    private void forward(float[] parameters, int count) {
        for (int i = 0; i < layers.length; i++) {
            layers[i].forward(parameters, values[i], count, values[i + 1]);
        }
    }
}
