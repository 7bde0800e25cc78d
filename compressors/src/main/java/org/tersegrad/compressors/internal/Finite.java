package org.tersegrad.compressors.internal;

import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.ReductionKernels;

/** Infinities and NaNs are kept out, on the way in and on the way out. */
public final class Finite {
    private Finite() {}

    /**
     * The largest key of a gradient.
     *
     * @throws IllegalArgumentException if an element is not finite; says which
     */
    public static int largestKey(float[] values, int offset, int count) {
        return largestKey(values, offset, count, 0);
    }

    /**
     * The largest key of a part of a gradient.
     *
     * @param first the number of the element at {@code offset}
     * @throws IllegalArgumentException if an element is not finite; says which
     */
    public static int largestKey(float[] values, int offset, int count, int first) {
        int key = ReductionKernels.LARGEST_KEY.at(count).largestKey(values, offset, count);
        if (key >= ReductionKernels.NON_FINITE) {
            throw refusal(values, offset, count, first);
        }
        return key;
    }

    /**
     * Names the first element that is not finite.
     *
     * @param first the number of the element at {@code offset}
     */
    public static IllegalArgumentException refusal(float[] values, int offset, int count, int first) {
        for (int i = 0; i < count; i++) {
            if (!Float.isFinite(values[offset + i])) {
                return new IllegalArgumentException("element " + (first + i) + " of the gradient is "
                        + values[offset + i] + "; only finite gradients can be compressed");
            }
        }
        throw new AssertionError("all elements are finite");
    }

    /**
     * Brings sums of finite floats that have overflowed back to the largest float.
     *
     * @param sums modified where one is infinite
     */
    public static void saturate(float[] sums, int offset, int count) {
        if (ReductionKernels.LARGEST_KEY.at(count).largestKey(sums, offset, count) >= ReductionKernels.NON_FINITE) {
            bound(sums, offset, count, Float.MAX_VALUE);
        }
    }

    /**
     * Brings values that are beyond a limit to that limit.
     *
     * @param values modified: those that are beyond it
     * @param limit 0 or more
     */
    public static void bound(float[] values, int offset, int count, float limit) {
        for (int i = offset; i < offset + count; i++) {
            values[i] = Math.max(-limit, Math.min(limit, values[i]));
        }
    }

    /** A float from the wire that must be finite. */
    public static float read(byte[] bytes, int at) {
        float value = Float.intBitsToFloat(LittleEndian.getInt(bytes, at));
        if (!Float.isFinite(value)) {
            throw new MalformedInputException(at, "the value " + value + " is not finite");
        }
        return value;
    }

    /** A float from the wire that must be finite and 0 or more. */
    public static float readMagnitude(byte[] bytes, int at) {
        float value = read(bytes, at);
        if (LittleEndian.getInt(bytes, at) < 0) {
            throw new MalformedInputException(at, "the magnitude " + value + " is negative");
        }
        return value;
    }

    public static float get(byte[] bytes, int at) {
        return Float.intBitsToFloat(LittleEndian.getInt(bytes, at));
    }
}
