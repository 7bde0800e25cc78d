package org.tersegrad.compressors;

/**
 * Compresses one tensor, step after step, without allocating. Not thread-safe.
 *
 * <p>A gradient of the right length is rejected if and only if an element is NaN or infinite. Then the encoder is as it was and the
 * payload is empty. A finite gradient is taken however large it is, and what is decoded from the payload is finite: where a sum
 * that an encoder keeps across steps, a residual or an estimate, would overflow, it stays at the largest float. So nothing that an
 * encoder has taken can make it reject what comes later, and wrappers need not undo half a step.
 *
 * <p>An encoder extends {@link SavedState} for the part about states and residuals.
 */
public interface Encoder extends Stateful {
    /**
     * Compresses the gradient of the next step.
     *
     * @param gradient not modified; as long as the shape says, and finite
     * @param payload modified: holds this step's message afterwards
     * @throws IllegalArgumentException if the length is not that of the shape, if an element is not finite, or if the     payload
     *     is too small
     */
    void encode(FloatSlice gradient, Payload payload);

    /**
     * A step with a residual, which is what error feedback is made of: compresses the gradient together with the residual, and
     * remembers what was not sent of the two.
     *
     * <pre>
     *   sum = residual + gradient;   payload = encode(sum);   residual = sum − decoded
     * </pre>
     *
     * <p>This default does just that. A scheme may do it in fewer passes, with the same payload and the same residual bit for bit.
     *
     * @param gradient not modified
     * @param residual modified, unless the gradient is rejected; as long as the gradient
     * @param payload modified: holds this step's message afterwards
     */
    default void encode(FloatSlice gradient, Residual residual, Payload payload) {
        payload.clear();
        encode(residual.plus(gradient), payload);
        residual.keepUnsent(payload);
    }

    /**
     * Compresses a gradient of 16-bit floats, or one in a buffer: the payload is that of the same numbers in an array of 32-bit
     * floats, and so is what the encoder remembers. NaN and infinities are rejected in the same way.
     *
     * @param gradient not modified
     * @param payload modified: holds this step's message afterwards; it also keeps a copy of the gradient if the encoder needs one
     */
    default void encode(Slice gradient, Payload payload) {
        encode(payload.floats(gradient), payload);
    }

    /**
     * A step with a residual, which is one of 32-bit floats, for any gradient. It is read and converted while it is added, without
     * a copy.
     *
     * @param gradient not modified
     * @param residual modified, unless the gradient is rejected; as long as the gradient
     * @param payload modified: holds this step's message afterwards
     */
    default void encode(Slice gradient, Residual residual, Payload payload) {
        payload.clear();
        encode(residual.plus(gradient), payload);
        residual.keepUnsent(payload);
    }

    /**
     * Passes over a step of the group in which this worker has no gradient. An encoder that draws the same numbers as those of other
     * workers draws theirs in the next step, too; all others do nothing.
     */
    default void skip() {}

    /**
     * Whether {@link #undo} works. It is for encoders that can take a step back at no cost; for all others, a caller that may have
     * to saves the state before the step.
     */
    default boolean canUndo() {
        return false;
    }

    /**
     * Takes back the last step, whose payload has not reached all workers: the state is what it was before. Only right after that
     * step, and if {@link #canUndo}.
     */
    default void undo() {
        throw new IllegalArgumentException("this encoder cannot take a step back; restore the state before it");
    }
}
