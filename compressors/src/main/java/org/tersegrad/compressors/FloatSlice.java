package org.tersegrad.compressors;

import java.util.Objects;

/**
 * A run of floats in somebody's array: a gradient, or the part of one that belongs to a tensor.
 *
 * <p>The bounds are checked here, once, so that nothing behind it has to. Two slices are equal when they are the same
 * place, whatever stands there.
 *
 * @param array not copied
 * @param offset the first element
 * @param length how many elements
 */
@SuppressWarnings("ArrayRecordComponent") // a view of an array, not a value that holds one
public record FloatSlice(float[] array, int offset, int length) {
    public FloatSlice {
        Objects.checkFromIndexSize(offset, length, array.length);
    }

    /** All of {@code array}. */
    public static FloatSlice of(float... array) {
        return new FloatSlice(array, 0, array.length);
    }
}
