package org.tersegrad.codecs.internal.floats;

/** The specification of {@link ExponentKernels}. */
public final class ScalarExponents implements ExponentKernels {
    static final int EXPONENT = 0xff;
    static final int FRACTION = (1 << FRACTION_BITS) - 1;
    /** The sign of a rest. */
    static final int SIGN = 1 << FRACTION_BITS;

    /** The shift of a sign from a rest to a float. */
    static final int SIGN_SHIFT = 8;

    @Override
    public int exponents(float[] values, int offset, int count, int[] exponents) {
        int largest = 0;
        for (int i = 0; i < count; i++) {
            exponents[i] = exponent(values[offset + i]);
            largest = Math.max(largest, exponents[i]);
        }
        return largest;
    }

    @Override
    public void rests(float[] values, int offset, int count, int[] rests) {
        for (int i = 0; i < count; i++) {
            rests[i] = rest(values[offset + i]);
        }
    }

    @Override
    public void join(int[] exponents, int[] rests, int count, float[] values) {
        for (int i = 0; i < count; i++) {
            values[i] = join(exponents[i], rests[i]);
        }
    }

    @Override
    public void addJoined(int[] exponents, int[] rests, int count, float weight, float[] target, int to) {
        for (int i = 0; i < count; i++) {
            target[to + i] += weight * join(exponents[i], rests[i]);
        }
    }

    /** The exponent of a float. */
    public static int exponent(float value) {
        return Float.floatToRawIntBits(value) >>> FRACTION_BITS & EXPONENT;
    }

    /** The rest of a float. */
    public static int rest(float value) {
        int bits = Float.floatToRawIntBits(value);
        return (bits & FRACTION) | (bits >>> SIGN_SHIFT & SIGN);
    }

    /** The float of an exponent and a rest. */
    public static float join(int exponent, int rest) {
        return Float.intBitsToFloat((rest & SIGN) << SIGN_SHIFT | exponent << FRACTION_BITS | (rest & FRACTION));
    }
}
