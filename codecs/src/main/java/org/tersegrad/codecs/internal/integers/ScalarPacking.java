package org.tersegrad.codecs.internal.integers;

import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;

/** The specification of {@link PackingKernels}. */
public final class ScalarPacking implements PackingKernels {
    @Override
    public int pack(int[] values, int offset, int groups, int width, byte[] out, int outOffset) {
        int or = 0;
        for (int group = 0; group < groups; group++) {
            for (int lane = 0; lane < Kernels.LANES; lane++) {
                int to = outOffset + (group * width * Kernels.LANES + lane) * 4;
                or |= packLane(values, offset + group * Kernels.GROUP + lane, width, out, to);
            }
        }
        return or;
    }

    private static int packLane(int[] values, int first, int width, byte[] out, int outFirst) {
        int or = 0;
        long word = 0;
        int filled = 0;
        int next = outFirst;
        for (int i = first; i < first + Kernels.GROUP; i += Kernels.LANES) {
            or |= values[i];
            word |= Integer.toUnsignedLong(values[i]) << filled;
            filled += width;
            if (filled >= 32) {
                LittleEndian.putInt(out, next, (int) word);
                next += Kernels.ROW_BYTES;
                word >>>= 32;
                filled -= 32;
            }
        }
        return or;
    }

    @Override
    public void unpack(byte[] in, int inOffset, int groups, int width, int[] values, int offset) {
        for (int group = 0; group < groups; group++) {
            for (int lane = 0; lane < Kernels.LANES; lane++) {
                unpackLane(
                        in,
                        inOffset + (group * width * Kernels.LANES + lane) * 4,
                        width,
                        values,
                        offset + group * Kernels.GROUP + lane);
            }
        }
    }

    private static void unpackLane(byte[] in, int inFirst, int width, int[] values, int first) {
        int mask = -1 >>> (32 - width);
        long word = 0;
        int filled = 0;
        int next = inFirst;
        for (int i = first; i < first + Kernels.GROUP; i += Kernels.LANES) {
            if (filled < width) {
                word |= Integer.toUnsignedLong(LittleEndian.getInt(in, next)) << filled;
                next += Kernels.ROW_BYTES;
                filled += 32;
            }
            values[i] = (int) word & mask;
            word >>>= width;
            filled -= width;
        }
    }

    @Override
    public int packTrits(int[] trits, int offset, int groups, byte[] out, int outOffset) {
        int or = 0;
        for (int group = 0; group < groups; group++) {
            for (int lane = 0; lane < Kernels.LANES; lane++) {
                int first = offset + group * Kernels.TRIT_GROUP + lane;
                for (int b = 0; b < 4; b++) {
                    int digits = 0;
                    for (int slot = 5 * b + 4; slot >= 5 * b; slot--) {
                        int trit = trits[first + slot * Kernels.LANES];
                        or |= Math.abs(trit);
                        digits = 3 * digits + trit + 1;
                    }
                    out[outOffset + group * Kernels.ROW_BYTES + lane * 4 + b] = (byte) digits;
                }
            }
        }
        return or;
    }

    @Override
    public void unpackTrits(byte[] in, int inOffset, int groups, int[] trits, int offset) {
        for (int group = 0; group < groups; group++) {
            for (int lane = 0; lane < Kernels.LANES; lane++) {
                int first = offset + group * Kernels.TRIT_GROUP + lane;
                for (int b = 0; b < 4; b++) {
                    int digits = in[inOffset + group * Kernels.ROW_BYTES + lane * 4 + b] & 0xff;
                    for (int slot = 5 * b; slot < 5 * b + 5; slot++) {
                        trits[first + slot * Kernels.LANES] = digits % 3 - 1;
                        digits /= 3;
                    }
                }
            }
        }
    }
}
