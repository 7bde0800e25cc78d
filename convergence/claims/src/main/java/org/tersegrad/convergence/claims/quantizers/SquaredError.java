package org.tersegrad.convergence.claims.quantizers;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/**
 * The squared error of a recipe, as a share of the squared norm: |mean of C(x) − x|² / |x|², the mean over workers that all have x and
 * draw for themselves.
 *
 * @param recipe of C
 * @param workers 1 for the error of a single message
 */
record SquaredError(String recipe, int workers) {
    /**
     * The squared error of one draw.
     *
     * @param x not modified
     */
    double of(float[] x, long seed) {
        Compressor compressor = Recipe.parse(recipe);
        Shape shape = Shape.vector(x.length);
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        float[] away = new float[x.length];
        for (int worker = 0; worker < workers; worker++) {
            Encoder encoder = compressor.encoder(shape, Seed.of(seed).fork(worker));
            encoder.encode(FloatSlice.of(x), payload);
            payload.addTo(FloatSlice.of(away), 1f / workers);
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
