package org.tersegrad.compressors;

import java.util.Objects;

/**
 * A run of 16-bit floats in a caller's array, as in mixed-precision training: the counterpart of {@link FloatSlice}. Two slices are
 * equal if they cover the same place in the same format, whatever the values.
 *
 * <pre>{@code
 * HalfSlice half = HalfSlice.bf16(new short[4]);
 * half.set(FloatSlice.of(1.5f, -0.25f, 3f, -96f));
 * encoder.encode(half, payload);
 * payload.addTo(half, 0.5f); // the sum is rounded once, to nearest
 * }</pre>
 *
 * @param array not copied: the bits of each float
 * @param offset the first element
 * @param length how many elements; they end at {@link Shape#MAX_SIZE} at the latest
 * @param format what the bits mean
 */
@SuppressWarnings("ArrayRecordComponent") // a view of an array, not a value that holds one
public record HalfSlice(short[] array, int offset, int length, HalfFloat format) implements Slice {
    public HalfSlice {
        Objects.checkFromIndexSize(offset, length, array.length);
        Objects.requireNonNull(format);
        Shape.requireSize(offset + length);
    }

    /** All of {@code array}, IEEE 754 binary16. */
    public static HalfSlice fp16(short... array) {
        return new HalfSlice(array, 0, array.length, HalfFloat.FP16);
    }

    /** All of {@code array}, bfloat16: the upper halves of floats. */
    public static HalfSlice bf16(short... array) {
        return new HalfSlice(array, 0, array.length, HalfFloat.BF16);
    }

    @Override
    public HalfSlice requireLength(int size) {
        FloatSlice.requireLength(length, size);
        return this;
    }

    @Override
    public void get(int from, int count, float[] target, int to) {
        format.toFloats(array, offset + from, count, target, to);
    }

    @Override
    public void set(float[] values, int from, int count, int to) {
        format.round(values, from, count, array, offset + to);
    }

    @Override
    public void add(int at, float change) {
        format.add(array, offset + at, change);
    }

    /** A new copy. */
    @Override
    public FloatSlice floats() {
        FloatSlice floats = FloatSlice.of(new float[length]);
        copyTo(floats);
        return floats;
    }
}
