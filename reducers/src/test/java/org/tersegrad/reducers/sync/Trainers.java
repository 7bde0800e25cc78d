package org.tersegrad.reducers.sync;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/** A trainer as a user has one: three tensors, and steps towards an optimum that is another one on each worker. */
final class Trainers {
    static final List<NamedTensor> TENSORS = List.of(
            new NamedTensor("a", new Shape(6, 4)),
            new NamedTensor("b", Shape.vector(7)),
            new NamedTensor("c", new Shape(3, 5)));
    static final float RATE = 0.1f;

    private Trainers() {}

    static ModelReduction reductions(String policy, Collective group) {
        return new ModelReduction(Policy.parse(policy), TENSORS, Seed.of(42), group);
    }

    /** Parameters where all workers start. */
    static float[][] start() {
        float[][] parameters = new float[TENSORS.size()][];
        for (int t = 0; t < parameters.length; t++) {
            parameters[t] = CounterRandom.gaussians(TENSORS.get(t).shape().size(), 100 + t);
        }
        return parameters;
    }

    static List<FloatSlice> slices(float[][] parameters) {
        return Arrays.stream(parameters).map(FloatSlice::of).toList();
    }

    /** The gradient of one tensor on one worker in one step. */
    static float[] gradient(float[] parameters, int worker, int tensor, int step) {
        float[] optimum = CounterRandom.gaussians(parameters.length, 1000L * worker + tensor);
        float[] noise = CounterRandom.gaussians(parameters.length, 1_000_000L + 1000L * worker + 10L * step + tensor);
        float[] gradient = new float[parameters.length];
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] = parameters[i] - optimum[i] + 0.3f * noise[i];
        }
        return gradient;
    }

    /** One step of SGD. */
    static void step(float[][] parameters, int worker, int step) {
        for (int t = 0; t < parameters.length; t++) {
            float[] gradient = gradient(parameters[t], worker, t, step);
            for (int i = 0; i < gradient.length; i++) {
                parameters[t][i] -= RATE * gradient[i];
            }
        }
    }

    static float[] flat(float[][] parameters) {
        int length = Stream.of(parameters).mapToInt(each -> each.length).sum();
        float[] all = new float[length];
        int at = 0;
        for (float[] each : parameters) {
            System.arraycopy(each, 0, all, at, each.length);
            at += each.length;
        }
        return all;
    }

    /** Trains with an agreement, and returns all parameters after each step. */
    static List<float[]> train(Agreement agreement, int worker, int steps) {
        float[][] parameters = start();
        List<float[]> after = new ArrayList<>();
        for (int step = 1; step <= steps; step++) {
            step(parameters, worker, step);
            agreement.afterStep(slices(parameters));
            after.add(flat(parameters));
        }
        return after;
    }
}
