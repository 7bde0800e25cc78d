package org.tersegrad.compressors.internal;

import java.util.Arrays;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;

/**
 * Sums over a tensor, in an order that no CPU changes: blocks of 4096 elements, in each of them sixteen lanes of floats, in
 * each of these runs of sixteen elements (see {@link ReductionKernels}); lanes and blocks are added as doubles from first to
 * last. So a float is the sum of sixteen others at most, and a sum is off by less than 2 millionths. A block whose float sums
 * overflow is added as doubles, one element after the other.
 */
public final class OrderedSums {
    /** Elements in a block. */
    public static final int BLOCK = 4096;

    private final float[] lanes = new float[Kernels.LANES];
    private final float[] signLanes = new float[2 * Kernels.LANES];

    /**
     * The sum of magnitudes of a block, whose signs are packed at the same time. Not finite if an element is not.
     *
     * @param count at most {@link #BLOCK}; if more follow, exactly that
     * @param out modified: the signs, from {@code to} on
     */
    public double packSigns(float[] values, int offset, int count, byte[] out, int to) {
        SignBits.packAndSum(values, offset, count, out, to, begin());
        return end(values, offset, count);
    }

    /** Lanes for the magnitudes of a block that a kernel adds up, zero. */
    public float[] begin() {
        Arrays.fill(lanes, 0f);
        return lanes;
    }

    /**
     * The sum of magnitudes of a block whose lanes are full. Not finite if an element is not.
     *
     * @param count at most {@link #BLOCK}; if more follow, exactly that
     */
    public double end(float[] values, int offset, int count) {
        double sum = sumOfLanes();
        if (Double.isFinite(sum)) {
            return sum;
        }
        double exact = 0;
        for (int i = offset; i < offset + count; i++) {
            exact += Math.abs(values[i]);
        }
        return exact;
    }

    /**
     * Adds up the magnitudes of each sign. A sum is not finite if an element of that sign is not.
     *
     * @param sums modified: the first grows by the magnitudes of positive elements, the second by those of negative ones
     */
    public void addEachSign(float[] values, int offset, int count, double[] sums) {
        for (int done = 0; done < count; done += BLOCK) {
            int block = Math.min(BLOCK, count - done);
            Arrays.fill(signLanes, 0f);
            ReductionKernels.SUM_EACH_SIGN.at(block).sumEachSign(values, offset + done, block, signLanes);
            sums[0] += positive(sum(signLanes, 0), values, offset + done, block, 1f);
            sums[1] += positive(sum(signLanes, Kernels.LANES), values, offset + done, block, -1f);
        }
    }

    /** The sum of what is positive of {@code sign * value}: that of floats, or one of doubles if it has overflowed. */
    private static double positive(double ofFloats, float[] values, int offset, int count, float sign) {
        if (Double.isFinite(ofFloats)) {
            return ofFloats;
        }
        double sum = 0;
        for (int i = offset; i < offset + count; i++) {
            sum += Math.max(sign * values[i], 0f);
        }
        return sum;
    }

    /**
     * The Euclidean norm. The largest element is brought near 1 by a power of two first, so that no square overflows.
     *
     * @param largestKey of these values
     */
    public double euclidean(float[] values, int offset, int count, int largestKey) {
        int exponent = (largestKey >>> 23) - 127;
        float factor = Math.scalb(1f, Math.max(-126, Math.min(126, -exponent)));
        double sum = 0;
        for (int done = 0; done < count; done += BLOCK) {
            Arrays.fill(lanes, 0f);
            int block = Math.min(BLOCK, count - done);
            ReductionKernels.SUM_SQUARES.at(block).sumSquares(values, offset + done, block, factor, lanes);
            sum += sumOfLanes();
        }
        return Math.sqrt(sum) / factor;
    }

    private double sumOfLanes() {
        return sum(lanes, 0);
    }

    private static double sum(float[] lanes, int from) {
        double sum = 0;
        for (int i = from; i < from + Kernels.LANES; i++) {
            sum += lanes[i];
        }
        return sum;
    }
}
