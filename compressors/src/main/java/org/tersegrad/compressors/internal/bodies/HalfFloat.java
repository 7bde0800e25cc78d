package org.tersegrad.compressors.internal.bodies;

/**
 * The two 16-bit floats, rounded to nearest, halves to even. What is too large for the format becomes its largest number,
 * never an infinity.
 */
public enum HalfFloat {
    /** IEEE 754 binary16: 5 bits of exponent, 10 of fraction. */
    FP16 {
        @Override
        public int encode(float value) {
            int bits = Float.floatToRawIntBits(value);
            int sign = bits >>> 16 & 0x8000;
            int key = bits & Integer.MAX_VALUE;
            if (key >= OVERFLOW) {
                return sign | 0x7bff;
            }
            if (key < SMALLEST_NORMAL) {
                // Added to a number whose last bit is worth 2^-24, the magnitude is rounded to that.
                return sign | Float.floatToRawIntBits(Math.abs(value) + 0.5f) - Float.floatToRawIntBits(0.5f);
            }
            int even = key >>> 13 & 1;
            return sign | (key - REBIAS + 0xfff + even) >>> 13;
        }

        @Override
        public float decode(int half) {
            int magnitude = half & 0x7fff;
            float value = magnitude < 0x400 ? magnitude * 0x1p-24f : Float.intBitsToFloat((magnitude << 13) + REBIAS);
            return (half & 0x8000) == 0 ? value : -value;
        }

        @Override
        boolean isFinite(int half) {
            return (half & 0x7c00) != 0x7c00;
        }
    },
    /** bfloat16: the upper half of a float. */
    BF16 {
        @Override
        public int encode(float value) {
            int bits = Float.floatToRawIntBits(value);
            int rounded = (bits + 0x7fff + (bits >>> 16 & 1)) >>> 16;
            // One below an infinity, whatever the sign.
            return isFinite(rounded) ? rounded : rounded - 1;
        }

        @Override
        public float decode(int half) {
            return Float.intBitsToFloat(half << 16);
        }

        @Override
        boolean isFinite(int half) {
            return (half & 0x7f80) != 0x7f80;
        }
    };

    /** The key of 65520, from which on IEEE rounding gives infinity. */
    private static final int OVERFLOW = 0x477ff000;
    /** The key of 2^-14. */
    private static final int SMALLEST_NORMAL = 0x38800000;
    /** The difference of the exponents' biases, 127 − 15, in place. */
    private static final int REBIAS = 112 << 23;

    /** The 16 bits of a finite float. */
    public abstract int encode(float value);

    /** The float that 16 bits stand for. */
    public abstract float decode(int half);

    abstract boolean isFinite(int half);
}
