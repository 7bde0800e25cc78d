package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;

/**
 * The border to tensors that live elsewhere, such as in native memory: one bulk copy in, one out. All positions move
 * behind what was copied; a byte buffer is read and written in its own order.
 */
public final class Buffers {
    private Buffers() {}

    /**
     * Fills a slice.
     *
     * @param from modified: its position
     * @param to modified
     */
    public static void copy(FloatBuffer from, FloatSlice to) {
        requireFloats(to.length(), from.remaining());
        from.get(to.array(), to.offset(), to.length());
    }

    /**
     * Fills a slice.
     *
     * @param from modified: its position; heap or direct
     * @param to modified
     */
    public static void copy(ByteBuffer from, FloatSlice to) {
        requireFloats(to.length(), from.remaining() / Float.BYTES);
        from.asFloatBuffer().get(to.array(), to.offset(), to.length());
        from.position(from.position() + Float.BYTES * to.length());
    }

    /**
     * Writes a slice.
     *
     * @param from not modified
     * @param to modified
     */
    public static void copy(FloatSlice from, FloatBuffer to) {
        requireFloats(from.length(), to.remaining());
        to.put(from.array(), from.offset(), from.length());
    }

    /**
     * Writes a slice.
     *
     * @param from not modified
     * @param to modified; heap or direct
     */
    public static void copy(FloatSlice from, ByteBuffer to) {
        requireFloats(from.length(), to.remaining() / Float.BYTES);
        to.asFloatBuffer().put(from.array(), from.offset(), from.length());
        to.position(to.position() + Float.BYTES * from.length());
    }

    /**
     * Fills a slice of 16-bit floats.
     *
     * @param from modified: its position
     * @param to modified
     */
    public static void copy(ShortBuffer from, HalfSlice to) {
        requireFloats(to.length(), from.remaining());
        from.get(to.array(), to.offset(), to.length());
    }

    /**
     * Fills a slice of 16-bit floats.
     *
     * @param from modified: its position; heap or direct
     * @param to modified
     */
    public static void copy(ByteBuffer from, HalfSlice to) {
        requireFloats(to.length(), from.remaining() / Short.BYTES);
        from.asShortBuffer().get(to.array(), to.offset(), to.length());
        from.position(from.position() + Short.BYTES * to.length());
    }

    /**
     * Writes a slice of 16-bit floats.
     *
     * @param from not modified
     * @param to modified
     */
    public static void copy(HalfSlice from, ShortBuffer to) {
        requireFloats(from.length(), to.remaining());
        to.put(from.array(), from.offset(), from.length());
    }

    /**
     * Writes a slice of 16-bit floats.
     *
     * @param from not modified
     * @param to modified; heap or direct
     */
    public static void copy(HalfSlice from, ByteBuffer to) {
        requireFloats(from.length(), to.remaining() / Short.BYTES);
        to.asShortBuffer().put(from.array(), from.offset(), from.length());
        to.position(to.position() + Short.BYTES * from.length());
    }

    private static void requireFloats(int wanted, int there) {
        if (there < wanted) {
            throw new IllegalArgumentException("the buffer has " + there + " floats, the slice " + wanted);
        }
    }
}
