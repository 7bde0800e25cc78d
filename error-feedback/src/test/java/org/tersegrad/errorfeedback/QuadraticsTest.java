package org.tersegrad.errorfeedback;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.schemes.TopK;

/**
 * Three workers with different data, f_w(x) = (a_w x)² + |x|² / 4 + b_w x with the b_w adding up to 0, and one element sent
 * in each step. The example for which A. Beznosikov and others, <i>On biased compression for distributed learning</i>, 2020,
 * show that Top-k without feedback diverges.
 */
class QuadraticsTest {
    private static final double[][] A = {{-3, 2, 2}, {2, -3, 2}, {2, 2, -3}};
    private static final double[][] B = {{10, -4, -6}, {-3, 8, -5}, {-7, -4, 11}};
    private static final double RATE = 0.00427;

    @Test
    void withoutFeedbackItDiverges() {
        double x = distance(TopK.count(1), new double[3][3], 1, 0.01, 100);
        double expected = Math.sqrt(3) * Math.pow(1 + 11 * 0.01 / 6, 100);
        assertThat(x / expected).isBetween(0.999, 1.001);
    }

    @Test
    void estimatesReachTheSolutionAndMemoryAloneComesNear() {
        double memory = distance(ErrorFeedback.over(TopK.count(1)), B, 1, RATE, 20_000);
        double estimate = distance(Ef21.over(TopK.count(1)), B, 1, RATE, 20_000);
        double both = distance(EControl.over(TopK.count(1)), B, 1, RATE, 20_000);
        assertThat(estimate).isLessThan(1e-5);
        assertThat(both).isLessThan(1e-5);
        assertThat(memory).isBetween(1e-3, 1.0);
        // The floor of error feedback comes down with the learning rate.
        assertThat(distance(ErrorFeedback.over(TopK.count(1)), B, 1, RATE / 8, 160_000))
                .isLessThan(memory / 4);
    }

    /** How far from the minimum, which is at 0, gradient descent ends. */
    private static double distance(Compressor compressor, double[][] linear, double start, double rate, int steps) {
        Steps[] workers = new Steps[3];
        for (int w = 0; w < 3; w++) {
            workers[w] = new Steps(compressor, Shape.vector(3));
        }
        double[] x = {start, start, start};
        for (int step = 0; step < steps; step++) {
            double[] mean = new double[3];
            for (int w = 0; w < 3; w++) {
                double product = 0;
                for (int i = 0; i < 3; i++) {
                    product += A[w][i] * x[i];
                }
                float[] gradient = new float[3];
                for (int i = 0; i < 3; i++) {
                    gradient[i] = (float) (2 * product * A[w][i] + x[i] / 2 + linear[w][i]);
                }
                float[] taken = workers[w].step(gradient);
                for (int i = 0; i < 3; i++) {
                    mean[i] += taken[i] / 3;
                }
            }
            for (int i = 0; i < 3; i++) {
                x[i] -= rate * mean[i];
            }
        }
        return Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    }
}
