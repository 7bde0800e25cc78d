package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.internal.Finite;

/**
 * Base class of encoders that write the body of one format: opens the payload, writes the header, counts the step, and saves seed
 * and step. A subclass writes the body.
 */
public abstract class BodyEncoder extends SavedState implements Encoder {
    /** Seed and number of the step. */
    private static final long STEP_BYTES = 2L * Long.BYTES;

    /** Elements that are loaded at a time, if {@link #run} is less. */
    private static final int LOAD = Body.BLOCK;

    private static final FloatSlice IN_ARRAY = FloatSlice.of();

    /** Elements of the tensor. */
    protected final int size;

    private final BodyFormat format;
    private final int maxBodyBytes;
    private final BodyFormat.Id id;
    private final int nameBytes;
    private long seed;
    private long step;

    /** The gradient of this step, if it is not in an array of floats. */
    private Slice source = IN_ARRAY;

    /** Some elements of it, from {@link #loadedFrom} to {@link #loadedEnd}, which stay in the cache. */
    private float[] loaded = IN_ARRAY.array();

    private int loadedFrom;
    private int loadedEnd;

    /**
     * An encoder of a recipe for one tensor.
     *
     * @param recipe whose {@link Compressor#maxBytes} is {@link BodyFormat#payloadBytes} of the longest body
     */
    protected BodyEncoder(Compressor recipe, Shape shape, Seed seed, BodyFormat format) {
        super(recipe, shape);
        this.size = shape.size();
        this.format = format;
        this.maxBodyBytes = recipe.maxBytes(shape) - Payload.HEADER_BYTES;
        this.id = format.id();
        this.nameBytes = NamedFormat.headerBytes(id);
        this.seed = seed.value();
    }

    @Override
    public void encode(FloatSlice gradient, Payload payload) {
        byte[] out = open(gradient.length(), payload);
        if (nameBytes > 0) { // a custom format need not look at every element
            Finite.largestKey(gradient.array(), gradient.offset(), size);
        }
        close(payload, encodeBody(gradient.array(), gradient.offset(), out, bodyAt()));
    }

    /** Encodes in place if {@link #run} says so: a part of the gradient is loaded when {@link #encodeBody} comes to it. */
    @Override
    public void encode(Slice gradient, Payload payload) {
        if (run() == 0 || nameBytes > 0 || gradient instanceof FloatSlice) {
            Encoder.super.encode(gradient, payload);
            return;
        }
        byte[] out = open(gradient.length(), payload);
        if (loaded.length == 0) {
            loaded = new float[Math.min(Math.max(LOAD, run()), size)];
        }
        source = gradient;
        loadedEnd = 0;
        try {
            close(payload, encodeBody(loaded, 0, out, bodyAt()));
        } finally {
            source = IN_ARRAY;
        }
    }

    /**
     * The most elements between two calls of {@link #load}, for an encoder that calls it before it looks at any of them, and
     * goes through them once, from first to last. 0, the default, for one that needs all elements together.
     */
    protected int run() {
        return 0;
    }

    /**
     * Makes some elements available to {@link #encodeBody}.
     *
     * @param offset its argument
     * @param count at most {@link #run}
     * @return what is {@code offset} for these: element {@code from} is {@code values[load(offset, from, count) + from]}
     */
    protected final int load(int offset, int from, int count) {
        if (source.length() == 0) {
            return offset;
        }
        if (from + count > loadedEnd) {
            int next = Math.min(size - from, loaded.length / count * count);
            source.get(from, next, loaded, 0);
            loadedFrom = from;
            loadedEnd = from + next;
        }
        return -loadedFrom;
    }

    /** Checks the sizes and returns the bytes to write to. */
    final byte[] open(int length, Payload payload) {
        byte[] out = payload.open(maxBodyBytes);
        FloatSlice.requireLength(length, size);
        return out;
    }

    /** Index of the first byte of the body in a payload. */
    final int bodyAt() {
        return Payload.HEADER_BYTES + nameBytes;
    }

    /** Makes a message of the body that was written; the step is over. */
    final void close(Payload payload, int bodyBytes) {
        NamedFormat.writeHeader(id, payload.bytes(), Payload.HEADER_BYTES);
        payload.close(format, id.number(), size, nameBytes + bodyBytes);
        step = after(step);
    }

    /**
     * Writes the body for one step.
     *
     * @param values not modified; if {@link #run} is not 0, read after {@link #load} only
     * @param offset of the first element
     * @param out modified from {@code at} on
     * @return the bytes of the body
     * @throws IllegalArgumentException if an element is not finite; then no state has changed
     */
    protected abstract int encodeBody(float[] values, int offset, byte[] out, int at);

    /** The seed of this step. */
    protected final long stepSeed() {
        return CounterRandom.fork(seed, step);
    }

    /** Whether encoders of other workers draw the same numbers, so that steps have to be the same, too. */
    protected boolean drawsWithOthers() {
        return false;
    }

    @Override
    public void skip() {
        if (drawsWithOthers()) {
            step = after(step);
        }
    }

    /** Whether there is nothing to take back but the number of the step. */
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
}
