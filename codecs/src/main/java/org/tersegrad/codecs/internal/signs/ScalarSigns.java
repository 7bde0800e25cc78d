package org.tersegrad.codecs.internal.signs;

import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.ScalarReductions;

/** The specification of {@link SignKernels}. */
public final class ScalarSigns implements SignKernels {
    private static final ScalarReductions REDUCTIONS = new ScalarReductions();

    @Override
    public void packSigns(float[] values, int offset, int groups, byte[] out, int outOffset) {
        for (int group = 0; group < groups; group++) {
            for (int lane = 0; lane < Kernels.LANES; lane++) {
                int word = 0;
                int first = offset + group * Kernels.GROUP + lane;
                for (int slot = 0; slot < 32; slot++) {
                    word |= (Float.floatToRawIntBits(values[first + slot * Kernels.LANES]) >>> 31) << slot;
                }
                LittleEndian.putInt(out, outOffset + group * Kernels.ROW_BYTES + lane * 4, word);
            }
        }
    }

    @Override
    public void packSignsAndSum(float[] values, int offset, int groups, byte[] out, int outOffset, float[] lanes) {
        packSigns(values, offset, groups, out, outOffset);
        REDUCTIONS.sumMagnitudes(values, offset, groups * Kernels.GROUP, lanes);
    }

    @Override
    public void unpackSigns(byte[] in, int inOffset, int groups, float magnitude, float[] values, int offset) {
        int bits = Float.floatToRawIntBits(magnitude);
        for (int group = 0; group < groups; group++) {
            for (int lane = 0; lane < Kernels.LANES; lane++) {
                int word = LittleEndian.getInt(in, inOffset + group * Kernels.ROW_BYTES + lane * 4);
                int first = offset + group * Kernels.GROUP + lane;
                for (int slot = 0; slot < 32; slot++) {
                    values[first + slot * Kernels.LANES] = Float.intBitsToFloat(bits | word >>> slot << 31);
                }
            }
        }
    }

    /** Selects without a branch: no CPU predicts signs. */
    @Override
    public void selectBySigns(
            byte[] in, int inOffset, int groups, float positive, float negative, float[] values, int offset) {
        int bits = Float.floatToRawIntBits(positive);
        int change = bits ^ Float.floatToRawIntBits(negative);
        for (int group = 0; group < groups; group++) {
            for (int lane = 0; lane < Kernels.LANES; lane++) {
                int word = LittleEndian.getInt(in, inOffset + group * Kernels.ROW_BYTES + lane * 4);
                int first = offset + group * Kernels.GROUP + lane;
                for (int slot = 0; slot < 32; slot++) {
                    int negatives = -(word >>> slot & 1);
                    values[first + slot * Kernels.LANES] = Float.intBitsToFloat(bits ^ (change & negatives));
                }
            }
        }
    }
}
