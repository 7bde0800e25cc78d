package org.tersegrad.convergence.claims.systems;

import java.util.Arrays;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.claims.Sender;

/**
 * Workers on a ring that average with their two neighbours, round after round; each weight is a third.
 *
 * <pre>
 *   x_i += gamma (y_i−1 + y_i + y_i+1) / 3 − gamma y_i
 *   exact: y_i = x_i;   CHOCO: y_i += C(x_i − y_i);   without estimates: y_i = C(x_i)
 * </pre>
 *
 * @param workers 3 or more
 * @param dimension of a vector
 * @param seed of Gaussian vectors at the start, and of all noise
 */
record RingGossip(int workers, int dimension, long seed) {
    /** Each method returns the mean squared distance from the mean after each round, where that of the start is 1. */
    double[] exact(int rounds) {
        return run(rounds, 1, (worker, x, y) -> System.arraycopy(x, 0, y, 0, dimension));
    }

    double[] choco(String recipe, float gamma, int rounds) {
        Messages messages = new Messages(recipe);
        float[] difference = new float[dimension];
        return run(rounds, gamma, (worker, x, y) -> {
            for (int i = 0; i < dimension; i++) {
                difference[i] = x[i] - y[i];
            }
            messages.add(worker, difference, y);
        });
    }

    double[] withoutEstimates(String recipe, int rounds) {
        Messages messages = new Messages(recipe);
        return run(rounds, 1, (worker, x, y) -> {
            Arrays.fill(y, 0f);
            messages.add(worker, x, y);
        });
    }

    /** The neighbours' copy of a worker's vector. */
    @FunctionalInterface
    private interface Knowledge {
        /**
         * Brings it up to date.
         *
         * @param x not modified
         * @param y modified
         */
        void update(int worker, float[] x, float[] y);
    }

    private double[] run(int rounds, float gamma, Knowledge knowledge) {
        float[][] x = new float[workers][];
        float[][] y = new float[workers][dimension];
        for (int w = 0; w < workers; w++) {
            x[w] = CounterRandom.gaussians(dimension, CounterRandom.fork(seed, w));
        }
        double start = disagreement(x);
        double[] squares = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            for (int w = 0; w < workers; w++) {
                knowledge.update(w, x[w], y[w]);
            }
            for (int w = 0; w < workers; w++) {
                float[] before = y[(w + workers - 1) % workers];
                float[] after = y[(w + 1) % workers];
                for (int i = 0; i < dimension; i++) {
                    x[w][i] += gamma * ((before[i] + y[w][i] + after[i]) / 3 - y[w][i]);
                }
            }
            squares[round] = disagreement(x) / start;
        }
        return squares;
    }

    private double disagreement(float[][] x) {
        double sum = 0;
        for (int i = 0; i < dimension; i++) {
            double mean = 0;
            double square = 0;
            for (float[] each : x) {
                mean += each[i];
                square += (double) each[i] * each[i];
            }
            sum += square - mean * mean / workers;
        }
        return sum;
    }

    /** A sender for each worker. */
    private final class Messages {
        private final Sender[] senders = new Sender[workers];

        Messages(String recipe) {
            for (int w = 0; w < workers; w++) {
                senders[w] = new Sender(
                        Recipe.parse(recipe), dimension, Seed.of(seed).fork(w));
            }
        }

        void add(int worker, float[] content, float[] target) {
            senders[worker].send(content, target, 1f);
        }
    }
}
