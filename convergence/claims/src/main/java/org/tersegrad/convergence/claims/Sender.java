package org.tersegrad.convergence.claims;

import java.util.Arrays;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/**
 * One worker that sends gradients, and what its receiver makes of them: what was sent, or the estimate that it is added to.
 *
 * <p>A gradient that is not finite arrives as NaN. So a method that diverges ends with figures that no limit admits, and the other
 * methods of its claim are still judged.
 */
public final class Sender {
    private final Encoder encoder;
    private final Payload payload;
    private final Mirror estimate;
    private final float[] taken;

    /** A worker with this compressor, for vectors. */
    public Sender(Compressor compressor, int dimension, Seed seed) {
        Shape shape = Shape.vector(dimension);
        encoder = compressor.encoder(shape, seed);
        payload = Payload.allocate(compressor.maxBytes(shape));
        estimate = new Mirror(compressor, shape);
        taken = new float[dimension];
    }

    /** The same with a recipe. */
    public Sender(String recipe, int dimension, long seed) {
        this(Recipe.parse(recipe), dimension, Seed.of(seed));
    }

    /**
     * Sends one.
     *
     * @param gradient not modified
     * @return what the receiver takes for it; the next call overwrites it
     */
    public float[] send(float[] gradient) {
        Arrays.fill(taken, 0f);
        send(gradient, taken, 1f);
        return taken;
    }

    /**
     * Sends one, and adds what the receiver takes for it to something.
     *
     * @param gradient not modified
     * @param target modified: gets {@code weight} times what is taken
     */
    public void send(float[] gradient, float[] target, float weight) {
        for (float each : gradient) {
            if (!Float.isFinite(each)) {
                Arrays.fill(target, Float.NaN);
                return;
            }
        }
        encoder.encode(FloatSlice.of(gradient), payload);
        if (payload.isIncrement()) {
            estimate.add(payload, 1f);
            estimate.addTo(FloatSlice.of(target), weight);
        } else {
            payload.addTo(FloatSlice.of(target), weight);
        }
    }
}
