package org.tersegrad.codecs.internal.integers;

import org.tersegrad.codecs.internal.Kernels;

/** The specification of {@link RandomKernels}. */
public final class ScalarRandom implements RandomKernels {
    static final int MULTIPLIER_0 = 0x7feb352d;
    static final int MULTIPLIER_1 = 0x846ca68b;

    @Override
    public void randomWords(int key0, int key1, int position, int[] target, int offset, int count) {
        for (int i = 0; i < count; i++) {
            target[offset + i] = randomWord(key0, key1, position + i);
        }
    }

    @Override
    public void roundingWords(int key0, int key1, int firstGroup, int groups, int[] target) {
        int ditherKey0 = randomWord(key0, key1, -1);
        int ditherKey1 = randomWord(key0, key1, -2);
        for (int group = 0; group < groups; group++) {
            int from = group * Kernels.ROUNDING_WORDS;
            int position = (firstGroup + group) * Kernels.LANES;
            randomWords(key0, key1, position, target, from, Kernels.LANES);
            for (int i = from + Kernels.LANES; i < from + Kernels.DITHER; i++) {
                int x = target[i - Kernels.LANES];
                x ^= x << 13;
                x ^= x >>> 17;
                x ^= x << 5;
                target[i] = x;
            }
            for (int lane = 0; lane < Kernels.LANES; lane++) {
                target[from + Kernels.DITHER + lane] = dither(randomWord(ditherKey0, ditherKey1, position + lane));
            }
        }
    }

    /** The bits of a float between −1/2 and 1/2, an odd multiple of 2^-25: neither bound, and no mean but 0. */
    private static int dither(int word) {
        float magnitude = (2 * (word & 0x7fffff) + 1) * 0x1p-25f;
        return Float.floatToRawIntBits(magnitude) | (word & Integer.MIN_VALUE);
    }

    /**
     * One random word. Two rounds of xor-shift and multiply, whose constants C. Wellons found by search to spread every
     * input bit evenly over the output (2018, "lowbias32"); the second key enters between them, so that two seeds never
     * give the same sequence shifted.
     */
    public static int randomWord(int key0, int key1, int position) {
        int x = position + key0;
        x = (x ^ x >>> 16) * MULTIPLIER_0;
        x = (x ^ x >>> 15 ^ key1) * MULTIPLIER_1;
        return x ^ x >>> 16;
    }

    @Override
    public void turnWords(float[] values, int from, int rows, int[] words, int to) {
        for (int row = 0; row < rows; row++) {
            int at = from + 2 * Kernels.LANES * row;
            for (int lane = 0; lane < Kernels.LANES; lane++) {
                int low = Float.floatToRawIntBits(values[at + lane]) >> 31;
                int high = Float.floatToRawIntBits(values[at + Kernels.LANES + lane]) >> 31;
                words[to + Kernels.LANES * row + lane] ^= low >>> 16 ^ high << 16;
            }
        }
    }
}
