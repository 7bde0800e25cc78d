package org.tersegrad.codecs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.integers.RandomKernels;

/** Rounding at random, held to known answers that another program in another language computed, in exact fractions. */
class RoundingGoldenTest {
    private static final int KEY_0 = 5;
    private static final int KEY_1 = 6;
    private static final int GROUP = 7;

    @ParameterizedTest
    @CsvFileSource(resources = "/golden/v1/rounding-words.csv", numLinesToSkip = 1)
    void wordsAreTheKnownAnswers(String key0, String key1, int group, int number, String word) {
        int[] words = new int[Kernels.ROUNDING_WORDS];
        RandomKernels.ROUNDING_WORDS.at(Kernels.GROUP).roundingWords(hex(key0), hex(key1), group, 1, words);
        assertThat(words[number]).isEqualTo(hex(word));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/golden/v1/rounding-levels.csv", numLinesToSkip = 1)
    void levelsAreTheKnownAnswers(int fraction, String scaled, int element, int level) {
        int[] words = new int[Kernels.ROUNDING_WORDS];
        RandomKernels.ROUNDING_WORDS.at(Kernels.GROUP).roundingWords(KEY_0, KEY_1, GROUP, 1, words);
        float[] values = new float[Kernels.GROUP];
        values[element] = Float.intBitsToFloat(hex(scaled));
        int[] levels = new int[values.length];
        RoundingKernels.ROUND_AT_RANDOM
                .at(values.length)
                .roundAtRandom(values, 0, values.length, 1f, fraction, RoundingKernels.MAGIC, words, 0, 0, levels, 0);
        assertThat(levels[element]).isEqualTo(level);
    }

    private static int hex(String bits) {
        return Integer.parseUnsignedInt(bits, 16);
    }
}
