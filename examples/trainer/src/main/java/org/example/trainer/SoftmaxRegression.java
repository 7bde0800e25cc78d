package org.example.trainer;

import java.util.List;
import java.util.Random;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.model.NamedTensor;

/** Softmax regression on points around four centres: the model to be trained. It knows nothing of compression or of other workers. */
final class SoftmaxRegression {
    static final int TRAINING = 1600;
    static final int TEST = 400;
    static final int CLASSES = 4;
    static final int LENGTH = 256;
    static final List<NamedTensor> TENSORS = List.of(
            new NamedTensor("weights", new Shape(CLASSES, LENGTH)), new NamedTensor("bias", Shape.vector(CLASSES)));

    private final float[][] points = new float[TRAINING + TEST][LENGTH];

    SoftmaxRegression() {
        Random random = new Random(1); // all workers make the same points
        float[][] centres = new float[CLASSES][LENGTH];
        for (float[] centre : centres) {
            for (int i = 0; i < LENGTH; i++) {
                centre[i] = (float) (0.2 * random.nextGaussian());
            }
        }
        for (int n = 0; n < points.length; n++) {
            for (int i = 0; i < LENGTH; i++) {
                points[n][i] = centres[label(n)][i] + (float) random.nextGaussian();
            }
        }
    }

    private static int label(int point) {
        return point % CLASSES;
    }

    /** The model before training, and memory for gradients: one array for each tensor. */
    static float[][] zeros() {
        return new float[][] {new float[CLASSES * LENGTH], new float[CLASSES]};
    }

    /** The gradient of the mean loss over the points from, from + 1, ..., to - 1. */
    float[][] gradient(float[][] parameters, int from, int to) {
        float[][] gradient = zeros();
        for (int n = from; n < to; n++) {
            double[] chances = chances(parameters, points[n]);
            for (int c = 0; c < CLASSES; c++) {
                float error = (float) (chances[c] - (label(n) == c ? 1 : 0)) / (to - from);
                gradient[1][c] += error;
                for (int i = 0; i < LENGTH; i++) {
                    gradient[0][c * LENGTH + i] += error * points[n][i];
                }
            }
        }
        return gradient;
    }

    /** The number of test points that are classified correctly. */
    int right(float[][] parameters) {
        int right = 0;
        for (int n = TRAINING; n < TRAINING + TEST; n++) {
            double[] chances = chances(parameters, points[n]);
            int best = 0;
            for (int c = 1; c < CLASSES; c++) {
                best = chances[c] > chances[best] ? c : best;
            }
            right += best == label(n) ? 1 : 0;
        }
        return right;
    }

    private static double[] chances(float[][] parameters, float[] point) {
        double[] chances = new double[CLASSES];
        double sum = 0;
        for (int c = 0; c < CLASSES; c++) {
            double score = parameters[1][c];
            for (int i = 0; i < LENGTH; i++) {
                score += parameters[0][c * LENGTH + i] * point[i];
            }
            chances[c] = StrictMath.exp(score); // Math.exp may differ between machines
            sum += chances[c];
        }
        for (int c = 0; c < CLASSES; c++) {
            chances[c] /= sum;
        }
        return chances;
    }
}
