package org.tersegrad.reducers;

import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Slice;
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
    /** Elements that are looked at together, of a gradient that is not in an array. */
    private final float[] piece = new float[2048];

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
        return Finite.largestKey(gradient.array(), gradient.offset(), gradient.length()) <= limitKey
                ? gradient
                : bounded(gradient);
    }

    /**
     * A gradient of any kind within the limit.
     *
     * @param gradient not modified
     * @return the gradient itself, or a {@link FloatSlice}, as {@link #within(FloatSlice)}
     * @throws IllegalArgumentException if an element is not finite; names the first
     */
    public Slice within(Slice gradient) {
        if (gradient instanceof FloatSlice array) {
            return within(array);
        }
        int key = 0;
        for (int done = 0; done < gradient.length(); done += piece.length) {
            int next = Math.min(piece.length, gradient.length() - done);
            gradient.get(done, next, piece, 0);
            key = Math.max(key, Finite.largestKey(piece, 0, next, done));
        }
        return key <= limitKey ? gradient : bounded(gradient);
    }

    private FloatSlice bounded(Slice gradient) {
        FloatSlice copy = FloatSlice.of(new float[gradient.length()]);
        gradient.copyTo(copy);
        Finite.bound(copy.array(), 0, copy.length(), limit);
        return copy;
    }

    /**
     * A gradient and the residual, within the limit.
     *
     * @param gradient not modified
     * @return the residual's own, as that of {@link Residual#plus}
     * @throws IllegalArgumentException if an element of the gradient is not finite; names the first
     */
    public FloatSlice plus(Residual residual, Slice gradient) {
        FloatSlice sum = residual.plus(gradient);
        if (ReductionKernels.LARGEST_KEY.at(sum.length()).largestKey(sum.array(), 0, sum.length()) > limitKey) {
            Finite.bound(sum.array(), 0, sum.length(), limit);
        }
        return sum;
    }
}
