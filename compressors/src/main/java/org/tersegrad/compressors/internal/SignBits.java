package org.tersegrad.compressors.internal;

import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.signs.SignKernels;

/**
 * The sign bits of floats as fixed-width fields of one bit, a one for negative. The rule for zeros is that of the float:
 * 0.0 is positive and −0.0 negative, so that the signs of −x are those of x turned around, without exception.
 */
public final class SignBits {
    private SignBits() {}

    /** Bytes that the signs of {@code count} floats take. */
    public static int byteLength(int count) {
        return (count >>> 3) + ((count & 7) == 0 ? 0 : 1);
    }

    /**
     * Packs signs.
     *
     * @param count any; if more follow, a multiple of 512
     * @param out modified in {@code [to, to + byteLength(count))}
     */
    public static void pack(float[] values, int offset, int count, byte[] out, int to) {
        int groups = count / Kernels.GROUP;
        SignKernels.PACK_SIGNS.at(groups * Kernels.GROUP).packSigns(values, offset, groups, out, to);
        packRest(values, offset, groups, count, out, to);
    }

    /**
     * Packs signs and adds magnitudes.
     *
     * @param count any; if more follow, a multiple of 512
     * @param out modified in {@code [to, to + byteLength(count))}
     * @param lanes modified: {@code lanes[i % 16] += |values[offset + i]|}
     */
    public static void packAndSum(float[] values, int offset, int count, byte[] out, int to, float[] lanes) {
        int groups = count / Kernels.GROUP;
        int packed = groups * Kernels.GROUP;
        SignKernels.PACK_SIGNS_AND_SUM
                .at(groups * Kernels.GROUP)
                .packSignsAndSum(values, offset, groups, out, to, lanes);
        packRest(values, offset, groups, count, out, to);
        ReductionKernels.SUM_MAGNITUDES
                .at(count - packed)
                .sumMagnitudes(values, offset + packed, count - packed, lanes);
    }

    private static void packRest(float[] values, int offset, int groups, int count, byte[] out, int to) {
        int at = to + groups * Kernels.ROW_BYTES;
        for (int i = groups * Kernels.GROUP; i < count; i += 8) {
            int bits = 0;
            for (int j = i; j < Math.min(i + 8, count); j++) {
                bits |= Float.floatToRawIntBits(values[offset + j]) >>> 31 << (j - i);
            }
            out[at++] = (byte) bits;
        }
    }

    /** The inverse: {@code magnitude} with each sign into {@code values[0 .. count)}. */
    public static void unpack(byte[] in, int at, int count, float magnitude, float[] values) {
        unpack(in, at, count, magnitude, values, 0);
    }

    /**
     * The inverse: {@code magnitude} with each sign.
     *
     * @param values modified in {@code [to, to + count)}
     */
    public static void unpack(byte[] in, int at, int count, float magnitude, float[] values, int to) {
        int groups = count / Kernels.GROUP;
        SignKernels.UNPACK_SIGNS.at(groups * Kernels.GROUP).unpackSigns(in, at, groups, magnitude, values, to);
        int rest = at + groups * Kernels.ROW_BYTES;
        for (int i = groups * Kernels.GROUP, bit = 0; i < count; i++, bit++) {
            values[to + i] = (in[rest + bit / 8] >>> (bit % 8) & 1) == 0 ? magnitude : -magnitude;
        }
    }

    /**
     * One of two values for each sign.
     *
     * @param values modified in {@code [0, count)}
     */
    public static void select(byte[] in, int at, int count, float positive, float negative, float[] values) {
        int groups = count / Kernels.GROUP;
        SignKernels.SELECT_BY_SIGNS
                .at(groups * Kernels.GROUP)
                .selectBySigns(in, at, groups, positive, negative, values, 0);
        int rest = at + groups * Kernels.ROW_BYTES;
        for (int i = groups * Kernels.GROUP, bit = 0; i < count; i++, bit++) {
            values[i] = (in[rest + bit / 8] >>> (bit % 8) & 1) == 0 ? positive : negative;
        }
    }

    /** Number of negative ones among {@code count} signs. */
    public static int negatives(byte[] in, int at, int count) {
        int sum = 0;
        int end = at + byteLength(count);
        int i = at;
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            sum += Long.bitCount(LittleEndian.getLong(in, i));
        }
        for (; i < end; i++) {
            sum += Integer.bitCount(in[i] & 0xff);
        }
        return sum;
    }

    public static void requireZeroPadding(byte[] in, int at, int count) {
        int last = at + byteLength(count) - 1;
        if (count % 8 != 0 && (in[last] & 0xff) >>> (count % 8) != 0) {
            throw new MalformedInputException(last, "the bits after the last sign are not zero");
        }
    }
}
