package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rounding at random, element by element. Rounding to nearest is compared with that of the JDK by the tests of its kernels. */
class HalfFloatTest {
    /** Over random words that are spread evenly, as many as a float has steps between two halves. */
    private static double mean(HalfFloat format, float value, int bits) {
        double sum = 0;
        for (int i = 0; i < 1 << bits; i++) {
            sum += format.decode(format.encode(value, i << (32 - bits)) & 0xffff);
        }
        return sum / (1 << bits);
    }

    /** Normal, subnormal, and the step between the two; the mean is exact since the words are all that count. */
    @ParameterizedTest
    @ValueSource(
            floats = {
                1.2345678f,
                -3.1415927f,
                60_000.01f,
                6.1035156e-5f,
                6.1e-5f,
                -0x1.234p-15f,
                0x1.8p-25f,
                -0x1p-37f,
                0,
                5
            })
    void theMeanOfFp16IsTheValue(float value) {
        float representable = Math.abs(value) < 0x1p-14f ? Math.round(value * 0x1p37) * 0x1p-37f : value;
        assertThat(mean(HalfFloat.FP16, representable, 13)).isEqualTo(representable);
    }

    @ParameterizedTest
    @ValueSource(floats = {1.2345678f, -3.1415927f, 1e38f, 1e-40f, -Float.MIN_VALUE, 0, 5})
    void theMeanOfBf16IsTheValue(float value) {
        assertThat(mean(HalfFloat.BF16, value, 16)).isEqualTo(value);
    }

    /** Whatever the word, the neighbours on both sides are all that comes out, and what a half holds stays as it is. */
    @Test
    void onlyTheTwoNeighboursComeOut() {
        for (int half = 0; half < 0x7bff; half++) {
            float below = HalfFloat.FP16.decode(half);
            float between = (below + HalfFloat.FP16.decode(half + 1)) / 2;
            for (int word : new int[] {0, 1, 0x1234567, Integer.MAX_VALUE, Integer.MIN_VALUE, -1}) {
                assertThat(HalfFloat.FP16.encode(below, word)).isEqualTo(half);
                assertThat(HalfFloat.FP16.encode(-below, word)).isEqualTo(half | 0x8000);
                assertThat(HalfFloat.FP16.encode(between, word)).isBetween(half, half + 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 77, Integer.MIN_VALUE, -1})
    void whatIsTooLargeBecomesTheLargest(int word) {
        assertThat(HalfFloat.FP16.encode(65_504f, word)).isEqualTo(0x7bff);
        assertThat(HalfFloat.FP16.encode(65_505f, word)).isEqualTo(0x7bff);
        assertThat(HalfFloat.FP16.encode(-Float.MAX_VALUE, word)).isEqualTo(0xfbff);
        assertThat(HalfFloat.BF16.decode(HalfFloat.BF16.encode(Float.MAX_VALUE, word)))
                .isEqualTo(0x1.fep127f);
        assertThat(HalfFloat.BF16.decode(HalfFloat.BF16.encode(-Float.MAX_VALUE, word)))
                .isEqualTo(-0x1.fep127f);
    }
}
