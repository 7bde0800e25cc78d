package org.tersegrad.convergence.claims.quantizers;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.claims.Sender;

/**
 * The squared error of a recipe, as a share of the squared norm: |mean of C(x) − x|² / |x|², the mean over workers that all have x and
 * draw for themselves.
 *
 * @param compressor C
 * @param workers 1 for the error of a single message
 * @param sameDraws whether all of them draw the same, for mutants
 */
record SquaredError(Compressor compressor, int workers, boolean sameDraws) {
    /** Workers that draw for themselves. */
    SquaredError(String recipe, int workers) {
        this(Recipe.parse(recipe), workers, false);
    }

    /**
     * The squared error of one draw.
     *
     * @param x not modified
     */
    double of(float[] x, long seed) {
        float[] away = new float[x.length];
        for (int worker = 0; worker < workers; worker++) {
            Seed own = sameDraws ? Seed.of(seed) : Seed.of(seed).fork(worker);
            new Sender(compressor, x.length, own).send(x, away, 1f / workers);
        }
        double error = 0;
        double whole = 0;
        for (int i = 0; i < x.length; i++) {
            double difference = (double) away[i] - x[i];
            error += difference * difference;
            whole += (double) x[i] * x[i];
        }
        return error / whole;
    }
}
