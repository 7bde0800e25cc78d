package org.tersegrad.convergence.claims.memory;

import org.tersegrad.codecs.CounterRandom;

/**
 * Logistic regression on made-up examples: rows of length 1 in all directions alike, labels that a hidden weight vector gives
 * and noise flips, and the penalty 1 / n of S. Stich and others, 2018.
 */
final class LogisticRegression {
    private final int examples;
    private final int dimension;
    private final float[] rows;
    private final float[] labels;
    private final double least;

    LogisticRegression(int examples, int dimension, long seed) {
        this.examples = examples;
        this.dimension = dimension;
        rows = CounterRandom.gaussians(examples * dimension, CounterRandom.fork(seed, 0));
        labels = new float[examples];
        float[] hidden = CounterRandom.gaussians(dimension, CounterRandom.fork(seed, 1));
        float[] noise = CounterRandom.gaussians(examples, CounterRandom.fork(seed, 2));
        for (int i = 0; i < examples; i++) {
            double square = 0;
            for (int j = 0; j < dimension; j++) {
                square += (double) rows[i * dimension + j] * rows[i * dimension + j];
            }
            double length = StrictMath.sqrt(square);
            double product = 0;
            for (int j = 0; j < dimension; j++) {
                rows[i * dimension + j] /= (float) length;
                product += (double) rows[i * dimension + j] * hidden[j];
            }
            labels[i] = product + 0.5 * noise[i] > 0 ? 1 : -1;
        }
        least = loss(minimum());
    }

    int examples() {
        return examples;
    }

    int dimension() {
        return dimension;
    }

    /** The penalty's weight, which is how convex the loss is at least. */
    double penalty() {
        return 1.0 / examples;
    }

    /** The excess of the loss over its least value. */
    double excess(double[] w) {
        return loss(w) - least;
    }

    private double loss(double[] w) {
        double sum = 0;
        for (int i = 0; i < examples; i++) {
            double margin = labels[i] * product(w, i);
            sum += margin > 0
                    ? StrictMath.log1p(StrictMath.exp(-margin))
                    : -margin + StrictMath.log1p(StrictMath.exp(margin));
        }
        double square = 0;
        for (double each : w) {
            square += each * each;
        }
        return sum / examples + 0.5 * penalty() * square;
    }

    /**
     * The gradient of one example's loss.
     *
     * @param w not modified
     * @param g modified: all of it is written
     */
    void gradient(double[] w, int example, float[] g) {
        double slope = slope(w, example);
        for (int j = 0; j < dimension; j++) {
            g[j] = (float) (slope * rows[example * dimension + j] + penalty() * w[j]);
        }
    }

    private double slope(double[] w, int example) {
        return -labels[example] / (1 + StrictMath.exp(labels[example] * product(w, example)));
    }

    private double product(double[] w, int example) {
        double sum = 0;
        for (int j = 0; j < dimension; j++) {
            sum += w[j] * rows[example * dimension + j];
        }
        return sum;
    }

    /**
     * The minimum by Nesterov's accelerated gradient descent with the constants of this problem: the error falls by e in √(L /
     * penalty) steps.
     */
    private double[] minimum() {
        double smoothness = 0.25 + penalty(); // rows have length 1
        double root = StrictMath.sqrt(smoothness / penalty());
        double momentum = (root - 1) / (root + 1);
        double[] w = new double[dimension];
        double[] ahead = new double[dimension];
        double[] g = new double[dimension];
        for (int step = 0; step < 20 * root; step++) {
            for (int j = 0; j < dimension; j++) {
                g[j] = penalty() * ahead[j];
            }
            for (int i = 0; i < examples; i++) {
                double slope = slope(ahead, i) / examples;
                for (int j = 0; j < dimension; j++) {
                    g[j] += slope * rows[i * dimension + j];
                }
            }
            for (int j = 0; j < dimension; j++) {
                double next = ahead[j] - g[j] / smoothness;
                ahead[j] = next + momentum * (next - w[j]);
                w[j] = next;
            }
        }
        return w;
    }
}
