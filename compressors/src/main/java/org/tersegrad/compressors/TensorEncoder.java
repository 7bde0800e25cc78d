package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.internal.Scheme;

/** What the encoders of all schemes do before and after the work of their own. */
abstract class TensorEncoder implements Encoder {
    /** How many elements the tensor has. */
    final int size;

    private final int maxBodyBytes;
    private final long seed;
    private long step;

    TensorEncoder(Compressor recipe, Shape shape, Seed seed) {
        this.size = shape.size();
        this.maxBodyBytes = recipe.maxBytes(shape) - Payload.HEADER_BYTES;
        this.seed = seed.value();
    }

    @Override
    public final void encode(FloatSlice gradient, Payload payload) {
        byte[] out = payload.open(maxBodyBytes);
        requireLength(gradient, size);
        int bytes = encodeBody(gradient.array(), gradient.offset(), out, Payload.HEADER_BYTES);
        payload.close(scheme(), size, bytes);
        step++;
    }

    /**
     * Writes the body for one step.
     *
     * @param values not modified
     * @param out modified from {@code at} on
     * @return the bytes of the body
     * @throws IllegalArgumentException if an element is not finite; then no state has changed
     */
    abstract int encodeBody(float[] values, int offset, byte[] out, int at);

    /** How the body written last is read. */
    abstract Scheme scheme();

    /** The seed of this step. */
    final long stepSeed() {
        return CounterRandom.fork(seed, step);
    }

    @Override
    public int stateBytes() {
        return Long.BYTES;
    }

    @Override
    public void save(ByteBuffer out) {
        putLong(step, out);
    }

    @Override
    public void restore(ByteBuffer in) {
        step = getLong(in);
    }

    static void putLong(long value, ByteBuffer out) {
        out.putLong(littleEndian(out, value));
    }

    static long getLong(ByteBuffer in) {
        return littleEndian(in, in.getLong());
    }

    private static long littleEndian(ByteBuffer buffer, long value) {
        return buffer.order() == ByteOrder.LITTLE_ENDIAN ? value : Long.reverseBytes(value);
    }

    /** Writes floats as part of a state. */
    static void save(float[] values, ByteBuffer out) {
        ByteOrder order = out.order();
        out.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values);
        out.position(out.position() + Float.BYTES * values.length).order(order);
    }

    /** Reads floats as part of a state. */
    static void restore(float[] values, ByteBuffer in) {
        ByteOrder order = in.order();
        in.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
        in.position(in.position() + Float.BYTES * values.length).order(order);
    }

    static void requireLength(FloatSlice gradient, int size) {
        if (gradient.length() != size) {
            throw new IllegalArgumentException(
                    "a gradient of " + gradient.length() + " elements for a tensor of " + size);
        }
    }

    /** The length of a payload, header included, if a Java array can be that long. */
    static int payloadBytes(long bodyBytes, Shape shape) {
        long bytes = Payload.HEADER_BYTES + bodyBytes;
        if (bytes > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a payload for " + shape.size() + " elements may take " + bytes
                    + " bytes, the limit is " + (Integer.MAX_VALUE - 8) + "; split the tensor");
        }
        return (int) bytes;
    }
}
