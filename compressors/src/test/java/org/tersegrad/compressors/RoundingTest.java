package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.internal.ActiveKernels;
import org.tersegrad.codecs.internal.FloatKernels;
import org.tersegrad.codecs.internal.Kernels;

/** Rounding at random is unbiased: over all random numbers exactly, and the numbers drawn are random enough. */
class RoundingTest {
    private static final FloatKernels KERNELS = ActiveKernels.FLOATS;

    /** Every value of the random bits in turn: the mean is the value, to half of what one of them is worth. */
    @ParameterizedTest
    @ValueSource(ints = {FloatKernels.USUAL_FRACTION, 16, 9})
    void overAllRandomNumbersTheMeanIsExact(int bits) {
        int[] words = new int[16];
        int[] field = new int[1];
        for (float value : new float[] {0f, -0f, 0.25f, -0.25f, 1e-5f, -3e-6f, 0.7f, 1f, -1f, 0.999999f, 1 / 3f}) {
            for (int levels : new int[] {1, 7, 63}) {
                long sum = 0;
                for (int random = 0; random < 1 << bits; random++) {
                    words[0] = random;
                    float factor = levels << bits;
                    KERNELS.roundAtRandom(new float[] {value}, 0, 1, factor, bits, words, 0, 0, field, 0);
                    sum += field[0];
                    assertThat(Math.abs(field[0] - value * levels)).isLessThan(1f);
                }
                double mean = Math.scalb((double) sum, -bits);
                assertThat(Math.abs(mean - (double) value * levels))
                        .isLessThanOrEqualTo(Math.scalb(0.5, -bits) + 1e-7 * levels);
            }
        }
    }

    /** Where the norm is beyond the floats: the largest step up to it whose multiples are not, however far that is. */
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
                assertThat(Levels.step(norm, levels)).isEqualTo(step);
            }
        }
    }

    /** What the halves of rounding words must be like: uniform, and not correlated with their neighbours in any direction. */
    @Test
    void theHalvesAreUniformAndUncorrelated() {
        int groups = 400;
        int[] words = new int[groups * Kernels.ROUNDING_WORDS];
        ActiveKernels.KERNELS.roundingWords(123, 456, 0, groups, words);
        double[] low = new double[words.length];
        double[] high = new double[words.length];
        for (int i = 0; i < words.length; i++) {
            low[i] = (words[i] & 0xffff) * 0x1p-16;
            high[i] = (words[i] >>> 16) * 0x1p-16;
        }
        double limit = 6 / Math.sqrt(words.length - 300.0);
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
        int rows = Kernels.ROUNDING_WORDS / Kernels.LANES;
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
