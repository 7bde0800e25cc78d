package org.tersegrad.errorfeedback;

import org.tersegrad.compressors.FloatSlice;

/**
 * The little arithmetic that estimates and velocities need, in loops so plain that a JVM makes SIMD code of them: the same
 * index for all arrays, since others might be the same array; and a block at a time, since a loop over a whole tensor, entered
 * once a step, runs for long in the code of a first compilation.
 */
final class Vectors {
    private static final int BLOCK = 4096;
    /** A gradient below this decodes to elements below 2^103, which do not overflow when added to any float, even the largest. */
    private static final float LARGE = 0x1p64f;

    private Vectors() {}

    /** {@code copy = values}. */
    static void copy(FloatSlice values, float[] copy) {
        System.arraycopy(values.array(), values.offset(), copy, 0, values.length());
    }

    /** {@code combination = a * x + b * y}, which may be x or y. */
    static void combination(float a, float[] x, float b, float[] y, float[] combination) {
        for (int from = 0; from < combination.length; from += BLOCK) {
            combination(a, x, b, y, combination, from, Math.min(from + BLOCK, combination.length));
        }
    }

    private static void combination(float a, float[] x, float b, float[] y, float[] combination, int from, int to) {
        for (int i = from; i < to; i++) {
            combination[i] = a * x[i] + b * y[i];
        }
    }

    /** {@code values = 0} where {@code mask} is not. */
    static void clearWhereSet(float[] mask, float[] values) {
        for (int from = 0; from < values.length; from += BLOCK) {
            clearWhereSet(mask, values, from, Math.min(from + BLOCK, values.length));
        }
    }

    private static void clearWhereSet(float[] mask, float[] values, int from, int to) {
        for (int i = from; i < to; i++) {
            values[i] = mask[i] == 0 ? values[i] : 0f;
        }
    }

    /** Whether sums of these and other finite floats, or of what is decoded, may overflow; also if one is not finite. */
    static boolean large(FloatSlice values) {
        return !(values.largestMagnitude() < LARGE);
    }

    /** Brings sums of finite floats that have overflowed back to the largest float. */
    static void saturate(float[] sums) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] = Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, sums[i]));
        }
    }
}
