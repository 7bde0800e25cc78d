package org.tersegrad.codecs.internal.floats;

import org.tersegrad.codecs.internal.Kernels;

/** The specification of {@link ReductionKernels}. */
public final class ScalarReductions implements ReductionKernels {
    private static final int LANES = Kernels.LANES;

    @Override
    public int largestKey(float[] values, int offset, int count) {
        int largest = 0;
        for (int i = offset; i < offset + count; i++) {
            largest = Math.max(largest, Float.floatToRawIntBits(values[i]) & Integer.MAX_VALUE);
        }
        return largest;
    }

    @Override
    public void extremes(float[] values, int offset, int count, int[] extremes) {
        int least = Integer.MAX_VALUE;
        int greatest = Integer.MIN_VALUE;
        for (int i = offset; i < offset + count; i++) {
            int next = ReductionKernels.ordered(Float.floatToRawIntBits(values[i]));
            least = Math.min(least, next);
            greatest = Math.max(greatest, next);
        }
        extremes[0] = least;
        extremes[1] = greatest;
    }

    @Override
    public void sumMagnitudes(float[] values, int offset, int count, float[] lanes) {
        int whole = count - count % LANES;
        for (int run = 0; run < whole; run += RUN) {
            int end = Math.min(run + RUN, whole);
            for (int lane = 0; lane < LANES; lane++) {
                float sum = 0;
                for (int i = run + lane; i < end; i += LANES) {
                    sum += Math.abs(values[offset + i]);
                }
                lanes[lane] += sum;
            }
        }
        for (int i = whole; i < count; i++) {
            lanes[i - whole] += Math.abs(values[offset + i]);
        }
    }

    @Override
    public void sumSquares(float[] values, int offset, int count, float factor, float[] lanes) {
        int whole = count - count % LANES;
        for (int run = 0; run < whole; run += RUN) {
            int end = Math.min(run + RUN, whole);
            for (int lane = 0; lane < LANES; lane++) {
                float sum = 0;
                for (int i = run + lane; i < end; i += LANES) {
                    sum += square(values[offset + i] * factor);
                }
                lanes[lane] += sum;
            }
        }
        for (int i = whole; i < count; i++) {
            lanes[i - whole] += square(values[offset + i] * factor);
        }
    }

    @Override
    public void sumEachSign(float[] values, int offset, int count, float[] lanes) {
        int whole = count - count % LANES;
        for (int run = 0; run < whole; run += RUN) {
            int end = Math.min(run + RUN, whole);
            for (int lane = 0; lane < LANES; lane++) {
                float positive = 0;
                float negative = 0;
                for (int i = run + lane; i < end; i += LANES) {
                    int bits = Float.floatToRawIntBits(values[offset + i]);
                    positive += ifPositive(bits);
                    negative += ifPositive(bits ^ Integer.MIN_VALUE);
                }
                lanes[lane] += positive;
                lanes[LANES + lane] += negative;
            }
        }
        for (int i = whole; i < count; i++) {
            int bits = Float.floatToRawIntBits(values[offset + i]);
            lanes[i - whole] += ifPositive(bits);
            lanes[LANES + i - whole] += ifPositive(bits ^ Integer.MIN_VALUE);
        }
    }

    /** The float if its sign bit is not set, else 0; without a branch, which no CPU would foresee. */
    private static float ifPositive(int bits) {
        return Float.intBitsToFloat(bits & ~(bits >> 31));
    }

    private static float square(float value) {
        return value * value;
    }
}
