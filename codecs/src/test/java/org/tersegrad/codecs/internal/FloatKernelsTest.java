package org.tersegrad.codecs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.floats.SelectionKernels;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;

/** Every float kernel gives the scalar kernel's bits, at 128, 256 and 512 bits, for any count and offset. */
class FloatKernelsTest {
    private static final Topics SCALAR = Topics.SCALAR;
    private static final int[] COUNTS = {0, 1, 4, 15, 16, 17, 31, 32, 48, 63, 64, 100, 511, 512, 513, 4096, 4111, 9000};

    private static final int[][] SHAPES = {
        {0, 0},
        {0, 5},
        {5, 0},
        {1, 1},
        {1, 17},
        {17, 1},
        {5, 33},
        {64, 64},
        {100, 513},
        {3, 4096},
        {7, 4113},
        {2, 9001},
        {523, 9}
    };

    static List<Topics> kernels() {
        return KernelsTest.kernels();
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void reductionsAgree(Topics kernels) {
        float[] values = floats(9100, 1);
        for (int count : COUNTS) {
            for (int offset : new int[] {0, 1, 7}) {
                assertThat(kernels.reductions().largestKey(values, offset, count))
                        .isEqualTo(SCALAR.reductions().largestKey(values, offset, count));
                int[] expectedExtremes = new int[2];
                int[] extremes = new int[2];
                SCALAR.reductions().extremes(values, offset, count, expectedExtremes);
                kernels.reductions().extremes(values, offset, count, extremes);
                assertThat(extremes).as("%d from %d", count, offset).isEqualTo(expectedExtremes);
                float[] expected = floats(32, 2);
                float[] actual = expected.clone();
                SCALAR.reductions().sumMagnitudes(values, offset, count, expected);
                SCALAR.reductions().sumSquares(values, offset, count, 0.75f, expected);
                SCALAR.reductions().sumEachSign(values, offset, count, expected);
                kernels.reductions().sumMagnitudes(values, offset, count, actual);
                kernels.reductions().sumSquares(values, offset, count, 0.75f, actual);
                kernels.reductions().sumEachSign(values, offset, count, actual);
                assertThat(actual).as("%d from %d", count, offset).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void theLargestKeyShowsWhatIsNotFinite(Topics kernels) {
        for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -Float.NaN}) {
            for (int at = 0; at < 100; at++) {
                float[] values = floats(100, 3);
                assertThat(kernels.reductions().largestKey(values, 0, 100)).isLessThan(ReductionKernels.NON_FINITE);
                values[at] = bad;
                assertThat(kernels.reductions().largestKey(values, 0, 100))
                        .isGreaterThanOrEqualTo(ReductionKernels.NON_FINITE);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void floatsAreTakenApartAndPutTogetherAlike(Topics kernels) {
        float[] values = new float[9100];
        for (int i = 0; i < values.length; i++) {
            values[i] = Float.intBitsToFloat(0x9e3779b9 * i);
        }
        for (int count : COUNTS) {
            for (int offset : new int[] {0, 1, 7}) {
                int[][] parts = {new int[9100], new int[9100], new int[9100], new int[9100]};
                int largest = SCALAR.exponents().exponents(values, offset, count, parts[0]);
                assertThat(kernels.exponents().exponents(values, offset, count, parts[1]))
                        .isEqualTo(largest);
                assertThat(parts[1]).isEqualTo(parts[0]);
                SCALAR.exponents().rests(values, offset, count, parts[2]);
                kernels.exponents().rests(values, offset, count, parts[3]);
                assertThat(parts[3]).isEqualTo(parts[2]);
                Arrays.setAll(parts[3], i -> parts[2][i] | i << 24);
                float[] joined = new float[9100];
                kernels.exponents().join(parts[1], parts[3], count, joined);
                for (int i = 0; i < 9100; i++) {
                    assertThat(Float.floatToRawIntBits(joined[i]))
                            .isEqualTo(i < count ? Float.floatToRawIntBits(values[offset + i]) : 0);
                }
                float[] expected = floats(9100, 2);
                float[] sum = expected.clone();
                SCALAR.additions().addScaled(joined, 0, count, -0.3f, expected, offset);
                kernels.exponents().addJoined(parts[1], parts[3], count, -0.3f, sum, offset);
                assertThat(sum).as("%d from %d", count, offset).isEqualTo(expected);
            }
        }
    }

    /** One at a time, so that it is in each lane and behind the last row. */
    @ParameterizedTest
    @MethodSource("kernels")
    void extremesAreInTheOrderOfFloatsWithNaNsBeyondInfinities(Topics kernels) {
        float[] ascending = {-Float.NaN, Float.NEGATIVE_INFINITY, -1f, -0f, 0f, 1f, Float.POSITIVE_INFINITY, Float.NaN};
        ascending[0] = Float.intBitsToFloat(0xffc00000);
        int[] extremes = new int[2];
        for (int at = 0; at < 100; at++) {
            for (int middle = 1; middle < ascending.length - 1; middle++) {
                float[] values = new float[100];
                Arrays.fill(values, ascending[middle]);
                values[at] = ascending[middle - 1];
                values[99 - at] = ascending[middle + 1];
                kernels.reductions().extremes(values, 0, 100, extremes);
                for (int end = 0; end < 2; end++) {
                    assertThat(ReductionKernels.ordered(extremes[end]))
                            .isEqualTo(Float.floatToRawIntBits(ascending[middle - 1 + 2 * end]));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void productsAndScaledAdditionsAgree(Topics kernels) {
        float[] values = floats(9100, 4);
        for (int count : COUNTS) {
            float[] expected = floats(9100, 5);
            float[] actual = expected.clone();
            SCALAR.additions().multiply(values, 2, count, -1.7f, expected, 5);
            kernels.additions().multiply(values, 2, count, -1.7f, actual, 5);
            assertThat(actual).isEqualTo(expected);
            SCALAR.additions().multiplyAbove(values, 2, count, 0.7f, -1.7f, expected, 6);
            kernels.additions().multiplyAbove(values, 2, count, 0.7f, -1.7f, actual, 6);
            assertThat(actual).isEqualTo(expected);
            SCALAR.additions().addScaled(values, 3, count, 0.3f, expected, 5);
            kernels.additions().addScaled(values, 3, count, 0.3f, actual, 5);
            assertThat(actual).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void additionsToAResidualAgree(Topics kernels) {
        float[] residual = floats(9100, 6);
        float[] gradient = floats(9100, 7);
        residual[20] = -0f;
        gradient[18] = -0f;
        for (int count : COUNTS) {
            for (float[] rule :
                    new float[][] {{0f, 0f, 1f}, {0f, -0f, 1f}, {3f, -3f, 1f}, {3f, -3f, 0.9f}, {0.3f, -7f, 1f}}) {
                float[] expected = floats(9100, 8);
                float[] actual = expected.clone();
                int key = SCALAR.additions()
                        .addToResidual(residual, 3, count, rule[0], rule[1], rule[2], gradient, 1, expected, 5);
                assertThat(kernels.additions()
                                .addToResidual(residual, 3, count, rule[0], rule[1], rule[2], gradient, 1, actual, 5))
                        .isEqualTo(key);
                assertThat(actual).isEqualTo(expected);
            }
            float[] expected = floats(9100, 9);
            float[] actual = expected.clone();
            float[] expectedLanes = floats(16, 10);
            float[] lanes = expectedLanes.clone();
            SCALAR.additions().addToResidualAndSum(residual, 3, count, 2f, gradient, 1, expected, 5, expectedLanes);
            kernels.additions().addToResidualAndSum(residual, 3, count, 2f, gradient, 1, actual, 5, lanes);
            assertThat(actual).isEqualTo(expected);
            assertThat(lanes).isEqualTo(expectedLanes);
        }
        gradient[123] = Float.NaN;
        float[] sum = new float[200];
        assertThat(kernels.additions().addToResidual(residual, 0, 200, 0f, 0f, 1f, gradient, 0, sum, 0))
                .isGreaterThanOrEqualTo(ReductionKernels.NON_FINITE);
        assertThat(kernels.additions().addToResidual(residual, 0, 200, 1f, 2f, 1f, gradient, 0, sum, 0))
                .isGreaterThanOrEqualTo(ReductionKernels.NON_FINITE);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void roundingAtRandomAgrees(Topics kernels) {
        int[] words = new int[4 * Kernels.ROUNDING_WORDS];
        Topics.SCALAR.random().roundingWords(1, 2, 3, 4, words);
        float[] values = unitFloats(3 * Kernels.GROUP);
        for (int levels : new int[] {1, 7, 127, 30000}) {
            int fraction = Math.min(15, 22 - (32 - Integer.numberOfLeadingZeros(levels)));
            float factor = levels * (1 << fraction);
            for (int count : new int[] {0, 1, 16, 31, 32, 33, 100, 512, 700}) {
                for (int first : new int[] {0, 1, 16, 32, 48, 100}) {
                    int[] expected = new int[1000];
                    int[] actual = new int[1000];
                    SCALAR.rounding()
                            .roundAtRandom(
                                    values,
                                    3,
                                    count,
                                    factor,
                                    fraction,
                                    RoundingKernels.MAGIC,
                                    words,
                                    first,
                                    levels,
                                    expected,
                                    2);
                    kernels.rounding()
                            .roundAtRandom(
                                    values,
                                    3,
                                    count,
                                    factor,
                                    fraction,
                                    RoundingKernels.MAGIC,
                                    words,
                                    first,
                                    levels,
                                    actual,
                                    2);
                    assertThat(actual).isEqualTo(expected);
                    assertThat(java.util.Arrays.stream(expected)).allMatch(field -> field >= 0 && field <= 2 * levels);
                }
            }
        }
    }

    /** Levels from 0 on have a bit more than those around 0: the greatest is never exceeded, and 0 stays 0. */
    @ParameterizedTest
    @MethodSource("kernels")
    void roundingFromZeroAgrees(Topics kernels) {
        int groups = 3;
        int[] words = new int[groups * Kernels.ROUNDING_WORDS];
        Topics.SCALAR.random().roundingWords(1, 2, 3, groups, words);
        float[] values = unitFloats(groups * Kernels.GROUP);
        for (int i = 0; i < values.length; i++) {
            values[i] = i % 3 == 0 ? i % 2 : Math.abs(values[i]);
        }
        for (int width : new int[] {4, 8}) {
            int most = (1 << width) - 1;
            float factor = most << 15;
            float magic = RoundingKernels.MAGIC_FROM_0;
            int[] expected = new int[values.length];
            int[] actual = new int[values.length];
            SCALAR.rounding().roundAtRandom(values, 0, values.length, factor, 15, magic, words, 0, 0, expected, 0);
            kernels.rounding().roundAtRandom(values, 0, values.length, factor, 15, magic, words, 0, 0, actual, 0);
            assertThat(actual).isEqualTo(expected);
            for (int i = 0; i < values.length; i++) {
                int below = (int) (values[i] * most);
                assertThat(expected[i]).isBetween(below, values[i] * most > below ? below + 1 : below);
            }
            byte[] packed = new byte[groups * width * Kernels.ROW_BYTES];
            byte[] fused = new byte[packed.length];
            Topics.SCALAR.packing().pack(expected, 0, groups, width, packed, 0);
            kernels.rounding().packAtRandom(values, 0, groups, factor, 15, magic, words, 0, 0, width, fused, 0);
            assertThat(fused).isEqualTo(packed);
        }
    }

    /** If all random bits are ones, the dither alone decides whether small elements are sent. */
    @ParameterizedTest
    @MethodSource("kernels")
    void ditheringAgrees(Topics kernels) {
        int groups = 3;
        float[] values = unitFloats(groups * Kernels.GROUP);
        int[] words = new int[groups * Kernels.ROUNDING_WORDS];
        Topics.SCALAR.random().roundingWords(1, 2, 3, groups, words);
        for (int from = 0; from < words.length; from += Kernels.ROUNDING_WORDS) {
            Arrays.fill(words, from, from + Kernels.DITHER, -1);
        }
        int[] expected = new int[values.length];
        int[] actual = new int[values.length];
        SCALAR.rounding()
                .roundAtRandom(values, 0, values.length, 1.5f, 15, RoundingKernels.MAGIC, words, 0, 7, expected, 0);
        kernels.rounding()
                .roundAtRandom(values, 0, values.length, 1.5f, 15, RoundingKernels.MAGIC, words, 0, 7, actual, 0);
        assertThat(actual).isEqualTo(expected);
        assertThat(Arrays.stream(expected).filter(field -> field == 7).count())
                .isBetween(values.length / 5L, 4L * values.length / 5);
        byte[] packed = new byte[groups * 4 * Kernels.ROW_BYTES];
        byte[] fused = new byte[packed.length];
        Topics.SCALAR.packing().pack(expected, 0, groups, 4, packed, 0);
        kernels.rounding().packAtRandom(values, 0, groups, 1.5f, 15, RoundingKernels.MAGIC, words, 0, 7, 4, fused, 0);
        assertThat(fused).isEqualTo(packed);
    }

    /** The fused kernels are the rounding kernels and the packing kernel one after the other. */
    @ParameterizedTest
    @MethodSource("kernels")
    void packingWhileRoundingAgrees(Topics kernels) {
        int[] words = new int[3 * Kernels.ROUNDING_WORDS];
        int second = Kernels.ROUNDING_WORDS;
        Topics.SCALAR.random().roundingWords(1, 2, 3, 3, words);
        float[] values = unitFloats(3 * Kernels.GROUP);
        for (int width : new int[] {2, 4, 8}) {
            int levels = (1 << (width - 1)) - 1;
            int fraction = 15;
            int[] fields = new int[2 * Kernels.GROUP];
            byte[] expected = new byte[2 * width * Kernels.ROW_BYTES + 3];
            byte[] actual = new byte[expected.length];
            byte[] scalar = new byte[expected.length];
            float factor = levels * (1 << fraction);
            float magic = RoundingKernels.MAGIC;
            SCALAR.rounding()
                    .roundAtRandom(values, 5, fields.length, factor, fraction, magic, words, 512, levels, fields, 0);
            Topics.SCALAR.packing().pack(fields, 0, 2, width, expected, 1);
            kernels.rounding()
                    .packAtRandom(values, 5, 2, factor, fraction, magic, words, second, levels, width, actual, 1);
            SCALAR.rounding()
                    .packAtRandom(values, 5, 2, factor, fraction, magic, words, second, levels, width, scalar, 1);
            assertThat(actual).isEqualTo(expected);
            assertThat(scalar).isEqualTo(expected);

            SCALAR.rounding().roundToNearest(values, 5, fields.length, levels, levels, fields, 0);
            Topics.SCALAR.packing().pack(fields, 0, 2, width, expected, 1);
            kernels.rounding().packNearest(values, 5, 2, levels, levels, width, actual, 1);
            SCALAR.rounding().packNearest(values, 5, 2, levels, levels, width, scalar, 1);
            assertThat(actual).isEqualTo(expected);
            assertThat(scalar).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void roundingToNearestAndBackAgrees(Topics kernels) {
        float[] values = unitFloats(9000);
        for (int count : COUNTS) {
            int[] expected = new int[9000];
            int[] actual = new int[9000];
            int least = Math.min(count, 8900);
            SCALAR.rounding().roundToNearest(values, 1, least, 127, 127, expected, 2);
            kernels.rounding().roundToNearest(values, 1, least, 127, 127, actual, 2);
            assertThat(actual).isEqualTo(expected);
            float[] back = new float[9000];
            float[] expectedBack = new float[9000];
            SCALAR.levels().fromLevels(expected, 2, least, 127, 0.3f, expectedBack, 1);
            SCALAR.levels().subtractLevels(expected, 2, least, 100, 0.7f, values, 1, expectedBack, 3);
            kernels.levels().fromLevels(expected, 2, least, 127, 0.3f, back, 1);
            kernels.levels().subtractLevels(expected, 2, least, 100, 0.7f, values, 1, back, 3);
            assertThat(back).isEqualTo(expectedBack);
        }
    }

    /** Zeros of both signs, and each element in the lane of its own sign. */
    @ParameterizedTest
    @MethodSource("kernels")
    void sumsOfEachSignAreThoseOfTheirElements(Topics kernels) {
        float[] values = new float[48];
        for (int i = 0; i < 48; i++) {
            values[i] = i < 16 ? i + 1 : i < 32 ? -(i + 100) : i % 2 == 0 ? 0f : -0f;
        }
        float[] lanes = new float[32];
        kernels.reductions().sumEachSign(values, 0, 48, lanes);
        for (int lane = 0; lane < 16; lane++) {
            assertThat(lanes[lane]).isEqualTo(lane + 1);
            assertThat(lanes[16 + lane]).isEqualTo(lane + 116);
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void sumsOfEachSignShowWhatIsNotFinite(Topics kernels) {
        for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -Float.NaN}) {
            for (int at = 0; at < 100; at++) {
                float[] values = floats(100, 3);
                values[at] = bad;
                float[] lanes = new float[32];
                kernels.reductions().sumEachSign(values, 0, 100, lanes);
                float sum = 0;
                for (float lane : lanes) {
                    sum += lane;
                }
                assertThat(Float.isFinite(sum)).as("%s at %d", bad, at).isFalse();
            }
        }
    }

    /** Below 2^-126, above 2^127 and powers of two themselves, with no random bit, with all, and with others. */
    @ParameterizedTest
    @MethodSource("kernels")
    void powersOfTwoAgree(Topics kernels) {
        float[] edges = {0f, -0f, 1f, -2f, Float.MIN_VALUE, -0x1p-126f, 0x1p127f, Float.MAX_VALUE, -Float.MAX_VALUE, 3f
        };
        float[] values = floats(9100, 11);
        int[] random = new int[9100];
        SCALAR.random().randomWords(1, 2, 3, random, 0, random.length);
        for (int i = 0; i < values.length; i++) {
            values[i] = i % 3 == 0 ? edges[i / 3 % edges.length] : values[i];
            random[i] = i % 7 == 0 ? -1 : i % 7 == 1 ? 0 : random[i];
        }
        for (int count : COUNTS) {
            int[] expected = random.clone();
            int[] actual = random.clone();
            SCALAR.rounding().toPowersOfTwo(values, 3, count, expected, 5);
            kernels.rounding().toPowersOfTwo(values, 3, count, actual, 5);
            assertThat(actual).isEqualTo(expected);
            float[] expectedPowers = new float[9100];
            float[] powers = new float[9100];
            SCALAR.rounding().fromPowersOfTwo(expected, 5, count, expectedPowers, 7);
            kernels.rounding().fromPowersOfTwo(expected, 5, count, powers, 7);
            assertThat(powers).isEqualTo(expectedPowers);
        }
    }

    @Test
    void aPowerOfTwoIsOneOfTheTwoNeighbours() {
        float[] values = {1f, -1f, 1.5f, -1.5f, 1.5f, Float.MAX_VALUE, Float.MIN_VALUE, Float.MIN_VALUE, 0f};
        int[] words = {-1, -1, 0, (1 << 31) - 1, 1 << 31, -1, 0, -1, -1};
        float[] expected = {1f, -1f, 1f, -1f, 2f, 0x1p127f, 0f, 0x1p-126f, 0f};
        SCALAR.rounding().toPowersOfTwo(values, 0, values.length, words, 0);
        for (int i = 0; i < values.length; i++) {
            assertThat(Float.intBitsToFloat(words[i] << 23)).isEqualTo(expected[i]);
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void upperHalvesAgree(Topics kernels) {
        float[] values = floats(9100, 12);
        float[] edges = {0f, -0f, Float.MIN_VALUE, -1e-40f, 0x1.01p0f, -0x1.03p0f, 0x1.fep127f, -0x1.fefffep127f};
        System.arraycopy(edges, 0, values, 11, edges.length);
        for (int count : COUNTS) {
            byte[] expected = new byte[2 * 9100];
            byte[] actual = new byte[2 * 9100];
            SCALAR.rounding().upperHalves(values, 3, count, expected, 5);
            kernels.rounding().upperHalves(values, 3, count, actual, 5);
            assertThat(actual).isEqualTo(expected);
        }
    }

    /** From −1 to 1, the ends, zeros of both signs and ties among them. */
    private static float[] unitFloats(int count) {
        int[] words = new int[count];
        Topics.SCALAR.random().randomWords(11, 1, 0, words, 0, count);
        float[] edges = {0f, -0f, 1f, -1f, 0.5f, -0.5f, 1e-8f, -Float.MIN_VALUE};
        float[] floats = new float[count];
        for (int i = 0; i < count; i++) {
            floats[i] = i % 7 == 0 ? edges[words[i] & 7] : words[i] * 0x1p-31f;
        }
        return floats;
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void collectedIndicesAgree(Topics kernels) {
        float[] values = floats(9100, 6);
        values[40] = Float.NaN;
        int[] leastKeys = {0, 1, 2, key(1e-30f), key(1f), key(1e5f), key(1e9f), key(values[100]), Integer.MAX_VALUE};
        for (int leastKey : leastKeys) {
            for (int count : COUNTS) {
                for (int offset : new int[] {0, 1, 7}) {
                    int[] expected = new int[5 + count + SelectionKernels.COLLECT_ROOM];
                    int[] actual = expected.clone();
                    int found = SCALAR.selection().collect(values, offset, count, leastKey, 1000, expected, 5);
                    assertThat(kernels.selection().collect(values, offset, count, leastKey, 1000, actual, 5))
                            .as("%d from %d, keys from %x on", count, offset, leastKey)
                            .isEqualTo(found);
                    assertThat(Arrays.copyOf(actual, 5 + found)).isEqualTo(Arrays.copyOf(expected, 5 + found));
                }
            }
        }
    }

    @Test
    void collectedAreTheIndicesOfLargeKeys() {
        float[] values = {9f, 1f, -2f, 3f, -0f, 1.5f, Float.NaN, Float.MIN_VALUE};
        int[] indices = new int[8 + SelectionKernels.COLLECT_ROOM];
        assertThat(SCALAR.selection().collect(values, 1, 6, key(1.5f), 10, indices, 0))
                .isEqualTo(4);
        assertThat(indices).startsWith(11, 12, 14, 15);
        assertThat(SCALAR.selection().collect(values, 1, 7, 0, 0, indices, 0)).isEqualTo(7);
    }

    private static int key(float value) {
        return Float.floatToRawIntBits(Math.abs(value));
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void productsOfMatricesAgree(Topics kernels) {
        int offset = 3;
        for (int[] shape : SHAPES) {
            int rows = shape[0];
            int columns = shape[1];
            float[] matrix = floats(offset + rows * columns + 1, 6);
            for (int rank = 1; rank <= 9; rank++) {
                String name = String.format("%d x %d, rank %d", rows, columns, rank);
                float[] scratch = floats(LowRankKernels.scratch(rank, columns), 7);
                float[] right = floats(rank * columns + 2, 8);
                float[] left = floats(rank * rows + 6, 9);
                float[] expected = left.clone();
                SCALAR.lowRank().multiply(matrix, offset, rows, columns, rank, right, 1, expected, 5, scratch);
                kernels.lowRank().multiply(matrix, offset, rows, columns, rank, right, 1, left, 5, scratch);
                assertThat(left).as("multiply %s", name).isEqualTo(expected);
                expected = right.clone();
                SCALAR.lowRank().multiplyTransposed(matrix, offset, rows, columns, rank, left, 5, expected, 1, scratch);
                kernels.lowRank().multiplyTransposed(matrix, offset, rows, columns, rank, left, 5, right, 1, scratch);
                assertThat(right).as("multiplyTransposed %s", name).isEqualTo(expected);
                expected = matrix.clone();
                float[] actual = matrix.clone();
                float weight = 1e-20f;
                SCALAR.lowRank().addProduct(expected, offset, rows, columns, rank, weight, left, 5, right, 1, scratch);
                kernels.lowRank().addProduct(actual, offset, rows, columns, rank, weight, left, 5, right, 1, scratch);
                assertThat(actual).as("addProduct %s", name).isEqualTo(expected);
            }
        }
    }

    /** The naive twin: sums in double, in the order of the formula. */
    @ParameterizedTest
    @MethodSource("kernels")
    void productsOfMatricesAreRight(Topics kernels) {
        for (int[] shape : SHAPES) {
            int rows = shape[0];
            int columns = shape[1];
            int rank = 3;
            float[] matrix = uniform(rows * columns, 10);
            float[] right = uniform(rank * columns, 11);
            float[] left = new float[rank * rows];
            float[] scratch = new float[LowRankKernels.scratch(rank, columns)];
            double[] expected = new double[rank * rows];
            double[] transposed = new double[rank * columns];
            kernels.lowRank().multiply(matrix, 0, rows, columns, rank, right, 0, left, 0, scratch);
            for (int i = 0; i < rank * rows * columns; i++) {
                int k = i / (rows * columns);
                int row = i / columns % rows;
                int column = i % columns;
                float element = matrix[row * columns + column];
                expected[k * rows + row] += (double) element * right[k * columns + column];
                transposed[k * columns + column] += (double) element * left[k * rows + row];
            }
            assertThat(distance(left, expected)).isLessThan(1e-6);
            kernels.lowRank().multiplyTransposed(matrix, 0, rows, columns, rank, left, 0, right, 0, scratch);
            assertThat(distance(right, transposed)).isLessThan(1e-6);
            double[] sum = new double[rows * columns];
            for (int i = 0; i < rank * rows * columns; i++) {
                int k = i / (rows * columns);
                int row = i / columns % rows;
                int column = i % columns;
                sum[row * columns + column] += -0.5 * left[k * rows + row] * right[k * columns + column];
            }
            float[] target = new float[rows * columns];
            kernels.lowRank().addProduct(target, 0, rows, columns, rank, -0.5f, left, 0, right, 0, scratch);
            assertThat(distance(target, sum)).isLessThan(1e-6);
        }
    }

    /** The length of the difference over the length. */
    private static double distance(float[] actual, double[] expected) {
        double difference = 0;
        double length = Double.MIN_NORMAL;
        for (int i = 0; i < actual.length; i++) {
            difference += (actual[i] - expected[i]) * (actual[i] - expected[i]);
            length += expected[i] * expected[i];
        }
        return Math.sqrt(difference / length);
    }

    static float[] uniform(int count, int seed) {
        int[] words = new int[count];
        Topics.SCALAR.random().randomWords(seed, 1, 0, words, 0, count);
        float[] floats = new float[count];
        for (int i = 0; i < count; i++) {
            floats[i] = words[i] * 0x1p-31f;
        }
        return floats;
    }

    /** Both signs, magnitudes from 2^-30 to 2^30, some zeros and denormals. */
    static float[] floats(int count, int seed) {
        int[] words = new int[count];
        Topics.SCALAR.random().randomWords(seed, 1, 0, words, 0, count);
        float[] floats = new float[count];
        for (int i = 0; i < count; i++) {
            int exponent = words[i] >>> 8 & 63;
            float[] edges = {0f, -0f, Float.MIN_VALUE, -Float.MIN_NORMAL};
            floats[i] = i % 31 == 0 ? edges[words[i] & 3] : Math.scalb((float) words[i], exponent - 62);
        }
        return floats;
    }
}
