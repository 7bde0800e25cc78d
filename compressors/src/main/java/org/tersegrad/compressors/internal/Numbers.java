package org.tersegrad.compressors.internal;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as people write them. */
public final class Numbers {
    private Numbers() {}

    /** All digits and no exponent: {@code 0.0001}, not {@code 1.0E-4}. Parsing gives the same double. */
    public static String plain(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }

    /** All digits and no exponent; parsing gives the same float. */
    public static String plain(float value) {
        return new BigDecimal(Float.toString(value)).stripTrailingZeros().toPlainString();
    }

    /** Three digits, for reading. */
    public static String brief(double value) {
        if (Double.isInfinite(value)) {
            return "infinite";
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros();
        return value != 0 && Math.abs(value) < 1e-4 ? rounded.toString() : rounded.toPlainString();
    }

    /** Rejects a value below {@code least}, and NaN and infinity. */
    public static void requireMagnitude(float value, float least, String rule) {
        if (!(value >= least && value <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException(rule + ", this is " + value);
        }
    }
}
