package org.tersegrad.reducers;

import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.internal.Finite;

/**
 * The largest magnitude that an element has in a reduction: so small that no sum over the group overflows.
 *
 * <pre>
 *   limit = 2^127 / t          t = how many numbers of that size are added up at most
 * </pre>
 *
 * <p>An element beyond it counts as the limit, as sums beyond the largest float do elsewhere: no finite gradient is rejected,
 * and no worker finds out in the middle of a step that it cannot go on while the others can.
 */
public final class SumLimit {
    private final float limit;
    private final int limitKey;

    /**
     * Makes a limit.
     *
     * @param terms t, 1 or more
     */
    public SumLimit(double terms) {
        limit = (float) (0x1p127 / terms);
        limitKey = Float.floatToRawIntBits(limit);
    }

    /**
     * A gradient within the limit.
     *
     * @param gradient not modified
     * @return the gradient itself, or a copy if something in it is beyond the limit
     * @throws IllegalArgumentException if an element is not finite; names the first
     */
    public FloatSlice within(FloatSlice gradient) {
        if (Finite.largestKey(gradient.array(), gradient.offset(), gradient.length()) <= limitKey) {
            return gradient;
        }
        float[] copy = new float[gradient.length()];
        System.arraycopy(gradient.array(), gradient.offset(), copy, 0, copy.length);
        Finite.bound(copy, 0, copy.length, limit);
        return FloatSlice.of(copy);
    }

    /**
     * A gradient and the residual, within the limit.
     *
     * @param gradient not modified
     * @return the residual's own, as that of {@link Residual#plus}
     * @throws IllegalArgumentException if an element of the gradient is not finite; names the first
     */
    public FloatSlice plus(Residual residual, FloatSlice gradient) {
        FloatSlice sum = residual.plus(gradient);
        if (ReductionKernels.LARGEST_KEY.at(sum.length()).largestKey(sum.array(), 0, sum.length()) > limitKey) {
            Finite.bound(sum.array(), 0, sum.length(), limit);
        }
        return sum;
    }
}
