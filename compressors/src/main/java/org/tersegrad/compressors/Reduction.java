package org.tersegrad.compressors;

import java.nio.ByteBuffer;

/**
 * Averages the gradients of one tensor over a group, step after step. All workers of the group call it together. Who writes
 * one extends {@link Restorable} for the part about states.
 */
public interface Reduction {
    /**
     * Averages a gradient.
     *
     * @param gradient modified: this worker's before, the mean of all afterwards, with the same bits on every worker
     * @return how many bits this worker sent for it
     * @throws IllegalArgumentException if the length is not that of the shape, or an element is not finite
     */
    long reduce(FloatSlice gradient);

    /**
     * Averages a gradient together with what is owed, and remembers what this worker's part in the mean lacks of the two.
     *
     * <pre>
     *   sum = owed + gradient;   gradient = mean of what was sent of all sums;   owed = sum − what was sent of this one
     * </pre>
     *
     * @param gradient modified: this worker's before, the mean of all afterwards, with the same bits on every worker
     * @param memory modified, unless the gradient is refused; as long as the gradient
     * @return how many bits this worker sent for it
     */
    long reduce(FloatSlice gradient, Memory memory);

    /** As {@link Encoder#residualNorm}, of this worker. */
    default double residualNorm() {
        return 0;
    }

    /** As {@link Encoder#addResidualTo}. */
    default void addResidualTo(FloatSlice target, float weight) {}

    /** As {@link Encoder#scaleResidual}. */
    default void scaleResidual(float factor) {}

    /** As {@link Encoder#stateBytes}. */
    int stateBytes();

    /** As {@link Encoder#save}: this worker's state, to be restored by the worker of the same rank. */
    void save(ByteBuffer out);

    /** As {@link Encoder#restore}. */
    void restore(ByteBuffer in);
}
