package org.tersegrad.codecs.internal.rotations;

import org.tersegrad.codecs.internal.Kernels;

/** The specification of the rotations. */
public final class ScalarRotations implements RotationKernels {
    @Override
    public void flipSigns(float[] values, int offset, int count, float factor, int[] words, float[] target, int to) {
        for (int i = 0; i < count; i++) {
            target[to + i] = flipped(values[offset + i], factor, words, i);
        }
    }

    public static float flipped(float value, float factor, int[] words, int i) {
        int word = words[i / Kernels.GROUP * Kernels.LANES + i % Kernels.LANES];
        int sign = word >>> (i % Kernels.GROUP / Kernels.LANES) << 31;
        return Float.intBitsToFloat(Float.floatToRawIntBits(value * factor) ^ sign);
    }

    @Override
    public void hadamard(float[] values, int offset, int count, float[] scratch) {
        stages(values, offset, count, 1, count);
    }

    /** The stages of some strides. */
    public static void stages(float[] values, int offset, int count, int firstStride, int endStride) {
        for (int stride = firstStride; stride < endStride; stride *= 2) {
            for (int pairs = offset; pairs < offset + count; pairs += 2 * stride) {
                for (int i = pairs; i < pairs + stride; i++) {
                    float a = values[i];
                    float b = values[i + stride];
                    values[i] = a + b;
                    values[i + stride] = a - b;
                }
            }
        }
    }

    @Override
    public void toLevels(
            float[] values, int offset, int count, int[] thresholds, int[] rises, int[] fields, int to, float[] lanes) {
        for (int i = 0; i < count; i++) {
            int bits = Float.floatToRawIntBits(values[offset + i]);
            int key = bits & Integer.MAX_VALUE;
            int sum = rises[0];
            for (int k = 1; k < thresholds.length; k++) {
                sum += ((thresholds[k] - key) >> 31) & rises[k];
            }
            fields[to + i] = (sum >>> LEVEL_SHIFT) + (bits >>> 31) * thresholds.length;
            float magnitude = sum & ((1 << LEVEL_SHIFT) - 1);
            int lane = i % Kernels.LANES;
            lanes[lane] += Float.intBitsToFloat(key) * magnitude;
            lanes[Kernels.LANES + lane] += magnitude * magnitude;
        }
    }
}
