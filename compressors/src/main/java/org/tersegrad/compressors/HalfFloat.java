package org.tersegrad.compressors;

import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.halves.HalfKernels;
import org.tersegrad.codecs.internal.halves.ScalarHalves;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.PackedFields;

/**
 * The two 16-bit floats, rounded to nearest, halves to even, or at random. A value too large for the format becomes its largest
 * number, never an infinity.
 */
public enum HalfFloat {
    /** IEEE 754 binary16: 5 bits of exponent, 10 of fraction. */
    FP16 {
        @Override
        public int encode(float value) {
            int half = ScalarHalves.toFp16(value);
            return isFinite(half) ? half : half - 1; // one below an infinity, whatever the sign
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
            return ScalarHalves.fromFp16(half);
        }

        @Override
        public int largestMagnitude() {
            return 0x7bff;
        }

        /** Halves are looked at instead of floats: there are half as many bytes. */
        @Override
        boolean packIfAllFit(float[] values, int from, int count, byte[] out, int to) {
            HalfKernels.PACK_FP16.at(count).packFp16(values, from, count, out, to);
            return areFinite(out, to, count);
        }

        @Override
        public void unpack(byte[] in, int from, int count, float[] values, int to) {
            HalfKernels.UNPACK_FP16.at(count).unpackFp16(in, from, count, values, to);
        }

        @Override
        public void toFloats(short[] halves, int from, int count, float[] values, int to) {
            HalfKernels.FROM_FP16.at(count).fromFp16(halves, from, count, values, to);
        }

        @Override
        public void round(float[] values, int from, int count, short[] halves, int to) {
            HalfKernels.TO_FP16.at(count).toFp16(values, from, count, halves, to);
        }

        @Override
        public void add(short[] target, int at, float change) {
            target[at] = (short) ScalarHalves.toFp16(ScalarHalves.fromFp16(target[at]) + change);
        }
    },
    /** bfloat16: the upper half of a float. */
    BF16 {
        @Override
        public int encode(float value) {
            int bits = Float.floatToRawIntBits(value);
            int rounded = (bits + 0x7fff + (bits >>> 16 & 1)) >>> 16;
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
        public int largestMagnitude() {
            return 0x7f7f;
        }

        @Override
        boolean packIfAllFit(float[] values, int from, int count, byte[] out, int to) {
            int key = ReductionKernels.LARGEST_KEY.at(count).largestKey(values, from, count);
            if (key < RoundingKernels.HALF_OVERFLOW) {
                RoundingKernels.UPPER_HALVES.at(count).upperHalves(values, from, count, out, to);
            }
            return key < RoundingKernels.HALF_OVERFLOW;
        }

        @Override
        public void unpack(byte[] in, int from, int count, float[] values, int to) {
            HalfKernels.UNPACK_BF16.at(count).unpackBf16(in, from, count, values, to);
        }

        @Override
        public void toFloats(short[] halves, int from, int count, float[] values, int to) {
            HalfKernels.FROM_BF16.at(count).fromBf16(halves, from, count, values, to);
        }

        @Override
        public void round(float[] values, int from, int count, short[] halves, int to) {
            HalfKernels.TO_BF16.at(count).toBf16(values, from, count, halves, to);
        }

        @Override
        public void add(short[] target, int at, float change) {
            target[at] = (short) ScalarHalves.toBf16(Float.intBitsToFloat(target[at] << 16) + change);
        }
    };

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

    /** The 16 bits of the largest number. */
    public abstract int largestMagnitude();

    /** Whether 16 bits are neither NaN nor infinity. */
    public final boolean isFinite(int half) {
        return (half & 0x7fff) <= largestMagnitude();
    }

    /**
     * Whether groups of 16 bits are neither NaN nor infinity.
     *
     * @param bytes not modified; {@code count} groups from {@code offset} on
     */
    public final boolean areFinite(byte[] bytes, int offset, int count) {
        boolean last = count % 2 == 0 || isFinite(LittleEndian.getShort(bytes, offset + 2 * count - 2));
        return last && PackedFields.magnitudesAreAtMost(largestMagnitude(), bytes, offset, count / 2);
    }

    /**
     * Applies {@link #encode(float)} to each float.
     *
     * @param values not modified
     * @param first the number of the element at {@code from}
     * @param out modified in {@code [to, to + 2 * count)}
     * @throws IllegalArgumentException if a value is not finite; says which
     */
    public void pack(float[] values, int from, int count, int first, byte[] out, int to) {
        if (packIfAllFit(values, from, count, out, to)) {
            return;
        }
        Finite.largestKey(values, from, count, first);
        for (int i = 0; i < count; i++) {
            LittleEndian.putShort(out, to + 2 * i, encode(values[from + i]));
        }
    }

    /** Does the same, unless a value is too large for the format or not finite: then it returns false, and what it wrote is of no use. */
    abstract boolean packIfAllFit(float[] values, int from, int count, byte[] out, int to);

    /**
     * Applies {@link #decode} to each group of 16 bits, all of them finite.
     *
     * @param in not modified
     * @param values modified in {@code [to, to + count)}
     */
    public abstract void unpack(byte[] in, int from, int count, float[] values, int to);

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
    public abstract void add(short[] target, int at, float change);
}
