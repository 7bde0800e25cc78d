package org.tersegrad.codecs.internal.sums;

import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;

/** The specification of {@link SumKernels}. */
public final class ScalarSums implements SumKernels {
    @Override
    public void addLevels(
            byte[][] in,
            int[] at,
            float[] steps,
            int messages,
            int stride,
            int rows,
            int width,
            int offset,
            float weight,
            float[] target,
            int to) {
        int mask = (1 << width) - 1;
        int slots = 32 / width;
        for (int m = 0; m < messages; m++) {
            for (int i = 0; i < rows * Kernels.LANES; i++) {
                int word = LittleEndian.getInt(in[m], at[m] + 4 * i);
                float step = steps[m + i / Kernels.LANES * stride];
                int first = to + i / Kernels.LANES * slots * Kernels.LANES + i % Kernels.LANES;
                for (int slot = 0; slot < slots; slot++) {
                    int level = (word >>> (slot * width) & mask) - offset;
                    target[first + slot * Kernels.LANES] += weight * (step * level);
                }
            }
        }
    }

    @Override
    public void addTrits(byte[][] in, int[] at, float[] values, int messages, float[] target, int to) {
        for (int m = 0; m < messages; m++) {
            for (int i = 0; i < Kernels.ROW_BYTES; i++) {
                int digits = in[m][at[m] + i] & 0xff;
                int first = to + i % 4 * 5 * Kernels.LANES + i / 4;
                for (int slot = 0; slot < 5; slot++) {
                    target[first + slot * Kernels.LANES] += values[m] * (digits % 3 - 1);
                    digits /= 3;
                }
            }
        }
    }

    @Override
    public void addSigns(byte[][] in, int[] at, float[] values, int messages, float[] target, int to) {
        for (int m = 0; m < messages; m++) {
            int bits = Float.floatToRawIntBits(values[m]);
            for (int lane = 0; lane < Kernels.LANES; lane++) {
                int word = LittleEndian.getInt(in[m], at[m] + 4 * lane);
                for (int slot = 0; slot < 32; slot++) {
                    target[to + slot * Kernels.LANES + lane] += Float.intBitsToFloat(bits ^ word >>> slot << 31);
                }
            }
        }
    }
}
