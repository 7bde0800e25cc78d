package org.tersegrad.compressors.internal;

/**
 * Logarithms and powers that are the same on every machine and allocate nothing, to 7 digits or more: {@code Math.log} may differ
 * between CPUs, and {@code StrictMath.pow} allocates on JDK 17.
 */
public final class Powers {
    /** 1 / ln 2. */
    public static final double LOG2_E = 1.4426950408889634;

    private static final double[] LOG2 = new double[256];

    /** ln(2)^k / k! for k = 1, 2, ... */
    private static final double[] TAYLOR = new double[9];

    static {
        for (int i = 0; i < LOG2.length; i++) {
            LOG2[i] = StrictMath.log((2 * i + 513) / 512.0) / StrictMath.log(2);
        }
        double term = 1;
        for (int k = 0; k < TAYLOR.length; k++) {
            term *= StrictMath.log(2) / (k + 1);
            TAYLOR[k] = term;
        }
    }

    private Powers() {}

    /** The logarithm to base 2 of a normal number above 0. */
    public static double log2(double value) {
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> 52) - Double.MAX_EXPONENT;
        int entry = (int) (bits >>> 44) & 0xff;
        double fraction = Double.longBitsToDouble((bits & 0xf_ffff_ffff_ffffL) | 0x3ff0_0000_0000_0000L);
        double middle = (2 * entry + 513) / 512.0;
        double rest = fraction / middle - 1;
        return exponent + LOG2[entry] + rest * (1 - rest / 2) * LOG2_E;
    }

    /** 2 to a power. */
    public static double exp2(double exponent) {
        int whole = (int) Math.floor(exponent);
        double x = exponent - whole;
        double sum = 0;
        for (int k = TAYLOR.length - 1; k >= 0; k--) {
            sum = x * (TAYLOR[k] + sum);
        }
        return Math.scalb(1 + sum, whole);
    }

    /** A normal number above 0 to a power. */
    public static double pow(double base, double exponent) {
        return exp2(exponent * log2(base));
    }
}
