package org.tersegrad.codecs.internal.smallfloats;

/** The specification of {@link SmallFloatKernels}. */
public final class ScalarSmallFloats implements SmallFloatKernels {
    @Override
    public void largestKeys(float[] values, int offset, int count, int block, int[] keys) {
        for (int from = 0; from < count; from += block) {
            keys[from / block] = largestKey(values, offset + from, Math.min(block, count - from));
        }
    }

    public static int largestKey(float[] values, int offset, int count) {
        int largest = 0;
        for (int i = offset; i < offset + count; i++) {
            largest = Math.max(largest, Float.floatToRawIntBits(values[i]) & Integer.MAX_VALUE);
        }
        return largest;
    }

    @Override
    public void toNearest(
            float[] values, int offset, int count, float[] divisors, int block, SmallFloat format, int[] fields) {
        nearestFrom(0, values, offset, count, divisors, block, format, fields);
    }

    /** The elements behind the first ones. */
    public static void nearestFrom(
            int first,
            float[] values,
            int offset,
            int count,
            float[] divisors,
            int block,
            SmallFloat format,
            int[] fields) {
        int blockShift = Integer.numberOfTrailingZeros(block);
        for (int i = first; i < count; i++) {
            float value = values[offset + i];
            int code = format.nearest(Math.abs(value) / divisors[i >>> blockShift]);
            fields[i] = code | Float.floatToRawIntBits(value) >>> 31 << (format.width() - 1);
        }
    }

    @Override
    public void atRandom(
            float[] values,
            int offset,
            int count,
            float[] divisors,
            int block,
            SmallFloat format,
            int[] words,
            int[] fields) {
        randomFrom(0, values, offset, count, divisors, block, format, words, fields);
    }

    /** The elements behind the first ones. */
    public static void randomFrom(
            int first,
            float[] values,
            int offset,
            int count,
            float[] divisors,
            int block,
            SmallFloat format,
            int[] words,
            int[] fields) {
        int blockShift = Integer.numberOfTrailingZeros(block);
        for (int i = first; i < count; i++) {
            float value = values[offset + i];
            int code = format.atRandom(Math.abs(value) / divisors[i >>> blockShift], words[i]);
            fields[i] = code | Float.floatToRawIntBits(value) >>> 31 << (format.width() - 1);
        }
    }

    @Override
    public void toFloats(int[] fields, int count, float[] scales, int block, SmallFloat format, float[] values) {
        floatsFrom(0, fields, count, scales, block, format, values);
    }

    /** The elements behind the first ones. */
    public static void floatsFrom(
            int first, int[] fields, int count, float[] scales, int block, SmallFloat format, float[] values) {
        int blockShift = Integer.numberOfTrailingZeros(block);
        for (int i = first; i < count; i++) {
            values[i] = format.value(fields[i]) * scales[i >>> blockShift];
        }
    }
}
