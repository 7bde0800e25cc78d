package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.internal.bodies.kinds.BodyKind;

/**
 * What the encoders of all schemes do before and after the work of their own. For the schemes of this module; an encoder of
 * one's own extends {@link FormatEncoder}, which shows no internal type.
 */
public abstract class TensorEncoder extends SavedState implements Encoder {
    /** Seed and number of the step. */
    private static final long STEP_BYTES = 2L * Long.BYTES;

    /** How many elements the tensor has. */
    protected final int size;

    private final int maxBodyBytes;
    private long seed;
    private long step;

    /** An encoder of a recipe for one tensor. */
    protected TensorEncoder(Compressor recipe, Shape shape, Seed seed) {
        super(recipe, shape);
        this.size = shape.size();
        this.maxBodyBytes = recipe.maxBytes(shape) - Payload.HEADER_BYTES;
        this.seed = seed.value();
    }

    @Override
    public void encode(FloatSlice gradient, Payload payload) {
        byte[] out = open(gradient.length(), payload);
        close(payload, encodeBody(gradient.array(), gradient.offset(), out, Payload.HEADER_BYTES));
    }

    /** Checks the sizes and gives the bytes to write to. */
    final byte[] open(int length, Payload payload) {
        byte[] out = payload.open(maxBodyBytes);
        FloatSlice.requireLength(length, size);
        return out;
    }

    /** Makes a message of the body that was written; the step is over. */
    final void close(Payload payload, int bodyBytes) {
        payload.close(BodyKind.of(scheme()), size, bodyBytes);
        step = after(step);
    }

    /**
     * Writes the body for one step.
     *
     * @param values not modified
     * @param out modified from {@code at} on
     * @return the bytes of the body
     * @throws IllegalArgumentException if an element is not finite; then no state has changed
     */
    protected abstract int encodeBody(float[] values, int offset, byte[] out, int at);

    /** The number of the scheme by which the body written last is read, as {@code docs/wire-format.md} lists them. */
    protected abstract int scheme();

    /** The seed of this step. */
    protected final long stepSeed() {
        return CounterRandom.fork(seed, step);
    }

    /** If there is nothing to take back but the number of the step. */
    @Override
    public boolean canUndo() {
        return contentBytes() == STEP_BYTES;
    }

    @Override
    public void undo() {
        step--;
    }

    @Override
    protected long contentBytes() {
        return STEP_BYTES;
    }

    @Override
    protected void saveContent(ByteBuffer out) {
        out.putLong(seed).putLong(step);
    }

    @Override
    protected void restoreContent(ByteBuffer in) {
        seed = in.getLong();
        step = getStep(in);
    }

    /** The length of a payload, header included, if a Java array can be that long. */
    public static int payloadBytes(long bodyBytes, Shape shape) {
        long bytes = Payload.HEADER_BYTES + bodyBytes;
        if (bytes > Payload.MOST_BYTES) {
            throw new IllegalArgumentException("a payload for " + shape.size() + " elements may take " + bytes
                    + " bytes, the limit is " + Payload.MOST_BYTES + "; split the tensor");
        }
        return (int) bytes;
    }

    /** The number of a payload's scheme, for an encoder that makes one body of several. */
    protected static int schemeOf(Payload payload) {
        return payload.scheme().id();
    }

    /** Copies the body of a payload and returns its length. */
    protected static int copyBody(Payload payload, byte[] out, int at) {
        return payload.copyBody(out, at);
    }
}
