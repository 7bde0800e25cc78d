package org.tersegrad.compressors;

import java.nio.Buffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;

/**
 * A view of a buffer, direct or on the heap: for tensors that an engine keeps in native memory. It covers the elements from the
 * buffer's position to its limit at creation; position and limit of the caller's buffer are neither used afterwards nor moved.
 *
 * <pre>{@code
 * FloatBuffer gradient = ByteBuffer.allocateDirect(4 * length).order(ByteOrder.nativeOrder()).asFloatBuffer();
 * BufferSlice slice = BufferSlice.of(gradient);     // once for each tensor
 * encoder.encode(slice, payload);                   // each step
 * payload.addTo(slice, 1f / workers);
 * }</pre>
 *
 * <p>Create a slice once and use it in every step: then no step allocates. {@link #inPlaceOf} is for tensors that move. Not thread-safe, not even for two readers.
 */
public abstract sealed class BufferSlice implements Slice {
    private final Buffer cursor;
    private final int length;
    private final boolean readOnly;
    /** For those who need all elements at once. */
    private FloatSlice copy = FloatSlice.of();

    private BufferSlice(Buffer buffer, ByteOrder order) {
        cursor = buffer;
        length = buffer.remaining();
        Shape.requireSize(length);
        readOnly = buffer.isReadOnly();
        if (order != ByteOrder.nativeOrder()) {
            throw new IllegalArgumentException("the buffer's order is " + order + ", that of this machine is "
                    + ByteOrder.nativeOrder() + "; set order(ByteOrder.nativeOrder()) before asFloatBuffer()");
        }
    }

    /**
     * The remaining elements of a buffer.
     *
     * @param buffer not copied; a read-only one is fine for what is only read
     * @throws IllegalArgumentException if the byte order is not that of the machine
     */
    public static BufferSlice of(FloatBuffer buffer) {
        return new Floats(buffer.slice());
    }

    /**
     * The remaining elements of a buffer, IEEE 754 binary16.
     *
     * @param buffer as in {@link #of}
     */
    public static BufferSlice fp16(ShortBuffer buffer) {
        return new Halves(buffer.slice(), HalfFloat.FP16);
    }

    /**
     * The remaining elements of a buffer, bfloat16.
     *
     * @param buffer as in {@link #of}
     */
    public static BufferSlice bf16(ShortBuffer buffer) {
        return new Halves(buffer.slice(), HalfFloat.BF16);
    }

    /**
     * This slice, for a tensor that an engine has moved: it takes over the copy that {@link #floats} of the earlier slice has made,
     * so that a step which needs one makes no other. The earlier slice is not used any more.
     */
    public final BufferSlice inPlaceOf(BufferSlice earlier) {
        copy = earlier.copy;
        return this;
    }

    @Override
    public final int length() {
        return length;
    }

    @Override
    public final BufferSlice requireLength(int size) {
        FloatSlice.requireLength(length, size);
        return this;
    }

    @Override
    public final BufferSlice requireWritable() {
        if (readOnly) {
            throw new IllegalArgumentException(
                    "the buffer of " + length + " elements is read-only, and would be modified");
        }
        return this;
    }

    /** A copy, which this slice keeps: the next call returns the same array with the elements of that moment. */
    @Override
    public final FloatSlice floats() {
        if (copy.length() != length) {
            copy = FloatSlice.of(new float[length]);
        }
        copyTo(copy);
        return copy;
    }

    /** Sets where the next bulk copy begins: by a method of Buffer, since Android hides those that return a FloatBuffer. */
    final void seek(int position) {
        cursor.position(position);
    }

    private static final class Floats extends BufferSlice {
        private final FloatBuffer buffer;

        Floats(FloatBuffer buffer) {
            super(buffer, buffer.order());
            this.buffer = buffer;
        }

        @Override
        public void get(int from, int count, float[] target, int to) {
            seek(from);
            buffer.get(target, to, count);
        }

        @Override
        public void set(float[] values, int from, int count, int to) {
            requireWritable();
            seek(to);
            buffer.put(values, from, count);
        }

        @Override
        public void add(int at, float change) {
            buffer.put(at, buffer.get(at) + change);
        }
    }

    private static final class Halves extends BufferSlice {
        /** Elements that are converted at a time. */
        private static final int PIECE = 2048;

        private final ShortBuffer buffer;
        private final HalfSlice piece;

        Halves(ShortBuffer buffer, HalfFloat format) {
            super(buffer, buffer.order());
            this.buffer = buffer;
            piece = new HalfSlice(new short[Math.min(PIECE, length())], 0, Math.min(PIECE, length()), format);
        }

        @Override
        public void get(int from, int count, float[] target, int to) {
            seek(from);
            for (int done = 0; done < count; done += PIECE) {
                int part = Math.min(PIECE, count - done);
                buffer.get(piece.array(), 0, part);
                piece.get(0, part, target, to + done);
            }
        }

        @Override
        public void set(float[] values, int from, int count, int to) {
            requireWritable();
            seek(to);
            for (int done = 0; done < count; done += PIECE) {
                int part = Math.min(PIECE, count - done);
                piece.set(values, from + done, part, 0);
                buffer.put(piece.array(), 0, part);
            }
        }

        @Override
        public void add(int at, float change) {
            piece.array()[0] = buffer.get(at);
            piece.add(0, change);
            buffer.put(at, piece.array()[0]);
        }
    }
}
