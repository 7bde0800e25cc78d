package org.tersegrad.convergence.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import org.tersegrad.convergence.model.layers.Layer;

/**
 * Back-propagation through layers that end in scores of classes, or in a number. Layers of images or windows take one example after
 * another, whose values stay in the cache; the others a whole batch.
 */
final class NetworkLearner implements TimedLearner {
    private static final float[] NOT_WANTED = {};

    private final NetworkExamples source;
    private final Layer[] layers;
    private final int parameters;
    private final int batch;
    /** The most examples that pass the layers side by side. */
    private final int together;
    /** The inputs of each layer, and the output of the last one. */
    private final float[][] values;
    /** The gradients of the same. What goes into the network needs none. */
    private final float[][] gradients;

    /** Whole batches of vectors. */
    NetworkLearner(NetworkProblem problem, List<Layer> layers, int batch) {
        this(problem, NetworkExamples.of(problem.data(), Batch.require(batch)), layers, batch, batch);
    }

    /** Some examples at a time, for which the layers have memory. */
    NetworkLearner(Problem problem, NetworkExamples source, List<Layer> layers, int together, int batch) {
        this.source = source;
        this.layers = layers.toArray(new Layer[0]);
        this.parameters = problem.parameters();
        this.batch = Batch.require(batch);
        this.together = together;
        this.values = new float[layers.size() + 1][];
        this.gradients = new float[layers.size() + 1][];
        int columns = Math.multiplyExact(together, source.columns());
        values[0] = new float[Math.multiplyExact(source.inputs(), columns)];
        gradients[0] = NOT_WANTED;
        for (int i = 0; i < layers.size(); i++) {
            values[i + 1] = new float[Math.multiplyExact(layers.get(i).outputs(), columns)];
            // The gradient of the outputs takes their place.
            gradients[i + 1] = i + 1 < layers.size() ? new float[values[i + 1].length] : values[i + 1];
        }
    }

    @Override
    public double gradient(float[] parameters, int[] examples, int from, int count, float[] gradient) {
        Batch.check(batch, this.parameters, parameters, examples, from, count, gradient);
        source.reset();
        Arrays.fill(gradient, 0f);
        for (int done = 0; done < count; done += together) {
            int some = Math.min(together, count - done);
            forwardToLoss(parameters, examples, from + done, some, count);
            for (int i = layers.length - 1; i >= 0; i--) {
                backward(i, parameters, some, gradient);
            }
        }
        return source.sum() / ((double) count * source.columns());
    }

    @Override
    public Times times(float[] parameters, int[] examples, int from, int count, float[] gradient, LongSupplier clock) {
        Batch.check(batch, this.parameters, parameters, examples, from, count, gradient);
        source.reset();
        Arrays.fill(gradient, 0f);
        long forward = 0;
        long[] backward = new long[layers.length];
        for (int done = 0; done < count; done += together) {
            int some = Math.min(together, count - done);
            long start = clock.getAsLong();
            forwardToLoss(parameters, examples, from + done, some, count);
            long before = clock.getAsLong();
            forward += before - start;
            for (int i = layers.length - 1; i >= 0; i--) {
                backward(i, parameters, some, gradient);
                long now = clock.getAsLong();
                backward[i] += now - before;
                before = now;
            }
        }
        return new Times(forward, byTensor(backward));
    }

    private List<Long> byTensor(long[] backward) {
        List<Long> times = new ArrayList<>();
        long passed = 0; // in layers without tensors, whose time counts for the next gradient
        for (int i = layers.length - 1; i >= 0; i--) {
            passed += backward[i];
            for (int tensor = 0; tensor < layers[i].tensors(); tensor++) {
                times.add(passed);
                passed = 0;
            }
        }
        Collections.reverse(times);
        return times;
    }

    /** Leaves the gradient of the outputs in their place. */
    private void forwardToLoss(float[] parameters, int[] examples, int from, int count, int all) {
        for (int e = 0; e < count; e++) {
            source.load(examples[from + e], e, count, values[0]);
        }
        forward(parameters, count);
        source.replace(values[layers.length], examples, from, count, all);
    }

    private void backward(int i, float[] parameters, int count, float[] gradient) {
        int columns = count * source.columns();
        layers[i].backward(parameters, values[i], values[i + 1], columns, gradients[i + 1], gradients[i], gradient);
    }

    @Override
    public Score test(float[] parameters) {
        Batch.check(this.parameters, parameters);
        source.reset();
        int size = source.tests();
        for (int done = 0; done < size; done += together) {
            int count = Math.min(together, size - done);
            for (int e = 0; e < count; e++) {
                source.loadTest(done + e, e, count, values[0]);
            }
            forward(parameters, count);
            source.add(values[layers.length], done, count);
        }
        double predicted = (double) size * source.columns();
        return new Score(source.sum() / predicted, source.right() / predicted);
    }

    private void forward(float[] parameters, int count) {
        int columns = count * source.columns();
        for (int i = 0; i < layers.length; i++) {
            layers[i].forward(parameters, values[i], columns, values[i + 1]);
        }
    }
}
