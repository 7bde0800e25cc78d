package org.tersegrad.codecs.internal.smallfloats;

import org.tersegrad.codecs.internal.Kernel;
import org.tersegrad.codecs.internal.SampleBlock;

/**
 * Blocks of floats of 4 to 8 bits that share a scale. A block has a power of two of elements, 16 or more; only the last may be
 * shorter. Every method takes any count.
 */
public interface SmallFloatKernels {
    Kernel<SmallFloatKernels> LARGEST_KEYS =
            Kernel.of(new ScalarSmallFloats(), (k, b) -> k.largestKeys(b.floats, 0, b.count, 32, b.ints));
    Kernel<SmallFloatKernels> TO_NEAREST = Kernel.of(
            new ScalarSmallFloats(), (k, b) -> k.toNearest(b.floats, 0, b.count, b.scales, 16, format(b), b.ints));
    Kernel<SmallFloatKernels> AT_RANDOM = Kernel.of(
            new ScalarSmallFloats(),
            (k, b) -> k.atRandom(b.floats, 0, b.count, b.scales, 16, format(b), b.words, b.ints));
    Kernel<SmallFloatKernels> TO_FLOATS = Kernel.of(
            new ScalarSmallFloats(), (k, b) -> k.toFloats(b.fields4, b.count, b.scales, 16, format(b), b.results));

    /**
     * The largest key of each block.
     *
     * @param values not modified
     * @param keys modified: one for each block
     */
    void largestKeys(float[] values, int offset, int count, int block, int[] keys);

    /**
     * Elements divided by a number for each block, and rounded by {@link SmallFloat#nearest}.
     *
     * @param values not modified; finite
     * @param divisors not modified: one for each block, above 0; infinite if all of its elements become 0
     * @param fields modified: the code of each magnitude, with the sign in the highest bit
     */
    void toNearest(float[] values, int offset, int count, float[] divisors, int block, SmallFloat format, int[] fields);

    /**
     * The same, rounded by {@link SmallFloat#atRandom}.
     *
     * @param words not modified: one for each element
     */
    void atRandom(
            float[] values,
            int offset,
            int count,
            float[] divisors,
            int block,
            SmallFloat format,
            int[] words,
            int[] fields);

    /**
     * Decodes fields: each value times the scale of its block.
     *
     * @param fields not modified; those of finite numbers
     * @param scales not modified: one for each block
     * @param values modified in {@code [0, count)}
     */
    void toFloats(int[] fields, int count, float[] scales, int block, SmallFloat format, float[] values);

    private static SmallFloat format(SampleBlock block) {
        return block.round % 2 == 0 ? SmallFloat.E4M3 : SmallFloat.E2M1;
    }
}
