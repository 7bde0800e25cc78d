package org.tersegrad.compressors;

import java.nio.ByteBuffer;

/**
 * The part of an {@link Encoder} and of a reduction that outlives a step: a residual, and a state that can be saved. Classes that
 * extend {@link SavedState} name their parts and write none of these methods.
 */
public interface Stateful {
    /** The Euclidean norm of what has been produced and not sent; 0 without a residual. */
    default double residualNorm() {
        return 0;
    }

    /**
     * Adds what has been produced and not sent, so that it can be looked at, or paid at once before the encoder is given up.
     *
     * @param target modified: {@code target += weight * residual}
     */
    default void addResidualTo(FloatSlice target, float weight) {}

    /**
     * The same for a tensor of 16-bit floats, or in a buffer.
     *
     * @param target modified: {@code target += weight * residual}
     */
    default void addResidualTo(Slice target, float weight) {
        target.requireWritable();
        FloatSlice sums = target.floats();
        addResidualTo(sums, weight);
        target.set(sums);
    }

    /**
     * Multiplies what has been produced and not sent. It is kept in units of the gradient, so when the learning rate changes
     * from a to b, a residual stays worth what it was if it is multiplied by a / b.
     *
     * @param factor finite
     */
    default void scaleResidual(float factor) {}

    /** The number of bytes that {@link #save} writes, always the same. */
    int stateBytes();

    /**
     * Writes what the next steps depend on: the seed, the number of the step, and residual, momentum or factors where there
     * are any. {@link SavedState} shows the bytes.
     *
     * @param out modified: {@link #stateBytes} bytes from its position on
     */
    void save(ByteBuffer out);

    /**
     * Takes over what {@link #save} wrote for the same recipe and shape, on a worker of the same rank. The next messages are those
     * that the saved one would have sent. If the state is rejected, nothing has changed.
     *
     * @param in modified: its position moves behind the state
     * @throws org.tersegrad.codecs.MalformedInputException if the bytes are not a state, or damaged
     * @throws IllegalArgumentException if it is the state of another recipe or shape
     */
    void restore(ByteBuffer in);
}
