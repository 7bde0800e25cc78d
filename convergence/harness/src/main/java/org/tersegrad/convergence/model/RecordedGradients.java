package org.tersegrad.convergence.model;

import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.reducers.internal.Shuffle;

/**
 * Gradients of a small network that learns to read digits, step after step, one after another: layers of unlike scale, inputs that
 * are always zero, and smaller numbers towards the end of training.
 */
public final class RecordedGradients {
    private static final int BATCH = 16;
    private static final float RATE = 0.1f;
    private static final Seed SEED = Seed.of(1);

    private RecordedGradients() {}

    /** The first {@code count} numbers that training with plain gradient descent yields. */
    public static float[] record(int count) {
        Problem problem = Models.make("mlp(128)", () -> DataSets.load("digits", DataSets.defaultCache()));
        Learner learner = problem.learner(BATCH);
        float[] parameters = new float[problem.parameters()];
        float[] gradient = new float[parameters.length];
        float[] recorded = new float[count];
        problem.initialize(SEED, parameters);
        int[] order = {};
        for (int done = 0, at = 0, epoch = 0; done < count; done += gradient.length, at += BATCH) {
            if (at + BATCH > order.length) {
                order = Shuffle.of(problem.examples(), SEED.fork(epoch++));
                at = 0;
            }
            learner.gradient(parameters, order, at, BATCH, gradient);
            System.arraycopy(gradient, 0, recorded, done, Math.min(gradient.length, count - done));
            for (int i = 0; i < parameters.length; i++) {
                parameters[i] -= RATE * gradient[i];
            }
        }
        return recorded;
    }
}
