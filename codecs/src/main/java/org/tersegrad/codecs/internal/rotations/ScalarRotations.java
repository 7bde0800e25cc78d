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
    public void hadamard(float[] values, int offset, int count) {
        stages(values, offset, count, 1, count);
    }

    /** The stages of some strides, two at a time while there are two. */
    public static void stages(float[] values, int offset, int count, int firstStride, int endStride) {
        int stride = firstStride;
        for (; 2 * stride < endStride; stride *= 4) {
            for (int fours = offset; fours < offset + count; fours += 4 * stride) {
                twoStages(values, fours, stride);
            }
        }
        for (; stride < endStride; stride *= 2) {
            for (int pairs = offset; pairs < offset + count; pairs += 2 * stride) {
                oneStage(values, pairs, stride);
            }
        }
    }

    private static void oneStage(float[] values, int from, int stride) {
        for (int i = from; i < from + stride; i++) {
            float a = values[i];
            float b = values[i + stride];
            values[i] = a + b;
            values[i + stride] = a - b;
        }
    }

    private static void twoStages(float[] values, int from, int stride) {
        for (int i = from; i < from + stride; i++) {
            float a = values[i];
            float b = values[i + stride];
            float c = values[i + 2 * stride];
            float d = values[i + 3 * stride];
            values[i] = (a + b) + (c + d);
            values[i + stride] = (a - b) + (c - d);
            values[i + 2 * stride] = (a + b) - (c + d);
            values[i + 3 * stride] = (a - b) - (c - d);
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
