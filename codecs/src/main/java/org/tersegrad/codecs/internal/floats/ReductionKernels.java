package org.tersegrad.codecs.internal.floats;

import org.tersegrad.codecs.internal.Kernel;
import org.tersegrad.codecs.internal.Kernels;

/**
 * Reduces floats: the largest magnitude, and sums. Every method takes any count.
 *
 * <p>The <i>key</i> of a float is the bit pattern of its magnitude. Keys order like magnitudes, and that of an infinity
 * or a NaN is {@link #NON_FINITE} or more, so a largest key tells whether all is finite.
 *
 * <p>Sums of floats depend on their order. The order here is that of sixteen lanes, element {@code i} in lane {@code i % 16},
 * whatever the width of a vector. Whole rows of sixteen go in runs of {@link #RUN} elements: in a run each lane is summed from 0,
 * first to last, and then added to its total; of many small numbers after a large one few are lost. The elements after the last
 * whole row are added to the totals. Products are rounded before they are added.
 */
public interface ReductionKernels {
    Kernel<ReductionKernels> LARGEST_KEY =
            Kernel.of(new ScalarReductions(), (k, b) -> b.result = k.largestKey(b.floats, 0, b.count));
    Kernel<ReductionKernels> EXTREMES =
            Kernel.of(new ScalarReductions(), (k, b) -> k.extremes(b.floats, 0, b.count, b.ints));
    Kernel<ReductionKernels> SUM_MAGNITUDES =
            Kernel.of(new ScalarReductions(), (k, b) -> k.sumMagnitudes(b.floats, 0, b.count, b.lanes));
    Kernel<ReductionKernels> SUM_SQUARES =
            Kernel.of(new ScalarReductions(), (k, b) -> k.sumSquares(b.floats, 0, b.count, 0.75f, b.lanes));
    Kernel<ReductionKernels> SUM_EACH_SIGN =
            Kernel.of(new ScalarReductions(), (k, b) -> k.sumEachSign(b.floats, 0, b.count, b.lanes));

    /** Elements that are summed up before they are added to the sums of those before them. */
    int RUN = 16 * Kernels.LANES;

    /** The smallest key that is not of a finite number. */
    int NON_FINITE = 0x7f800000;

    /** The largest key; 0 for no elements. */
    int largestKey(float[] values, int offset, int count);

    /**
     * Finds the least and the greatest of some floats, as integers of the same order: {@link #ordered} of the one and of the other. A
     * NaN is beyond the infinity of its sign.
     *
     * @param count 1 or more
     * @param extremes modified: the least, and the greatest
     */
    void extremes(float[] values, int offset, int count, int[] extremes);

    /** A float as an integer that has its place in the order of all, −0.0 below 0.0; twice gives the bits of the float. */
    static int ordered(int bits) {
        return bits ^ bits >> 31 >>> 1;
    }

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
     * Adds the magnitudes of each sign, −0.0 and a NaN whose sign bit is set being negative.
     *
     * @param lanes modified: {@code lanes[i % 16] += |values[offset + i]|} if that is positive,
     *     {@code lanes[16 + i % 16] += |values[offset + i]|} if it is negative
     */
    void sumEachSign(float[] values, int offset, int count, float[] lanes);
}
