package org.tersegrad.compressors;

import java.util.Optional;

/**
 * A recipe for making gradients small: immutable, comparable, shareable. Mutable state lives in the {@link Encoder}
 * that it makes, one for each tensor. To compress once:
 *
 * <pre>{@code
 * Payload payload = TopK.fraction(0.01).compress(1, -2, 3);
 * }</pre>
 *
 * <p>In a training loop nothing is allocated per step:
 *
 * <pre>{@code
 * Compressor compressor = TopK.fraction(0.01);
 * Encoder encoder = compressor.encoder(shape, Seed.of(42));
 * Payload payload = Payload.allocate(compressor.maxBytes(shape));
 * for (...) {
 *     encoder.encode(gradient, payload);
 *     payload.writeTo(buffer);
 * }
 * }</pre>
 *
 * <p>A compressor prints as the recipe that {@link Recipe#parse} reads, such as {@code topk(0.01)}.
 */
public interface Compressor {
    /**
     * An encoder for one tensor. All allocation happens here.
     *
     * @param seed where its randomness comes from; the encoder forks it for every step
     */
    Encoder encoder(Shape shape, Seed seed);

    /**
     * No payload for this shape is longer, its header included; nor is one for a shape of no more rows and no more columns, so
     * that a payload with room for the largest tensor has room for all.
     *
     * @throws IllegalArgumentException if a payload may be longer than an array can hold
     */
    int maxBytes(Shape shape);

    /**
     * The properties that wrappers, plans and laws rely on: the guarantee, and whether there is a residual or a momentum. {@link
     * Traits} says which of them may depend on the shape.
     */
    Traits traits(Shape shape);

    /**
     * A compressor that does to each run of {@code chunk} elements what this one does to a vector, and prints as this one with {@code
     * +chunked(chunk)}, in fewer bytes than a body for each run; empty if there is none, as for most.
     */
    default Optional<Compressor> inChunks(int chunk) {
        return Optional.empty();
    }

    /**
     * This compressor in a wrapper, as {@code +} is in a recipe.
     *
     * @throws IllegalArgumentException if the wrapper does not go around it
     */
    default Compressor with(Wrapper wrapper) {
        return new Wrapped(this, wrapper);
    }

    /**
     * Compresses one vector once, with seed 0.
     *
     * @param gradient not modified
     */
    default Payload compress(float... gradient) {
        Shape shape = Shape.vector(gradient.length);
        Payload payload = Payload.allocate(maxBytes(shape));
        encoder(shape, Seed.of(0)).encode(FloatSlice.of(gradient), payload);
        return payload;
    }
}
