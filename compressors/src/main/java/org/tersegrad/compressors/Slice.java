package org.tersegrad.compressors;

/**
 * A run of a tensor's elements, wherever they are: floats of an array ({@link FloatSlice}), 16-bit floats of an array
 * ({@link HalfSlice}), or either of them in a buffer, on the heap or outside ({@link BufferSlice}). Payloads, residuals and means
 * do not depend on it: they are those of the same numbers in a {@code float[]}.
 */
public sealed interface Slice permits FloatSlice, HalfSlice, BufferSlice {
    /** Number of elements. */
    int length();

    /**
     * This slice, if it is as long as a tensor.
     *
     * @throws IllegalArgumentException if not
     */
    Slice requireLength(int size);

    /**
     * This slice, if its elements can be written.
     *
     * @throws IllegalArgumentException if it is a view of a read-only buffer
     */
    default Slice requireWritable() {
        return this;
    }

    /**
     * Reads elements {@code from .. from + count} as floats of 32 bits, which is exact.
     *
     * @param target modified in {@code [to, to + count)}
     */
    void get(int from, int count, float[] target, int to);

    /**
     * Writes elements {@code to .. to + count}. 16-bit floats are rounded to nearest, halves to even; as IEEE 754 has it, what is
     * too large for the format becomes infinite.
     *
     * @param values not modified: the new ones, from {@code from} on
     */
    void set(float[] values, int from, int count, int to);

    /** Adds to one element, and rounds the sum in the same way. */
    void add(int at, float change);

    /**
     * Reads all elements.
     *
     * @param target modified; as long as this slice
     */
    default void copyTo(FloatSlice target) {
        target.requireLength(length());
        get(0, length(), target.array(), target.offset());
    }

    /**
     * Replaces all elements, as {@link #set(float[], int, int, int)}.
     *
     * @param values not modified; as long as this slice
     */
    default void set(FloatSlice values) {
        values.requireLength(length());
        set(values.array(), values.offset(), length(), 0);
    }

    /**
     * The elements in an array of floats, which the caller changes and hands to {@link #set(FloatSlice)}: those of a
     * {@link FloatSlice} where they are, of others a copy.
     */
    FloatSlice floats();
}
