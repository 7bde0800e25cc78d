package org.tersegrad.convergence.model.layers;

import org.tersegrad.codecs.Simd;

/**
 * The exponential function and a relative, the same bits on any machine: only additions, multiplications and divisions, in a
 * fixed order. Right to 1e-11, more than a float can tell; two to three times as fast as {@link StrictMath}.
 */
public final class Exponential {
    /** Beyond, a double would overflow. */
    static final double LIMIT = 700;

    static final double LOG2_E = 1.4426950408889634;
    static final double LN_2 = 0.6931471805599453;
    /** 1.5 * 2^52: a number added to it is rounded to an integer, which is in the last bits of the sum. */
    static final double MAGIC = 0x1.8p52;

    /** The bias of an exponent in the bits of a double, and its shift. */
    static final int BIAS = 1023;

    static final int MANTISSA = 52;

    private static final OfArrays ARRAYS = choose();

    /** The exponentials of many numbers at once. */
    interface OfArrays {
        /**
         * Replaces numbers by their exponentials.
         *
         * @param values modified: the first {@code count}
         */
        void replace(double[] values, int count);
    }

    private Exponential() {}

    /** The vector form by its name, since it is compiled and loaded only where the vector module is. */
    private static OfArrays choose() {
        if (Simd.active()) {
            try {
                return Class.forName("org.tersegrad.convergence.model.layers.VectorExponential")
                        .asSubclass(OfArrays.class)
                        .getDeclaredConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException | LinkageError e) {
                return Exponential::replaceEach;
            }
        }
        return Exponential::replaceEach;
    }

    private static void replaceEach(double[] values, int count) {
        for (int i = 0; i < count; i++) {
            values[i] = exp(values[i]);
        }
    }

    /**
     * Replaces numbers by {@link #exp} of them, bit for bit.
     *
     * @param values modified: the first {@code count}
     */
    static void replace(double[] values, int count) {
        ARRAYS.replace(values, count);
    }

    /** e<sup>x</sup>, for x between -700 and 700; what is beyond counts as the limit. */
    public static double exp(double x) {
        double limited = x > LIMIT ? LIMIT : x < -LIMIT ? -LIMIT : x;
        double shifted = limited * LOG2_E + MAGIC;
        double power = shifted - MAGIC;
        double r = limited - power * LN_2; // at most half of ln 2, where nine terms of the series are enough
        double sum = 1 / 40320.0 + r * (1 / 362880.0);
        sum = 1 / 720.0 + r * (1 / 5040.0 + r * sum);
        sum = 1 / 24.0 + r * (1 / 120.0 + r * sum);
        sum = 1 / 2.0 + r * (1 / 6.0 + r * sum);
        sum = 1 + r * (1 + r * sum);
        return sum * Double.longBitsToDouble((Double.doubleToRawLongBits(shifted) + BIAS) << MANTISSA);
    }

    /** The hyperbolic tangent, between -1 and 1. */
    public static double tanh(double x) {
        return 1 - 2 / (exp(2 * x) + 1);
    }
}
