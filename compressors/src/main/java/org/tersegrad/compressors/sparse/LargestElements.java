package org.tersegrad.compressors.sparse;

import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.internal.LargestMagnitudes;

/**
 * Selection of the {@code count} elements with the largest magnitudes out of {@code size}, as in {@link TopK}: indices ascend, and of
 * equal magnitudes those with the lower index win. Time is linear in the size; all memory is allocated at creation. Not thread-safe.
 */
public final class LargestElements {
    private final int size;
    private final int count;
    private final LargestMagnitudes magnitudes;

    /**
     * Allocates all that {@link #select} needs.
     *
     * @param count 0 to {@code size}
     */
    public LargestElements(int size, int count) {
        this.size = size;
        this.count = count;
        magnitudes = new LargestMagnitudes(size, count);
    }

    /**
     * Finds the largest elements.
     *
     * @param values not modified: {@code size} floats; the result is undefined if one is not finite
     * @param indices modified: the first {@code count} are the result, counted from the start of the slice
     */
    public void select(FloatSlice values, int[] indices) {
        values.requireLength(size);
        if (indices.length < count) {
            throw new IllegalArgumentException(indices.length + " indices for " + count + " elements");
        }
        magnitudes.select(values.array(), values.offset(), indices);
    }
}
