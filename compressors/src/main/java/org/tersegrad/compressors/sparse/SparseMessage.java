package org.tersegrad.compressors.sparse;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Shape;

/** A fixed number of elements of a tensor, with their indices, that go from worker to worker as a payload. */
public final class SparseMessage {
    private final int size;
    private final int[] indices;
    private final float[] values;
    private final SparseFormat.Writer writer;
    private final Payload payload;
    private final Payload.BodyWriter body = this::writeBody;

    /** Room for {@code count} of {@code size} elements. */
    public SparseMessage(int count, int size) {
        this.size = size;
        indices = new int[count];
        values = new float[count];
        writer = new SparseFormat.Writer(ValueFormat.FP32, Shape.vector(size), count);
        long most = SparseFormat.Writer.maxBytes(ValueFormat.FP32, count, size);
        payload = Payload.allocate(SparseFormat.INSTANCE.payloadBytes(most, Shape.vector(size)));
    }

    /** No message is longer. */
    public int maxBytes() {
        return payload.capacity();
    }

    /** Increasing. */
    public int[] indices() {
        return indices;
    }

    /** The values, as many as there are indices. */
    public float[] values() {
        return values;
    }

    /**
     * Takes some elements of a tensor.
     *
     * @param tensor not modified
     * @param chosen not modified: as many indices as there is room for, increasing
     */
    public void gather(FloatSlice tensor, int[] chosen) {
        System.arraycopy(chosen, 0, indices, 0, indices.length);
        for (int i = 0; i < indices.length; i++) {
            values[i] = tensor.array()[tensor.offset() + indices[i]];
        }
    }

    /**
     * Puts the elements where they belong.
     *
     * @param tensor modified there
     */
    public void scatter(FloatSlice tensor, float weight) {
        for (int i = 0; i < indices.length; i++) {
            tensor.array()[tensor.offset() + indices[i]] = weight * values[i];
        }
    }

    /**
     * Writes the payload.
     *
     * @param out modified
     */
    public void writeTo(ByteBuffer out) {
        payload.write(SparseFormat.INSTANCE, size, payload.capacity() - Payload.HEADER_BYTES, body);
        payload.writeTo(out);
    }

    /**
     * Reads a payload of as many elements.
     *
     * @param in modified
     */
    public void readFrom(ByteBuffer in) {
        payload.readFrom(in, size);
        if (payload.format() != SparseFormat.INSTANCE) {
            throw new MalformedInputException(3, "expected are some of " + size + " elements, this is " + payload);
        }
        SparseFormat.takeEntries(payload.body(), indices, values);
    }

    private int writeBody(byte[] out, int at) {
        return writer.writeEntries(indices, values, indices.length, out, at);
    }
}
