package org.tersegrad.convergence.claims.memory;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
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
        Compressor compressor = Recipe.parse(recipe);
        Shape shape = Shape.vector(dimension);
        Encoder encoder = compressor.encoder(shape, Seed.of(seed));
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        double[] w = new double[dimension];
        double[] mean = new double[dimension];
        float[] g = new float[dimension];
        float[] taken = new float[dimension];
        double weights = 0;
        double[] excess = new double[epochs];
        int t = 0;
        for (int epoch = 0; epoch < epochs; epoch++) {
            for (int example : Shuffle.of(problem.examples(), Seed.of(seed).fork(epoch))) {
                problem.gradient(w, example, g);
                float rate = (float) (2 / (problem.penalty() * (t + delay)));
                for (int j = 0; j < dimension; j++) {
                    g[j] *= rate;
                    taken[j] = 0;
                }
                encoder.encode(FloatSlice.of(g), payload);
                payload.addTo(FloatSlice.of(taken), 1f);
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
