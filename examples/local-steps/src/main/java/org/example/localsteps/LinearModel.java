package org.example.localsteps;

import java.util.List;
import java.util.Random;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.model.NamedTensor;

/** A linear function that is learned from random points, by plain SGD. Each worker draws different points. */
final class LinearModel {
    static final int LENGTH = 64;
    static final List<NamedTensor> TENSORS =
            List.of(new NamedTensor("weights", Shape.vector(LENGTH)), new NamedTensor("bias", Shape.vector(1)));

    private static final int BATCH = 8;
    private static final float RATE = 0.002f;

    private LinearModel() {}

    static float[][] zeros() {
        return new float[][] {new float[LENGTH], new float[1]};
    }

    /** A local step: this worker's optimizer, which knows nothing of other workers. */
    static void step(float[][] parameters, long seed) {
        for (int n = 0; n < BATCH; n++) {
            float[] point = point(seed * BATCH + n);
            float error = value(parameters, point) - target(point);
            for (int i = 0; i < LENGTH; i++) {
                parameters[0][i] -= RATE * error * point[i];
            }
            parameters[1][0] -= RATE * error;
        }
    }

    /** The mean squared error on points that no worker learns from. */
    static double loss(float[][] parameters) {
        double squares = 0;
        for (int n = 0; n < 500; n++) {
            float[] point = point(-1 - n);
            double error = value(parameters, point) - target(point);
            squares += error * error / 500;
        }
        return squares;
    }

    private static float[] point(long seed) {
        Random random = new Random(seed);
        float[] point = new float[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            point[i] = random.nextFloat() * 2 - 1;
        }
        return point;
    }

    private static float target(float[] point) {
        float sum = 0.5f;
        for (int i = 0; i < LENGTH; i++) {
            sum += point[i] * (i % 5 - 2);
        }
        return sum;
    }

    private static float value(float[][] parameters, float[] point) {
        float sum = parameters[1][0];
        for (int i = 0; i < LENGTH; i++) {
            sum += parameters[0][i] * point[i];
        }
        return sum;
    }
}
