package org.tersegrad.convergence.claims.memory;

import java.util.Arrays;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** One worker that sends gradients, and what its receiver makes of them: what was sent, or the estimate that it is added to. */
final class Sender {
    private final Encoder encoder;
    private final Payload payload;
    private final Mirror estimate;
    private final float[] taken;

    Sender(String recipe, int dimension, long seed) {
        Compressor compressor = Recipe.parse(recipe);
        Shape shape = Shape.vector(dimension);
        encoder = compressor.encoder(shape, Seed.of(seed));
        payload = Payload.allocate(compressor.maxBytes(shape));
        estimate = new Mirror(shape);
        taken = new float[dimension];
    }

    /**
     * Sends one.
     *
     * @param gradient not modified
     * @return what the receiver takes for it; the next call overwrites it
     */
    float[] send(float[] gradient) {
        encoder.encode(FloatSlice.of(gradient), payload);
        Arrays.fill(taken, 0f);
        if (payload.isIncrement()) {
            estimate.add(payload, 1f);
            estimate.addTo(FloatSlice.of(taken), 1f);
        } else {
            payload.addTo(FloatSlice.of(taken), 1f);
        }
        return taken;
    }
}
