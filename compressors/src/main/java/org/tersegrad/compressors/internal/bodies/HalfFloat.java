package org.tersegrad.compressors.internal.bodies;

import org.tersegrad.codecs.internal.ActiveKernels;
import org.tersegrad.codecs.internal.halves.HalfKernels;
import org.tersegrad.codecs.internal.halves.ScalarHalves;
import org.tersegrad.compressors.schemes.Half;

/**
 * The two 16-bit floats, rounded to nearest, halves to even, or at random. What is too large for the format becomes its largest number,
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
        public int encode(float value, int random) {
            int bits = Float.floatToRawIntBits(value);
            int sign = bits >>> 16 & 0x8000;
            int key = bits & Integer.MAX_VALUE;
            if (key >= LARGEST) {
                return sign | 0x7bff;
            }
            if (key < SMALLEST_NORMAL) {
                float steps = Math.abs(value) * 0x1p24f;
                int below = (int) steps;
                long chance = (long) ((double) (steps - below) * 0x1p32);
                return sign | below + (Integer.toUnsignedLong(random) < chance ? 1 : 0);
            }
            return sign | (key - REBIAS + (random >>> 19)) >>> 13;
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

        @Override
        public void toFloats(short[] halves, int from, int count, float[] values, int to) {
            ActiveKernels.HALVES.fromFp16(halves, from, count, values, to);
        }

        @Override
        public void round(float[] values, int from, int count, short[] halves, int to) {
            ActiveKernels.HALVES.toFp16(values, from, count, halves, to);
        }

        @Override
        void add(short[] target, int at, float change) {
            target[at] = (short) ScalarHalves.toFp16(ScalarHalves.fromFp16(target[at]) + change);
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
        public int encode(float value, int random) {
            int rounded = (Float.floatToRawIntBits(value) + (random >>> 16)) >>> 16;
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

        @Override
        public void toFloats(short[] halves, int from, int count, float[] values, int to) {
            ActiveKernels.HALVES.fromBf16(halves, from, count, values, to);
        }

        @Override
        public void round(float[] values, int from, int count, short[] halves, int to) {
            ActiveKernels.HALVES.toBf16(values, from, count, halves, to);
        }

        @Override
        void add(short[] target, int at, float change) {
            target[at] = (short) ScalarHalves.toBf16(Float.intBitsToFloat(target[at] << 16) + change);
        }
    };

    /** The key of 65520, from which on IEEE rounding gives infinity. */
    private static final int OVERFLOW = 0x477ff000;
    /** The key of 65504, the largest number. */
    private static final int LARGEST = 0x477fe000;
    /** The key of 2^-14. */
    private static final int SMALLEST_NORMAL = 0x38800000;
    /** The difference of the exponents' biases, 127 − 15, in place. */
    private static final int REBIAS = 112 << 23;

    /** The 16 bits of a finite float, rounded to nearest. */
    public abstract int encode(float value);

    /**
     * The 16 bits of a finite float, rounded at random: as many bits of the random word decide as the format drops, so the mean
     * is exact; for {@link #FP16} below 2<sup>-14</sup>, to a 2<sup>32</sup>nd of a step.
     */
    public abstract int encode(float value, int random);

    /** The float that 16 bits stand for. */
    public abstract float decode(int half);

    abstract boolean isFinite(int half);

    /**
     * Tensors of this format to floats.
     *
     * @param values modified in {@code [to, to + count)}
     */
    public abstract void toFloats(short[] halves, int from, int count, float[] values, int to);

    /**
     * Floats to a tensor of this format, as {@link HalfKernels} rounds: unlike {@link #encode}, to an infinity where it must be.
     *
     * @param halves modified in {@code [to, to + count)}
     */
    public abstract void round(float[] values, int from, int count, short[] halves, int to);

    /**
     * Adds to one element, rounded in the same way.
     *
     * @param target modified at {@code at}
     */
    abstract void add(short[] target, int at, float change);

    /** What a public format is here. */
    public static HalfFloat of(Half.Format format) {
        return format == Half.Format.FP16 ? FP16 : BF16;
    }
}
