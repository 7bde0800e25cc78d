package org.tersegrad.codecs.internal;

/**
 * The other half of the SIMD seam: loops over floats. The rules are those of {@link Kernels}; every method takes any
 * count.
 *
 * <p>The <i>key</i> of a float is the bit pattern of its magnitude. Keys order like magnitudes, and that of an infinity
 * or a NaN is {@link #NON_FINITE} or more, so a largest key tells whether all is finite.
 *
 * <p>Sums of floats depend on their order. The order here is that of sixteen lanes, element {@code i} in lane
 * {@code i % 16}, first to last, whatever the width of a vector; products are rounded before they are added.
 */
public interface FloatKernels {
    /** The smallest key that is not of a finite number. */
    int NON_FINITE = 0x7f800000;

    /** How many places more than the elements it looks at {@link #collect} needs. */
    int COLLECT_ROOM = 272;

    /** The largest key; 0 for no elements. */
    int largestKey(float[] values, int offset, int count);

    /**
     * Adds magnitudes.
     *
     * @param lanes modified: {@code lanes[i % 16] += |values[offset + i]|}
     */
    void sumMagnitudes(float[] values, int offset, int count, float[] lanes);

    /**
     * Adds the squares of {@code factor * value}.
     *
     * @param lanes modified: {@code lanes[i % 16] += (factor * values[offset + i])^2}
     */
    void sumSquares(float[] values, int offset, int count, float factor, float[] lanes);

    /**
     * Adds what is positive of {@code factor * value}.
     *
     * @param lanes modified: {@code lanes[i % 16] += max(factor * values[offset + i], 0)}
     */
    void sumPositive(float[] values, int offset, int count, float factor, float[] lanes);

    /**
     * {@code target[i] += weight * values[i]}.
     *
     * @param values not modified
     * @param target modified in {@code [targetOffset, targetOffset + count)}
     */
    void addScaled(float[] values, int offset, int count, float weight, float[] target, int targetOffset);

    /**
     * Appends {@code base + i}, ascending, for every {@code i} in {@code [0, count)} whose key is {@code leastKey} or more.
     *
     * @param leastKey not negative
     * @param indices modified in {@code [to, to + count + COLLECT_ROOM)}, which must be there; of no use beyond the result
     * @return how many
     */
    int collect(float[] values, int offset, int count, int leastKey, int base, int[] indices, int to);
}
