package org.tersegrad.compressors.levels;

import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;

/** Rounds the elements of a block to fields: to nearest, or with the words that were drawn for the block. */
final class LevelRounder {
    private final RoundingWords words;
    private final boolean random;
    private final int fraction;
    private final float magic;
    private final int zero;
    private final int width;

    /**
     * @param words drawn before each block
     * @param fraction bits behind the binary point of what is rounded at random
     * @param magic one of {@link RoundingKernels}
     * @param zero the field of level 0
     * @param width bits of a field, for {@link #packGroups}
     */
    LevelRounder(BlockInteger.Rounding rounding, RoundingWords words, int fraction, float magic, int zero, int width) {
        random = rounding != BlockInteger.Rounding.NEAREST;
        this.words = words;
        this.fraction = fraction;
        this.magic = magic;
        this.zero = zero;
        this.width = width;
    }

    /**
     * Rounds elements to fields.
     *
     * @param source not modified
     * @param factor contains {@code 2^fraction}, if rounding is at random
     * @param done how many elements of the block precede them
     * @param fields modified in {@code [to, to + count)}
     */
    void round(float[] source, int at, int count, float factor, int done, int[] fields, int to) {
        if (!random) {
            RoundingKernels.ROUND_TO_NEAREST.at(count).roundToNearest(source, at, count, factor, zero, fields, to);
            return;
        }
        words.turn(source, at, count, done);
        RoundingKernels.ROUND_AT_RANDOM
                .at(count)
                .roundAtRandom(source, at, count, factor, fraction, magic, words.words, done, zero, fields, to);
    }

    /**
     * Rounds whole groups of 512 elements and packs them in the same kernel, if fields have 2, 4 or 8 bits.
     *
     * @param source not modified
     * @param factor as that of {@link #round}
     * @param done how many elements of the block precede them, whole groups
     * @return how many elements are in whole groups
     */
    int packGroups(float[] source, int at, int count, float factor, int done, byte[] out, int to) {
        int groups = count / Kernels.GROUP;
        int whole = groups * Kernels.GROUP;
        if (groups > 0 && !random) {
            RoundingKernels.PACK_NEAREST.at(whole).packNearest(source, at, groups, factor, zero, width, out, to);
        } else if (groups > 0) {
            words.turn(source, at, whole, done);
            int wordsFrom = done / Kernels.GROUP * Kernels.ROUNDING_WORDS;
            RoundingKernels.PACK_AT_RANDOM
                    .at(whole)
                    .packAtRandom(
                            source, at, groups, factor, fraction, magic, words.words, wordsFrom, zero, width, out, to);
        }
        return whole;
    }
}
