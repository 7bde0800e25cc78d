package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Known answers, and a battery of statistics at fixed seeds. Each statistic is a number of standard deviations from what
 * true randomness gives; among some thousand of them none may reach six.
 */
class CounterRandomTest {
    private static final int COUNT = 1 << 20;
    private static final double SIGMAS = 6;

    /** The words were computed by another program in another language. */
    @ParameterizedTest
    @CsvFileSource(resources = "/golden/v1/random-words.csv", numLinesToSkip = 1)
    void wordsAreTheKnownAnswers(long seed, int position, String word) {
        assertThat(CounterRandom.word(seed, position)).isEqualTo(Integer.parseUnsignedInt(word, 16));
        int[] filled = new int[40];
        CounterRandom.fill(seed, position - 20, filled, 0, 40);
        assertThat(filled[20]).as("by bulk").isEqualTo(CounterRandom.word(seed, position));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/golden/v1/random-forks.csv", numLinesToSkip = 1)
    void forksAreTheKnownAnswers(long seed, long index, String forked) {
        assertThat(CounterRandom.fork(seed, index)).isEqualTo(Long.parseUnsignedLong(forked, 16));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 42, -1, 1L << 40})
    @Tag("any-jdk")
    void everyByteAndBitIsUniform(long seed) {
        int[] words = words(seed, COUNT);
        for (int shift = 0; shift < 32; shift += 8) {
            int[] counts = new int[256];
            for (int word : words) {
                counts[word >>> shift & 0xff]++;
            }
            assertNear("byte at " + shift, chiSquare(counts, COUNT / 256.0), 255, Math.sqrt(2 * 255));
        }
        for (int bit = 0; bit < 32; bit++) {
            int ones = 0;
            for (int word : words) {
                ones += word >>> bit & 1;
            }
            assertNear("bit " + bit, ones, COUNT / 2.0, Math.sqrt(COUNT) / 2);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 42, -1})
    @Tag("any-jdk")
    void neighbouringPositionsAreIndependent(long seed) {
        int[] words = words(seed, COUNT);
        for (int lag : new int[] {1, 2, 3, 4, 8, 16, 32, 512, 4096, 65536}) {
            assertUncorrelated("lag " + lag, words, 0, words, lag, COUNT - lag);
        }
        // Pairs of neighbours, 8 high bits each: all 65536 cells equally full.
        int[] pairs = new int[1 << 16];
        int[] low = new int[1 << 16];
        for (int i = 0; i + 1 < COUNT; i += 2) {
            pairs[words[i] >>> 24 << 8 | words[i + 1] >>> 24]++;
            low[(words[i] & 0xff) << 8 | (words[i + 1] & 0xff)]++;
        }
        double dof = (1 << 16) - 1;
        assertNear("high pairs", chiSquare(pairs, COUNT / 2.0 / (1 << 16)), dof, Math.sqrt(2 * dof));
        assertNear("low pairs", chiSquare(low, COUNT / 2.0 / (1 << 16)), dof, Math.sqrt(2 * dof));
    }

    /** Seeds that differ by one, or are forked from one, give streams that do not know each other at any small shift. */
    @Test
    @Tag("any-jdk")
    void neighbouringAndForkedSeedsAreIndependent() {
        int count = 1 << 18;
        long[][] pairs = new long[40][];
        for (int i = 0; i < 20; i++) {
            pairs[i] = new long[] {i, i + 1};
            pairs[20 + i] = new long[] {CounterRandom.fork(7, i), CounterRandom.fork(7, i + 1)};
        }
        for (long[] pair : pairs) {
            int[] a = words(pair[0], count);
            int[] b = words(pair[1], count);
            for (int shift = 0; shift < 8; shift++) {
                assertUncorrelated("seeds at shift " + shift, a, 0, b, shift, count - shift);
                assertUncorrelated("seeds at shift " + shift, b, 0, a, shift, count - shift);
            }
        }
    }

    /** Flipping any one bit of the position or the seed flips every bit of the word with probability one half. */
    @Test
    @Tag("any-jdk")
    void everyInputBitReachesEveryOutputBit() {
        int trials = 20_000;
        for (int flipped = 0; flipped < 32 + 64; flipped++) {
            int[] flips = new int[32];
            for (int trial = 0; trial < trials; trial++) {
                long seed = CounterRandom.fork(99, trial);
                int position = CounterRandom.word(98, trial);
                int changed = flipped < 32
                        ? CounterRandom.word(seed, position ^ 1 << flipped)
                        : CounterRandom.word(seed ^ 1L << (flipped - 32), position);
                int difference = CounterRandom.word(seed, position) ^ changed;
                for (int bit = 0; bit < 32; bit++) {
                    flips[bit] += difference >>> bit & 1;
                }
            }
            for (int bit = 0; bit < 32; bit++) {
                assertNear("input bit " + flipped + " to " + bit, flips[bit], trials / 2.0, Math.sqrt(trials) / 2);
            }
        }
    }

    /** Random-k and stochastic rounding use words as fractions: means and variances of sums are what they should be. */
    @Test
    @Tag("any-jdk")
    void sumsOfConsecutiveWordsHaveTheRightSpread() {
        int length = 64;
        int[] words = words(5, COUNT);
        double squares = 0;
        int sums = COUNT / length;
        for (int i = 0; i < sums; i++) {
            double sum = 0;
            for (int j = 0; j < length; j++) {
                sum += fraction(words[i * length + j]) - 0.5;
            }
            squares += sum * sum / (length / 12.0);
        }
        assertNear("variance of sums", squares, sums, Math.sqrt(2.0 * sums));
    }

    @Test
    @Tag("any-jdk")
    void childrenOfManySeedsAreAllDifferent() {
        Set<Long> seen = new HashSet<>();
        for (long run = 0; run < 10; run++) {
            for (long worker = 0; worker < 100; worker++) {
                for (long tensor = 0; tensor < 100; tensor++) {
                    assertThat(seen.add(CounterRandom.fork(CounterRandom.fork(run, worker), tensor)))
                            .isTrue();
                }
            }
        }
    }

    /** The weakness that the class note admits. */
    @Test
    @Tag("any-jdk")
    void oneSeedNeverRepeatsAWord() {
        Set<Integer> seen = new HashSet<>();
        for (int word : words(3, COUNT)) {
            assertThat(seen.add(word)).isTrue();
        }
    }

    private static int[] words(long seed, int count) {
        int[] words = new int[count];
        CounterRandom.fill(seed, 0, words, 0, count);
        return words;
    }

    private static double fraction(int word) {
        return Integer.toUnsignedLong(word) * 0x1p-32;
    }

    private static double chiSquare(int[] counts, double expected) {
        double sum = 0;
        for (int count : counts) {
            sum += (count - expected) * (count - expected) / expected;
        }
        return sum;
    }

    /** The sample correlation of independent uniforms has mean 0 and standard deviation 1 / sqrt(count). */
    private static void assertUncorrelated(String what, int[] a, int fromA, int[] b, int fromB, int count) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += (fraction(a[fromA + i]) - 0.5) * (fraction(b[fromB + i]) - 0.5);
        }
        assertNear(what, 12 * sum / count, 0, 1 / Math.sqrt(count));
    }

    private static void assertNear(String what, double actual, double mean, double deviation) {
        assertThat(Math.abs(actual - mean) / deviation)
                .as("%s: %s, expected %s ± %s", what, actual, mean, deviation)
                .isLessThan(SIGMAS);
    }
}
