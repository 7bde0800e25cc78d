package org.tersegrad.codecs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.codecs.internal.rotations.RotationKernels;

/** Every rotation gives the scalar kernel's bits, at 128, 256 and 512 bits, and is what the mathematics says. */
class RotationKernelsTest {
    private static final Topics SCALAR = Topics.SCALAR;
    private static final int[] COUNTS = {0, 1, 15, 16, 17, 100, 511, 512, 513, 1500, 4096};

    static List<Topics> kernels() {
        return KernelsTest.kernels();
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void signsAgreeForAnyCount(Topics kernels) {
        float[] values = FloatKernelsTest.floats(5000, 1);
        int[] words = new int[128];
        SCALAR.random().randomWords(1, 2, 0, words, 0, words.length);
        for (int count : COUNTS) {
            float[] expected = new float[5000];
            float[] actual = new float[5000];
            SCALAR.rotations().flipSigns(values, 3, count, 0.3f, words, expected, 5);
            kernels.rotations().flipSigns(values, 3, count, 0.3f, words, actual, 5);
            assertThat(actual).as("%d elements", count).isEqualTo(expected);
            float[] inPlace = values.clone();
            kernels.rotations().flipSigns(inPlace, 3, count, 0.3f, words, inPlace, 3);
            assertThat(Arrays.copyOfRange(inPlace, 3, 3 + count)).isEqualTo(Arrays.copyOfRange(expected, 5, 5 + count));
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void transformsAgreeForEverySizeAtTheEndsOfAnArrayAndInside(Topics kernels) {
        for (int count = 1; count <= RotationKernels.BLOCK; count *= 2) {
            for (int offset : new int[] {0, 1, 7}) {
                float[] expected = FloatKernelsTest.floats(count + offset + (offset == 7 ? 9 : 0), 2);
                float[] actual = expected.clone();
                SCALAR.rotations().hadamard(expected, offset, count);
                kernels.rotations().hadamard(actual, offset, count);
                assertThat(actual).as("%d elements from %d", count, offset).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void levelsAgreeForAnyCountAndNumberOfThresholds(Topics kernels) {
        float[] values = FloatKernelsTest.floats(5000, 3);
        values[20] = -0f;
        values[21] = 0f;
        values[22] = 5f;
        for (int magnitudes = 1; magnitudes <= 8; magnitudes *= 2) {
            int[] thresholds = new int[magnitudes];
            int[] rises = new int[magnitudes];
            for (int k = 0; k < magnitudes; k++) {
                thresholds[k] = Float.floatToRawIntBits(k * 5f);
                rises[k] = (k == 0 ? 0 : 1 << RotationKernels.LEVEL_SHIFT) + 100_000 * k + 333;
            }
            for (int count : COUNTS) {
                int[] expected = new int[5000];
                int[] actual = new int[5000];
                float[] expectedLanes = FloatKernelsTest.floats(32, 4);
                float[] lanes = expectedLanes.clone();
                SCALAR.rotations().toLevels(values, 3, count, thresholds, rises, expected, 5, expectedLanes);
                kernels.rotations().toLevels(values, 3, count, thresholds, rises, actual, 5, lanes);
                assertThat(actual).as("%d elements", count).isEqualTo(expected);
                assertThat(lanes).isEqualTo(expectedLanes);
            }
        }
    }

    /** Tiles, and shapes that have none: rows that are no fours, columns that are no pairs of vectors. */
    @ParameterizedTest
    @MethodSource("kernels")
    void productsAgreeForAnyShape(Topics kernels) {
        float[] left = FloatKernelsTest.floats(70 * 70, 5);
        float[] right = FloatKernelsTest.floats(70 * 70, 6);
        for (int[] shape :
                new int[][] {{64, 64, 64}, {4, 3, 32}, {8, 1, 96}, {6, 5, 32}, {4, 9, 40}, {1, 4, 64}, {4, 0, 32}}) {
            float[] expected = FloatKernelsTest.floats(70 * 70, 7);
            float[] actual = expected.clone();
            SCALAR.rotations().addProduct(left, 3, shape[0], shape[1], right, 5, shape[2], expected, 7);
            kernels.rotations().addProduct(left, 3, shape[0], shape[1], right, 5, shape[2], actual, 7);
            assertThat(actual).as(Arrays.toString(shape)).isEqualTo(expected);
        }
    }

    /** The sums of the definition, in double, and the same bits from all kernels. */
    @ParameterizedTest
    @MethodSource("kernels")
    void cosinesAreTheDefinition(Topics kernels) {
        float[] x = FloatKernelsTest.floats(6000, 8);
        for (int columns = 16; columns <= 80; columns += 16) {
            float[] expected = new float[6000];
            float[] actual = new float[6000];
            float[] scratch = new float[64 * columns];
            SCALAR.cosines().cosines(x, 5, columns + 3, columns, 0.125f, expected, 3, scratch);
            kernels.cosines().cosines(x, 5, columns + 3, columns, 0.125f, actual, 3, scratch);
            assertThat(actual).isEqualTo(expected);
            for (int column = 0; column < columns; column++) {
                int k = (7 * column + columns / 16) % 64;
                double sum = 0;
                double magnitudes = 0;
                for (int i = 0; i < 64; i++) {
                    float element = x[5 + i * (columns + 3) + column];
                    sum += element * Math.cos(Math.PI * (2 * i + 1) * k / 128);
                    magnitudes += Math.abs(element);
                }
                assertThat((double) actual[3 + column * 64 + k])
                        .isCloseTo(sum * (k == 0 ? Math.sqrt(0.5) : 1) / 8, within(1e-7 * magnitudes));
            }
        }
    }

    /** The products of a table whose lower half is the upper one, with the signs of rows: the same bits. */
    @ParameterizedTest
    @MethodSource("kernels")
    void sumsAreProducts(Topics kernels) {
        float[] factors = FloatKernelsTest.floats(64 * 32, 9);
        float[] rows = FloatKernelsTest.floats(64 * 64, 10);
        for (int terms : new int[] {0, 1, 2, 29, 64}) {
            int[] signs = new int[terms];
            float[] left = new float[64 * 64];
            for (int term = 0; term < terms; term++) {
                signs[term] = (term * term + 1) % 3 << 31;
                for (int i = 0; i < 32; i++) {
                    left[term * 64 + i] = factors[term * 32 + i];
                    left[term * 64 + 63 - i] = signs[term] < 0 ? -factors[term * 32 + i] : factors[term * 32 + i];
                }
            }
            float[] expected = new float[5000];
            float[] actual = FloatKernelsTest.floats(5000, 11);
            SCALAR.rotations().addProduct(left, 0, 64, terms, rows, 0, 64, expected, 3);
            kernels.cosines().sums(factors, signs, rows, terms, 64, actual, 3);
            assertThat(Arrays.copyOfRange(actual, 3, 4099)).isEqualTo(Arrays.copyOfRange(expected, 3, 4099));
            SCALAR.cosines().sums(factors, signs, rows, terms, 48, expected, 3);
            kernels.cosines().sums(factors, signs, rows, terms, 48, actual, 3);
            assertThat(Arrays.copyOfRange(actual, 3, 3075)).isEqualTo(Arrays.copyOfRange(expected, 3, 3075));
        }
    }

    /** Terms are added to what is there, from the first to the last: in any other order 1 would be lost beside 2^24. */
    @Test
    void aProductAddsItsTermsInTheirOrder() {
        float[] out = {-0x1p24f};
        float[] left = {0x1p12f, 1f, 1f, 1f, 1f};
        float[] right = {0x1p12f, 1f, 1f, 1f, 1f};
        SCALAR.rotations().addProduct(left, 0, 1, 5, right, 0, 1, out, 0);
        assertThat(out).containsExactly(4f);
        float[] outer = new float[4];
        SCALAR.rotations().addProduct(new float[] {1f, 2f}, 0, 2, 1, new float[] {3f, 5f}, 0, 2, outer, 0);
        assertThat(outer).containsExactly(3f, 5f, 6f, 10f);
    }

    /** Entry (i, j) of the matrix is 1 or −1, by the number of ones that i and j have in common. */
    @Test
    void theTransformIsThatOfTheHadamardMatrix() {
        for (int count = 1; count <= 64; count *= 2) {
            for (int j = 0; j < count; j++) {
                float[] column = new float[count];
                column[j] = 1f;
                SCALAR.rotations().hadamard(column, 0, count);
                for (int i = 0; i < count; i++) {
                    assertThat(column[i]).isEqualTo(Integer.bitCount(i & j) % 2 == 0 ? 1f : -1f);
                }
            }
        }
    }

    @Test
    void aMagnitudeAtAThresholdIsBelowIt() {
        float[] values = {0f, -0f, 2f, Math.nextUp(2f), -2f, -Math.nextUp(2f), -9f};
        int[] fields = new int[values.length];
        float[] lanes = new float[32];
        int[] thresholds = {0, Float.floatToRawIntBits(2f)};
        SCALAR.rotations()
                .toLevels(
                        values,
                        0,
                        values.length,
                        thresholds,
                        new int[] {1, (1 << RotationKernels.LEVEL_SHIFT) + 4},
                        fields,
                        0,
                        lanes);
        assertThat(fields).containsExactly(0, 2, 0, 1, 2, 3, 3);
        assertThat(lanes[2]).isEqualTo(2f);
        assertThat(lanes[6]).isEqualTo(45f);
        assertThat(lanes[16 + 6]).isEqualTo(25f);
    }
}
