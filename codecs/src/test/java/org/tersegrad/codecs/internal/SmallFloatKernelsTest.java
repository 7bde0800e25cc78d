package org.tersegrad.codecs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.codecs.internal.smallfloats.SmallFloat;

/** Every kernel for small floats gives the scalar kernel's bits, at 128, 256 and 512 bits, with any element in any lane. */
class SmallFloatKernelsTest {
    private static final Topics SCALAR = Topics.SCALAR;
    private static final int[] COUNTS = {0, 1, 15, 16, 17, 31, 32, 33, 100, 512, 1500, 4096};
    private static final int MOST = 4096;

    static List<Topics> kernels() {
        return KernelsTest.kernels();
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void largestKeysAgreeForAnyCount(Topics kernels) {
        float[] values = FloatKernelsTest.floats(MOST + 3, 1);
        values[20] = Float.NaN;
        values[77] = Float.NEGATIVE_INFINITY;
        for (int block = 16; block <= 32; block *= 2) {
            for (int count : COUNTS) {
                int[] expected = new int[MOST];
                int[] actual = new int[MOST];
                SCALAR.smallFloats().largestKeys(values, 3, count, block, expected);
                kernels.smallFloats().largestKeys(values, 3, count, block, actual);
                assertThat(actual).as("%d elements", count).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void roundingAgreesForAnyCountAndFormat(Topics kernels) {
        int[] words = new int[MOST];
        SCALAR.random().randomWords(3, 4, 0, words, 0, MOST);
        float[] divisors = divisors();
        for (SmallFloat format : SmallFloat.values()) {
            float[] values = aroundAllCodes(format, divisors);
            for (int block = 16; block <= 32; block *= 2) {
                for (int count : COUNTS) {
                    int[] expected = new int[MOST];
                    int[] actual = new int[MOST];
                    SCALAR.smallFloats().toNearest(values, 3, count, divisors, block, format, expected);
                    kernels.smallFloats().toNearest(values, 3, count, divisors, block, format, actual);
                    assertThat(actual).as("%d of %s", count, format).isEqualTo(expected);
                    SCALAR.smallFloats().atRandom(values, 3, count, divisors, block, format, words, expected);
                    kernels.smallFloats().atRandom(values, 3, count, divisors, block, format, words, actual);
                    assertThat(actual).as("%d of %s at random", count, format).isEqualTo(expected);
                }
            }
        }
    }

    /** The chance of a tie is small, so random words are made for it: with r = 1 − z + n a magnitude just rises, with less it does not. */
    @ParameterizedTest
    @MethodSource("kernels")
    void roundingAtRandomAgreesWhereItTurns(Topics kernels) {
        float[] divisors = new float[MOST / 16];
        Arrays.fill(divisors, 1f);
        for (SmallFloat format : SmallFloat.values()) {
            float[] values = new float[MOST];
            int[] words = new int[MOST];
            for (int i = 0; i < MOST; i++) {
                int three = i / 3; // each number thrice, with random words around the one where it turns
                double units = three * 0.00631; // up to 8, where subnormal numbers end at the latest
                float magnitude = (float) (units * format.smallest());
                double fraction = magnitude / format.smallest() - Math.floor(magnitude / format.smallest());
                values[i] = i % 2 == 0 ? magnitude : -magnitude;
                words[i] = ((1 << 24) - (int) (fraction * 0x1p24) + i % 3 - 1) << 8 | 0x5a;
            }
            int[] expected = new int[MOST];
            int[] actual = new int[MOST];
            SCALAR.smallFloats().atRandom(values, 0, MOST, divisors, 16, format, words, expected);
            kernels.smallFloats().atRandom(values, 0, MOST, divisors, 16, format, words, actual);
            assertThat(actual).as("%s", format).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void everyFiniteFieldAgreesForAnyCount(Topics kernels) {
        float[] scales = divisors();
        scales[0] = 0f;
        for (SmallFloat format : SmallFloat.values()) {
            int[] fields = new int[MOST];
            for (int i = 0, field = 0; i < MOST; field++) {
                int next = field % (1 << format.width());
                if (format.isFinite(next)) {
                    fields[i++] = next;
                }
            }
            for (int block = 16; block <= 32; block *= 2) {
                for (int count : COUNTS) {
                    float[] expected = new float[MOST];
                    float[] actual = new float[MOST];
                    SCALAR.smallFloats().toFloats(fields, count, scales, block, format, expected);
                    kernels.smallFloats().toFloats(fields, count, scales, block, format, actual);
                    assertThat(actual).as("%d of %s", count, format).isEqualTo(expected);
                }
            }
        }
    }

    /** Powers of two and others, a very small one among them, and the one with which all becomes 0. */
    private static float[] divisors() {
        float[] divisors = new float[MOST / 16];
        for (int i = 0; i < divisors.length; i++) {
            divisors[i] = Math.scalb(i % 3 == 0 ? 1f : 1f + i * 0.00371f, i % 40 - 20);
        }
        divisors[5] = Float.POSITIVE_INFINITY;
        divisors[6] = 0x1p-127f;
        return divisors;
    }

    /** Numbers of the format and midpoints between them, exact and a bit off, in all blocks; what is too large, and zeros. */
    private static float[] aroundAllCodes(SmallFloat format, float[] divisors) {
        float[] values = new float[MOST + 3];
        for (int i = 0; i < MOST; i++) {
            float scale = Float.isInfinite(divisors[i / 16]) ? 1f : divisors[i / 16];
            int code = i / 12 % (1 << (format.width() - 1));
            float low = format.isFinite(code) ? format.value(code) : 2 * format.largest();
            float high = format.isFinite(code + 1) && code + 1 < 1 << (format.width() - 1)
                    ? format.value(code + 1)
                    : 3 * format.largest();
            float exact = (i % 2 == 0 ? low : (low + high) / 2) * scale;
            float near = i % 6 < 2 ? exact : i % 6 < 4 ? Math.nextUp(exact) : Math.max(0f, Math.nextDown(exact));
            values[3 + i] = i % 12 < 6 ? near : -near;
        }
        return values;
    }
}
