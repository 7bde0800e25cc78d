package org.tersegrad.compressors;

import java.util.Objects;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.internal.Finite;

/**
 * A run of floats in a caller's array: a gradient, or one tensor's part of it.
 *
 * <p>The bounds are checked here, once, so that nothing behind it has to. Two slices are equal if they cover the same
 * place, whatever the values.
 *
 * @param array not copied
 * @param offset the first element
 * @param length how many elements; they end at {@link Shape#MAX_SIZE} at the latest
 */
@SuppressWarnings("ArrayRecordComponent") // a view of an array, not a value that holds one
public record FloatSlice(float[] array, int offset, int length) implements Slice {
    public FloatSlice {
        Objects.checkFromIndexSize(offset, length, array.length);
        Shape.requireSize(offset + length);
    }

    /** All of {@code array}. */
    public static FloatSlice of(float... array) {
        return new FloatSlice(array, 0, array.length);
    }

    /**
     * This slice, if it is as long as a tensor.
     *
     * @throws IllegalArgumentException if not
     */
    @Override
    public FloatSlice requireLength(int size) {
        requireLength(length, size);
        return this;
    }

    static void requireLength(int length, int size) {
        if (length != size) {
            throw new IllegalArgumentException("a gradient of " + length + " elements for a tensor of " + size);
        }
    }

    @Override
    public void get(int from, int count, float[] target, int to) {
        System.arraycopy(array, offset + from, target, to, count);
    }

    @Override
    public void set(float[] values, int from, int count, int to) {
        if (values != array || from != offset + to) { // a mean that is in its place already
            System.arraycopy(values, from, array, offset + to, count);
        }
    }

    @Override
    public void add(int at, float change) {
        array[offset + at] += change;
    }

    @Override
    public FloatSlice floats() {
        return this;
    }

    /** The largest magnitude of an element; 0 if there is none, infinite or NaN if an element is not finite. */
    public float largestMagnitude() {
        return Float.intBitsToFloat(ReductionKernels.LARGEST_KEY.at(length).largestKey(array, offset, length));
    }

    /**
     * This slice, if all of it is finite.
     *
     * @throws IllegalArgumentException if not; names the first element that is not
     */
    public FloatSlice requireFinite() {
        Finite.largestKey(array, offset, length);
        return this;
    }

    /**
     * Brings the elements that are beyond a limit to that limit, infinities included; a NaN stays.
     *
     * @param limit 0 or more
     */
    public void bound(float limit) {
        Finite.bound(array, offset, length, limit);
    }

    /** Multiplies each element. */
    public void multiply(float factor) {
        for (int i = offset; i < offset + length; i++) {
            array[i] *= factor;
        }
    }
}
