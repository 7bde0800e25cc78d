package org.tersegrad.compressors;

import java.nio.ByteBuffer;

/**
 * Compresses one tensor, step after step, without allocating. Not thread-safe.
 *
 * <p>A gradient that is refused leaves the encoder as it was and the payload empty.
 */
public interface Encoder {
    /**
     * Compresses the gradient of the next step.
     *
     * @param gradient not modified; as long as the shape says, and finite
     * @param payload modified: holds this step's message afterwards
     * @throws IllegalArgumentException if the length is not that of the shape, if an element is not finite, or if the
     *     payload has too little room
     */
    void encode(FloatSlice gradient, Payload payload);

    /** How many bytes {@link #save} writes, always the same. */
    int stateBytes();

    /**
     * Writes what the next steps depend on: the number of the step, and momentum or factors where there are any.
     *
     * @param out modified: {@link #stateBytes} bytes from its position on; little-endian whatever its order
     */
    void save(ByteBuffer out);

    /**
     * Takes over a state that {@link #save} wrote for the same recipe, shape and seed. The next payloads are those that
     * the saved encoder would have made.
     *
     * @param in modified: its position moves behind the state
     */
    void restore(ByteBuffer in);
}
