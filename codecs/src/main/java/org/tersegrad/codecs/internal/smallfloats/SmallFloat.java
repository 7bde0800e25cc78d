package org.tersegrad.codecs.internal.smallfloats;

import org.tersegrad.codecs.internal.floats.RoundingKernels;

/**
 * Floats of 4 to 8 bits: a sign, an exponent and a fraction, with subnormal numbers as in IEEE 754. Codes of magnitudes order like
 * the magnitudes; those above the largest one stand for infinities and NaN, and are not used here.
 *
 * <p>All but E3M0 are those of the OCP <i>Microscaling formats (MX) specification</i> 1.0, 2023, section 5.3. E3M0 has powers of two
 * and 0.
 */
public enum SmallFloat {
    E4M3(4, 3, 0x7e),
    E5M2(5, 2, 0x7b),
    E2M3(2, 3, 0x1f),
    E3M2(3, 2, 0x1f),
    E2M1(2, 1, 0x7),
    E3M0(3, 0, 0x7);

    /** Bits of the fraction. */
    public final int fraction;

    /** The code of the largest number. */
    public final int largestCode;

    private final int width;
    /** Position of the lowest fraction bit in a float. */
    public final int shift;
    /** The difference between the biases of exponents, in place in a float. */
    public final int rebias;
    /** The key of the smallest number that is not subnormal. */
    public final int smallestNormal;
    /** Units in 1, a unit being the smallest number. */
    public final float perUnit;

    @SuppressWarnings("ImmutableEnumChecker") // filled once
    private final float[] values;

    SmallFloat(int exponentBits, int fractionBits, int largestCode) {
        fraction = fractionBits;
        int bias = (1 << (exponentBits - 1)) - 1;
        this.largestCode = largestCode;
        width = 1 + exponentBits + fractionBits;
        shift = 23 - fractionBits;
        rebias = (127 - bias) << 23;
        smallestNormal = Float.floatToRawIntBits(Math.scalb(1f, 1 - bias));
        perUnit = Math.scalb(1f, bias - 1 + fractionBits);
        values = new float[1 << width];
        for (int code = 0; code < values.length / 2; code++) {
            int exponent = code >>> fraction;
            int significand = (code & ((1 << fraction) - 1)) + (exponent == 0 ? 0 : 1 << fraction);
            float value = Math.scalb((float) significand, Math.max(exponent, 1) - bias - fraction);
            values[code] = code <= largestCode ? value : Float.NaN;
            values[values.length / 2 + code] = -values[code];
        }
    }

    /** Bits of a number with its sign. */
    public int width() {
        return width;
    }

    /** The number of a field: its code, with the sign in the highest bit. NaN if no finite number has that field. */
    public float value(int field) {
        return values[field];
    }

    /** Whether a field is that of a finite number. */
    public boolean isFinite(int field) {
        return (field & ((1 << (width - 1)) - 1)) <= largestCode;
    }

    /** The largest number. */
    public float largest() {
        return values[largestCode];
    }

    /** The exponent of the largest number. */
    public int largestExponent() {
        return (largestCode >>> fraction) + (rebias >>> 23) - 127;
    }

    /** The smallest number above 0, which is also the difference between neighbours of 0. */
    public float smallest() {
        return 1 / perUnit;
    }

    /** The difference between 1 and the next number, if both are normal. */
    public double resolution() {
        return Math.scalb(1.0, -fraction);
    }

    /**
     * The code of the nearest magnitude, of two as near the even one; the largest one for what is larger.
     *
     * @param magnitude finite, not negative
     */
    public int nearest(float magnitude) {
        int key = Float.floatToRawIntBits(magnitude);
        int rounded = (key + (1 << (shift - 1)) - 1 + ((key >>> shift) & 1)) >>> shift;
        int normal = Math.min(rounded - (rebias >>> shift), largestCode);
        int subnormal =
                Float.floatToRawIntBits(magnitude * perUnit + RoundingKernels.MAGIC) - RoundingKernels.MAGIC_BITS;
        return select(key, subnormal, normal);
    }

    /** Selects without a branch, since the condition cannot be predicted. */
    private int select(int key, int subnormal, int normal) {
        int below = (key - smallestNormal) >> 31;
        return (subnormal & below) | (normal & ~below);
    }

    /**
     * The code of a magnitude next to this one, above or below with the chance that makes the mean exact; the largest one for what
     * is larger.
     *
     * @param magnitude finite, not negative
     * @param random uniform
     */
    public int atRandom(float magnitude, int random) {
        int key = Float.floatToRawIntBits(magnitude);
        int rounded = (key + (random >>> (32 - shift))) >>> shift;
        int normal = Math.min(rounded - (rebias >>> shift), largestCode);
        int subnormal = ((int) (magnitude * perUnit * 0x1p24f) + (random >>> 8)) >>> 24;
        return select(key, subnormal, normal);
    }
}
