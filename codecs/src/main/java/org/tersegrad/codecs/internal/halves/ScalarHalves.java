package org.tersegrad.codecs.internal.halves;

import org.tersegrad.codecs.internal.LittleEndian;

/** The specification of {@link HalfKernels}. */
public final class ScalarHalves implements HalfKernels {
    /** The key of an infinity; that of a NaN is larger. */
    static final int INFINITE = 0x7f800000;
    /** The key of 2^-14, the smallest binary16 that is not subnormal. */
    static final int SMALLEST_NORMAL = 0x38800000;
    /** The difference of the exponents' biases, 127 − 15, in place. */
    static final int REBIAS = 112 << 23;
    /** The bits of 0.5, whose last one is worth 2^-24, as that of a subnormal binary16 is. */
    static final int HALF = 0x3f000000;

    @Override
    public void fromFp16(short[] halves, int from, int count, float[] values, int to) {
        for (int i = 0; i < count; i++) {
            values[to + i] = fromFp16(halves[from + i]);
        }
    }

    /** The float that a binary16 stands for. */
    public static float fromFp16(int half) {
        int magnitude = half & 0x7fff;
        int bits;
        if (magnitude < 0x400) {
            bits = Float.floatToRawIntBits(magnitude * 0x1p-24f);
        } else {
            bits = (magnitude << 13) + (magnitude < 0x7c00 ? REBIAS : 2 * REBIAS);
        }
        return Float.intBitsToFloat(bits | (half & 0x8000) << 16);
    }

    @Override
    public void toFp16(float[] values, int from, int count, short[] halves, int to) {
        for (int i = 0; i < count; i++) {
            halves[to + i] = (short) toFp16(values[from + i]);
        }
    }

    /** The binary16 nearest to a float. */
    public static int toFp16(float value) {
        int bits = Float.floatToRawIntBits(value);
        int key = bits & Integer.MAX_VALUE;
        if (key > INFINITE) {
            return 0x7e00;
        }
        int sign = bits >>> 16 & 0x8000;
        if (key < SMALLEST_NORMAL) {
            return sign | Float.floatToRawIntBits(Math.abs(value) + 0.5f) - HALF; // the sum rounds it
        }
        return sign | Math.min(0x7c00, (key - REBIAS + 0xfff + (key >>> 13 & 1)) >>> 13);
    }

    @Override
    public void fromBf16(short[] halves, int from, int count, float[] values, int to) {
        for (int i = 0; i < count; i++) {
            values[to + i] = Float.intBitsToFloat(halves[from + i] << 16);
        }
    }

    @Override
    public void toBf16(float[] values, int from, int count, short[] halves, int to) {
        for (int i = 0; i < count; i++) {
            halves[to + i] = (short) toBf16(values[from + i]);
        }
    }

    /** The bfloat16 nearest to a float. */
    public static int toBf16(float value) {
        int bits = Float.floatToRawIntBits(value);
        boolean number = (bits & Integer.MAX_VALUE) <= INFINITE;
        return number ? (bits + 0x7fff + (bits >>> 16 & 1)) >>> 16 : 0x7fc0;
    }

    @Override
    public void packFp16(float[] values, int from, int count, byte[] out, int to) {
        for (int i = 0; i < count; i++) {
            LittleEndian.putShort(out, to + 2 * i, toFp16(values[from + i]));
        }
    }

    @Override
    public void unpackFp16(byte[] in, int from, int count, float[] values, int to) {
        for (int i = 0; i < count; i++) {
            values[to + i] = fromFp16(LittleEndian.getShort(in, from + 2 * i));
        }
    }

    @Override
    public void unpackBf16(byte[] in, int from, int count, float[] values, int to) {
        for (int i = 0; i < count; i++) {
            values[to + i] = Float.intBitsToFloat(LittleEndian.getShort(in, from + 2 * i) << 16);
        }
    }

    @Override
    public void packFloats(float[] values, int from, int count, byte[] out, int to) {
        for (int i = 0; i < count; i++) {
            LittleEndian.putInt(out, to + 4 * i, Float.floatToRawIntBits(values[from + i]));
        }
    }

    @Override
    public void unpackFloats(byte[] in, int from, int count, float[] values, int to) {
        for (int i = 0; i < count; i++) {
            values[to + i] = Float.intBitsToFloat(LittleEndian.getInt(in, from + 4 * i));
        }
    }
}
