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

    @Override
    public void addProduct(
            float[] left,
            int leftAt,
            int rows,
            int terms,
            float[] right,
            int rightAt,
            int columns,
            float[] out,
            int outAt) {
        for (int row = 0; row < rows; row++) {
            int to = outAt + row * columns;
            int from = rightAt;
            int at = leftAt + row;
            int term = 0;
            for (; term + 4 <= terms; term += 4) {
                addFour(left, at, rows, right, from, columns, out, to);
                at += 4 * rows;
                from += 4 * columns;
            }
            for (; term < terms; term++) {
                for (int column = 0; column < columns; column++) {
                    out[to + column] += left[at] * right[from + column];
                }
                at += rows;
                from += columns;
            }
        }
    }

    /** Adds four terms to a row. */
    private static void addFour(
            float[] left, int at, int rows, float[] right, int from, int columns, float[] out, int to) {
        float a = left[at];
        float b = left[at + rows];
        float c = left[at + 2 * rows];
        float d = left[at + 3 * rows];
        for (int column = 0; column < columns; column++) {
            int first = from + column;
            out[to + column] = out[to + column]
                    + a * right[first]
                    + b * right[first + columns]
                    + c * right[first + 2 * columns]
                    + d * right[first + 3 * columns];
        }
    }
}
