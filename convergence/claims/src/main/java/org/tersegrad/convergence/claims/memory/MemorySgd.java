package org.tersegrad.convergence.claims.memory;

import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.claims.Sender;
import org.tersegrad.reducers.internal.Shuffle;

/**
 * SGD with memory: each step's gradient times its rate goes through a compressor with error feedback.
 *
 * <pre>
 *   w_t+1 = w_t − C(eta_t g_t),   eta_t = 2 / (penalty (t + delay)),   answer: mean of all w_t with weights (t + delay)²
 * </pre>
 *
 * @param recipe of C
 * @param delay the a of S. Stich, J.-B. Cordonnier, M. Jaggi, <i>Sparsified SGD with memory</i>, 2018
 */
record MemorySgd(String recipe, double delay) {
    /**
     * The excess of the loss of the answer over its least value.
     *
     * @return after each epoch
     */
    double[] excess(LogisticRegression problem, int epochs, long seed) {
        int dimension = problem.dimension();
        Sender worker = new Sender(recipe, dimension, seed);
        double[] w = new double[dimension];
        double[] mean = new double[dimension];
        float[] g = new float[dimension];
        double weights = 0;
        double[] excess = new double[epochs];
        int t = 0;
        for (int epoch = 0; epoch < epochs; epoch++) {
            for (int example : Shuffle.of(problem.examples(), Seed.of(seed).fork(epoch))) {
                problem.gradient(w, example, g);
                float rate = (float) (2 / (problem.penalty() * (t + delay)));
                for (int j = 0; j < dimension; j++) {
                    g[j] *= rate;
                }
                float[] taken = worker.send(g);
                double weight = (t + delay) * (t + delay);
                weights += weight;
                for (int j = 0; j < dimension; j++) {
                    w[j] -= taken[j];
                    mean[j] += weight / weights * (w[j] - mean[j]);
                }
                t++;
            }
            excess[epoch] = problem.excess(mean);
        }
        return excess;
    }
}
