package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.internal.bodies.kinds.BodyKind;
import org.tersegrad.compressors.sparse.SparseWriter;
import org.tersegrad.compressors.sparse.ValueFormat;

/** A fixed number of elements of a tensor, with their indices, that go from worker to worker as a payload. */
public final class SparseMessage {
    private final int size;
    private final int[] indices;
    private final float[] values;
    private final SparseWriter writer;
    private final Payload payload;

    /** Room for {@code count} of {@code size} elements. */
    public SparseMessage(int count, int size) {
        this.size = size;
        indices = new int[count];
        values = new float[count];
        writer = new SparseWriter(ValueFormat.FP32, size);
        long body = SparseWriter.maxBytes(ValueFormat.FP32, count, size);
        payload = Payload.allocate(TensorEncoder.payloadBytes(body, Shape.vector(size)));
    }

    /** No message is longer. */
    public int maxBytes() {
        return payload.capacity();
    }

    /** Increasing. */
    public int[] indices() {
        return indices;
    }

    /** As many as there are indices. */
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
        byte[] bytes = payload.open(payload.capacity() - Payload.HEADER_BYTES);
        payload.close(
                BodyKind.SPARSE,
                size,
                writer.writeEntries(indices, values, indices.length, bytes, Payload.HEADER_BYTES));
        payload.writeTo(out);
    }

    /**
     * Reads a payload of as many elements.
     *
     * @param in modified
     */
    public void readFrom(ByteBuffer in) {
        payload.readFrom(in, size);
        payload.takeEntries(size, indices, values);
    }
}
