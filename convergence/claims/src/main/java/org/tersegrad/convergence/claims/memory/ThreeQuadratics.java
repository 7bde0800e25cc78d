package org.tersegrad.convergence.claims.memory;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.convergence.claims.Sender;

/**
 * Three workers with different data, f_w(x) = (a_w x)² + |x|² / 4 + b_w x with the b_w adding up to 0, so that the minimum of the mean
 * is at 0. Without the b_w it is the example for which A. Beznosikov and others, <i>On biased compression for distributed learning</i>,
 * 2020, show that Top-1 without feedback diverges.
 *
 * @param heterogeneous whether there are b_w
 * @param noise the standard deviation of Gaussian noise on each element of each gradient
 * @param start all three elements of x
 */
record ThreeQuadratics(boolean heterogeneous, float noise, double start) {
    /** The largest rate that the theorem on EF21 allows here, for L = 17.17, a mean L of 34.5 and mu = 1.167. */
    static final double RATE = 0.00427;

    private static final int WORKERS = 3;
    private static final double[][] A = {{-3, 2, 2}, {2, -3, 2}, {2, 2, -3}};
    private static final double[][] B = {{10, -4, -6}, {-3, 8, -5}, {-7, -4, 11}};

    /** Hears of every step. */
    @FunctionalInterface
    interface Watcher {
        /**
         * A step is over.
         *
         * @param squaredDistance of x from the minimum
         */
        void after(int step, double squaredDistance);
    }

    /** Gradient descent with gradients that go through a recipe. */
    void descend(String recipe, double rate, int steps, long seed, Watcher watcher) {
        Sender[] workers = new Sender[WORKERS];
        for (int w = 0; w < WORKERS; w++) {
            workers[w] = new Sender(recipe, 3, CounterRandom.fork(seed, w));
        }
        float[] noises =
                noise == 0 ? new float[0] : CounterRandom.gaussians(9 * steps, CounterRandom.fork(seed, WORKERS));
        double[] x = {start, start, start};
        float[] gradient = new float[3];
        for (int step = 0; step < steps; step++) {
            double[] mean = new double[3];
            for (int w = 0; w < WORKERS; w++) {
                double product = A[w][0] * x[0] + A[w][1] * x[1] + A[w][2] * x[2];
                for (int i = 0; i < 3; i++) {
                    gradient[i] = (float) (2 * product * A[w][i] + x[i] / 2 + (heterogeneous ? B[w][i] : 0));
                    gradient[i] += noise == 0 ? 0 : noise * noises[9 * step + 3 * w + i];
                }
                float[] taken = workers[w].send(gradient);
                for (int i = 0; i < 3; i++) {
                    mean[i] += taken[i] / (double) WORKERS;
                }
            }
            double square = 0;
            for (int i = 0; i < 3; i++) {
                x[i] -= rate * mean[i];
                square += x[i] * x[i];
            }
            watcher.after(step, square);
        }
    }

    /** The distance from the minimum, root of the mean square over the last quarter of the steps. */
    double distance(String recipe, double rate, int steps, long seed) {
        double[] sum = new double[1];
        int from = steps - steps / 4;
        descend(recipe, rate, steps, seed, (step, square) -> sum[0] += step >= from ? square : 0);
        return StrictMath.sqrt(sum[0] / (steps - from));
    }

    /** The distance from the minimum after the last step, without noise. */
    double end(String recipe, double rate, int steps) {
        double[] last = new double[1];
        descend(recipe, rate, steps, 1, (step, square) -> last[0] = square);
        return StrictMath.sqrt(last[0]);
    }
}
