package org.tersegrad.compressors.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.integers.RandomKernels;
import org.tersegrad.compressors.Seed;

/** Rounding at random is unbiased: over all random numbers exactly, and the numbers drawn are random enough. */
class RoundingTest {
    private static final RoundingKernels KERNELS = RoundingKernels.ROUND_AT_RANDOM.at(1);

    private static final int[] WORDS = new int[Kernels.ROUNDING_WORDS];
    private static final int[] FIELD = new int[1];

    /** The largest dither. */
    private static final float MOST = 0.5f - 0x1p-25f;

    /** Every value of the random bits in turn, without dither: the mean is the value, to half of what one of them is worth. */
    @ParameterizedTest
    @ValueSource(ints = {RoundingKernels.USUAL_FRACTION, 16, 9})
    void overAllRandomNumbersTheMeanIsTheRoundedValue(int bits) {
        int[] words = new int[Kernels.ROUNDING_WORDS];
        int[] field = new int[1];
        for (float value : new float[] {0f, -0f, 0.25f, -0.25f, 1e-5f, -3e-6f, 0.7f, 1f, -1f, 0.999999f, 1 / 3f}) {
            for (int levels : new int[] {1, 7, 63}) {
                long sum = 0;
                for (int random = 0; random < 1 << bits; random++) {
                    words[0] = random;
                    float factor = levels << bits;
                    KERNELS.roundAtRandom(
                            new float[] {value}, 0, 1, factor, bits, RoundingKernels.MAGIC, words, 0, 0, field, 0);
                    sum += field[0];
                    assertThat(Math.abs(field[0] - value * levels)).isLessThan(1f);
                }
                double mean = Math.scalb((double) sum, -bits);
                assertThat(Math.abs(mean - (double) value * levels))
                        .isLessThanOrEqualTo(Math.scalb(0.5, -bits) + 1e-7 * levels);
            }
        }
    }

    /** Every 256th dither in turn: the mean of what is rounded is the value, where rounding alone would lose or double it. */
    @Test
    void overAllDithersTheMeanIsExact() {
        int dithers = 1 << 16;
        for (float scaled : new float[] {0f, 1e-3f, 0.01f, 0.49f, 0.5f, 0.51f, 0.99f, 1.5f, 2.25f, 100.3f, 30000.7f}) {
            for (float value : new float[] {scaled, -scaled}) {
                long sum = 0;
                for (int i = 0; i < dithers; i++) {
                    float dither = (2 * i + 1 - dithers) * (0.5f / dithers);
                    // Of one bit behind the point both random numbers: together they are what was rounded.
                    sum += level(value, 1, dither, 0) + level(value, 1, dither, -1);
                }
                assertThat((double) sum / dithers).isCloseTo(value, within(0x1p-16 + 0x1p-23 * scaled));
            }
        }
    }

    /** No dither moves a whole level, and none lifts a value above the largest level. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 15, 63, 64, 127, 128, 255, 1000, 4095, 32767})
    void wholeLevelsStayWhatTheyAre(int levels) {
        int bits = new QuantizerPlan(levels, 1, false, BlockInteger.Rounding.STOCHASTIC, 0, 0f).fraction();
        for (float dither : new float[] {-MOST, -0.25f, -0x1p-25f, 0x1p-25f, 0.125f, 0.25f, 0.375f, MOST}) {
            for (int random : new int[] {0, -1}) {
                for (int level = -levels; level <= levels; level++) {
                    assertThat(level(level << bits, bits, dither, random)).isEqualTo(level);
                }
                float below = levels << bits;
                for (int i = 0; i < 300; i++) {
                    below = Math.nextDown(below);
                    assertThat(level(below, bits, dither, random)).isBetween(levels - 1, levels);
                    assertThat(level(-below, bits, dither, random)).isBetween(-levels, 1 - levels);
                }
            }
        }
    }

    private static int level(float scaled, int bits, float dither, int random) {
        WORDS[0] = random;
        WORDS[Kernels.DITHER] = Float.floatToRawIntBits(dither);
        KERNELS.roundAtRandom(new float[] {scaled}, 0, 1, 1f, bits, RoundingKernels.MAGIC, WORDS, 0, 0, FIELD, 0);
        return FIELD[0];
    }

    /** A norm beyond the floats gives the largest step up to it whose multiples are floats, however far that is. */
    @Test
    void theStepOfAHugeNormIsTheLargestThatDoesNotOverflow() {
        double most = Float.MAX_VALUE;
        for (int levels : new int[] {1, 3, 7, 127}) {
            for (double norm : new double[] {0.99 * most, most, 1.0000001 * most, 1.5 * most, 3 * most}) {
                float step = (float) (norm / levels);
                if (Float.isInfinite(step)) {
                    step = Float.MAX_VALUE / levels;
                }
                while (Float.isInfinite(step * levels)) {
                    step = Math.nextDown(step);
                }
                assertThat(QuantizerPlan.step(norm, levels)).isEqualTo(step);
            }
        }
    }

    /** The r of all workers with one g are floor((p 2^f + g) / n) for each p below n, for groups of any size. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 11, 90, 100, 1000})
    void workersHaveAllStrata(int workers) {
        int fraction = 15;
        RoundingWords shared = new RoundingWords(BlockInteger.Rounding.DITHER, Seed.of(0), fraction);
        shared.drawShared(5, 1024, Kernels.GROUP);
        int[] g = shared.words.clone();
        int[] found = new int[Kernels.DITHER * workers];
        int[] expected = new int[found.length];
        for (int rank = 0; rank < workers; rank++) {
            RoundingWords words =
                    new RoundingWords(BlockInteger.Rounding.DITHER, Seed.of(0).ofWorker(rank, workers), fraction);
            words.draw(5, 1024, Kernels.GROUP);
            for (int i = 0; i < Kernels.DITHER; i++) {
                found[i * workers + rank] = words.words[i] >>> 17;
                expected[i * workers + rank] = ((rank << fraction) + (g[i] >>> 17)) / workers;
            }
        }
        for (int i = 0; i < Kernels.DITHER; i++) {
            Arrays.sort(found, i * workers, (i + 1) * workers);
        }
        assertThat(found).isEqualTo(expected);
    }

    /** The halves of rounding words are uniform, and not correlated with their neighbours in any direction. */
    @Test
    void theHalvesAreUniformAndUncorrelated() {
        int groups = 400;
        int[] words = words(groups);
        double[] low = new double[groups * Kernels.DITHER];
        double[] high = new double[low.length];
        for (int i = 0; i < low.length; i++) {
            int word = words[i / Kernels.DITHER * Kernels.ROUNDING_WORDS + i % Kernels.DITHER];
            low[i] = (word & 0xffff) * 0x1p-16;
            high[i] = (word >>> 16) * 0x1p-16;
        }
        double limit = 6 / Math.sqrt(low.length - 300.0);
        assertUniform(low);
        assertUniform(high);
        assertThat(Math.abs(correlation(low, high, 0))).isLessThan(limit);
        // Neighbours in a row, in a lane one and two rows on, and in the next group.
        for (int lag : new int[] {1, 2, 15, 16, 17, 32, 48, 240, 256}) {
            assertThat(Math.abs(correlation(low, low, lag))).isLessThan(limit);
            assertThat(Math.abs(correlation(high, high, lag))).isLessThan(limit);
            assertThat(Math.abs(correlation(low, high, lag))).isLessThan(limit);
            assertThat(Math.abs(correlation(high, low, lag))).isLessThan(limit);
        }
    }

    /** The same for dithers, which are correlated neither with each other nor with any half of their lane. */
    @Test
    void theDithersAreUniformAndUncorrelated() {
        int groups = 20_000;
        int[] words = words(groups);
        double[] dithers = new double[groups * Kernels.LANES];
        for (int i = 0; i < dithers.length; i++) {
            int at = i / Kernels.LANES * Kernels.ROUNDING_WORDS + Kernels.DITHER + i % Kernels.LANES;
            dithers[i] = Float.intBitsToFloat(words[at]) + 0.5;
            // An odd multiple of 2^-25, so not at the border.
            assertThat((long) (dithers[i] * 0x1p25) % 2).isEqualTo(1);
            assertThat(dithers[i]).isBetween(0.0, 1.0);
        }
        assertUniform(dithers);
        double limit = 6 / Math.sqrt(dithers.length - 100.0);
        for (int lag : new int[] {1, 2, 3, 4, 8, 15, 16, 17, 32}) {
            assertThat(Math.abs(correlation(dithers, dithers, lag))).isLessThan(limit);
        }
        double[] half = new double[dithers.length];
        for (int number = 0; number < 32; number++) {
            for (int i = 0; i < half.length; i++) {
                int row = i / Kernels.LANES * Kernels.ROUNDING_WORDS + number / 2 * Kernels.LANES;
                half[i] = words[row + i % Kernels.LANES] >>> (16 * (number % 2)) & 0xffff;
            }
            assertThat(Math.abs(correlation(dithers, half, 0))).isLessThan(limit);
        }
    }

    private static int[] words(int groups) {
        int[] words = new int[groups * Kernels.ROUNDING_WORDS];
        RandomKernels.ROUNDING_WORDS.at(groups * Kernels.GROUP).roundingWords(123, 456, 0, groups, words);
        return words;
    }

    private static void assertUniform(double[] values) {
        int[] counts = new int[256];
        for (double value : values) {
            counts[(int) (value * 256)]++;
        }
        double expected = values.length / 256.0;
        double chi = 0;
        for (int count : counts) {
            chi += (count - expected) * (count - expected) / expected;
        }
        assertThat(Math.abs(chi - 255)).isLessThan(6 * Math.sqrt(2 * 255.0));
    }

    private static double correlation(double[] a, double[] b, int lag) {
        int count = a.length - lag;
        double[] from = java.util.Arrays.copyOf(a, count);
        double[] to = java.util.Arrays.copyOfRange(b, lag, a.length);
        return new PearsonsCorrelation().correlation(from, to);
    }

    /**
     * In a lane of a group all words follow from the first one by xor-shifts, which are linear over bits. Two halves are
     * independent if the 32 bits of both are independent functions of the first word; of random functions three in ten are.
     * None of ours lacks more than two bits of it.
     */
    @Test
    void halvesOfALaneAreNearlyIndependentInPairs() {
        int rows = Kernels.DITHER / Kernels.LANES;
        int[][] images = new int[32][rows];
        for (int bit = 0; bit < 32; bit++) {
            int x = 1 << bit;
            for (int row = 0; row < rows; row++) {
                images[bit][row] = x;
                x ^= x << 13;
                x ^= x >>> 17;
                x ^= x << 5;
            }
        }
        for (int one = 0; one < 2 * rows; one++) {
            for (int other = one + 1; other < 2 * rows; other++) {
                int[] columns = new int[32];
                for (int bit = 0; bit < 32; bit++) {
                    columns[bit] = half(images[bit], one) | half(images[bit], other) << 16;
                }
                assertThat(rank(columns)).isGreaterThanOrEqualTo(30);
            }
        }
    }

    private static int half(int[] rows, int number) {
        return (rows[number / 2] >>> (16 * (number % 2))) & 0xffff;
    }

    private static int rank(int[] columns) {
        int rank = 0;
        for (int bit = 0; bit < 32; bit++) {
            int mask = 1 << bit;
            int pivot = rank;
            while (pivot < 32 && (columns[pivot] & mask) == 0) {
                pivot++;
            }
            if (pivot < 32) {
                int column = columns[pivot];
                columns[pivot] = columns[rank];
                columns[rank] = column;
                for (int i = 0; i < 32; i++) {
                    if (i != rank && (columns[i] & mask) != 0) {
                        columns[i] ^= column;
                    }
                }
                rank++;
            }
        }
        return rank;
    }
}
