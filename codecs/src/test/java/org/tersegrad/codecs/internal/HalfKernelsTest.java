package org.tersegrad.codecs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All values of both 16-bit formats, in the scalar kernels and at 128, 256 and 512 bits. */
class HalfKernelsTest {
    private static final Topics SCALAR = Topics.SCALAR;
    private static final int ALL = 1 << 16;

    static List<Topics> kernels() {
        List<Topics> kernels = new ArrayList<>(KernelsTest.kernels());
        kernels.add(SCALAR);
        return kernels;
    }

    private static short[] all() {
        short[] all = new short[ALL + 3]; // so that there is a rest that fills no vector
        for (int i = 0; i < all.length; i++) {
            all[i] = (short) i;
        }
        return all;
    }

    /** By the definition of the format, in double. */
    private static double meaning(int half, int exponentBits) {
        int fractionBits = 15 - exponentBits;
        int bias = (1 << (exponentBits - 1)) - 1;
        int exponent = (half & 0x7fff) >> fractionBits;
        int fraction = half & ((1 << fractionBits) - 1);
        double magnitude;
        if (exponent == (1 << exponentBits) - 1) {
            magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        } else if (exponent == 0) {
            magnitude = Math.scalb((double) fraction, 1 - bias - fractionBits);
        } else {
            magnitude = Math.scalb((double) ((1 << fractionBits) + fraction), exponent - bias - fractionBits);
        }
        return (half & 0x8000) == 0 ? magnitude : -magnitude;
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void everyValueIsWhatTheFormatSaysAndComesBack(Topics kernels) {
        short[] all = all();
        for (int exponentBits : new int[] {5, 8}) {
            float[] values = new float[all.length];
            short[] back = new short[all.length];
            if (exponentBits == 5) {
                kernels.halves().fromFp16(all, 0, all.length, values, 0);
                kernels.halves().toFp16(values, 0, all.length, back, 0);
            } else {
                kernels.halves().fromBf16(all, 0, all.length, values, 0);
                kernels.halves().toBf16(values, 0, all.length, back, 0);
            }
            for (int i = 0; i < ALL; i++) {
                double meaning = meaning(i, exponentBits);
                boolean same = Double.compare(values[i], meaning) == 0;
                int expected = Double.isNaN(meaning) ? (exponentBits == 5 ? 0x7e00 : 0x7fc0) : i;
                if (!same || (back[i] & 0xffff) != expected) {
                    throw new AssertionError(Integer.toHexString(i) + " is " + values[i] + ", not " + meaning
                            + ", and comes back as " + Integer.toHexString(back[i] & 0xffff));
                }
            }
        }
    }

    /** Between two neighbours: the middle goes to the even one, what is next to it to the nearer one. */
    @ParameterizedTest
    @MethodSource("kernels")
    void roundingIsToNearestHalvesToEven(Topics kernels) {
        for (int exponentBits : new int[] {5, 8}) {
            int infinite = exponentBits == 5 ? 0x7c00 : 0x7f80;
            float[] values = new float[6 * infinite];
            int[] expected = new int[values.length];
            for (int i = 0; i < infinite; i++) {
                double low = meaning(i, exponentBits);
                double high = i + 1 < infinite ? meaning(i + 1, exponentBits) : 2 * low - meaning(i - 1, exponentBits);
                float middle = (float) ((low + high) / 2); // a float has the bits for it
                int even = i + (i & 1);
                int[] nearest = {i, even, i + 1};
                float[] around = {Math.nextDown(middle), middle, Math.nextUp(middle)};
                for (int j = 0; j < 3; j++) {
                    values[6 * i + j] = around[j];
                    expected[6 * i + j] = nearest[j];
                    values[6 * i + 3 + j] = -around[j];
                    expected[6 * i + 3 + j] = nearest[j] | 0x8000;
                }
            }
            short[] rounded = new short[values.length];
            if (exponentBits == 5) {
                kernels.halves().toFp16(values, 0, values.length, rounded, 0);
            } else {
                kernels.halves().toBf16(values, 0, values.length, rounded, 0);
            }
            for (int i = 0; i < values.length; i++) {
                if ((rounded[i] & 0xffff) != expected[i]) {
                    throw new AssertionError(values[i] + " became " + Integer.toHexString(rounded[i] & 0xffff)
                            + ", not " + Integer.toHexString(expected[i]));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void theyAgreeForAnyCountAndOffset(Topics kernels) {
        float[] values = FloatKernelsTest.floats(9100, 1);
        int[] words = new int[values.length];
        SCALAR.random().randomWords(1, 2, 3, words, 0, words.length);
        for (int i = 0; i < values.length; i += 2) {
            values[i] = Float.intBitsToFloat(words[i]);
        }
        short[] all = all();
        for (int count : new int[] {0, 1, 15, 16, 17, 100, 4096, 4111, 9000}) {
            short[] expected = new short[9100];
            short[] actual = new short[9100];
            SCALAR.halves().toFp16(values, 3, count, expected, 5);
            kernels.halves().toFp16(values, 3, count, actual, 5);
            assertThat(actual).isEqualTo(expected);
            SCALAR.halves().toBf16(values, 1, count, expected, 7);
            kernels.halves().toBf16(values, 1, count, actual, 7);
            assertThat(actual).isEqualTo(expected);
            float[] expectedFloats = new float[9100];
            float[] floats = new float[9100];
            SCALAR.halves().fromFp16(all, 27_000, count, expectedFloats, 5);
            kernels.halves().fromFp16(all, 27_000, count, floats, 5);
            assertThat(floats).isEqualTo(expectedFloats);
            SCALAR.halves().fromBf16(all, 30_001, count, expectedFloats, 5);
            kernels.halves().fromBf16(all, 30_001, count, floats, 5);
            assertThat(floats).isEqualTo(expectedFloats);
        }
    }

    /** All finite values of both formats, little-endian. */
    @ParameterizedTest
    @MethodSource("kernels")
    void bytesOfEveryFiniteValueAreWhatTheFormatSaysAndComeBack(Topics kernels) {
        for (int exponentBits : new int[] {5, 8}) {
            int infinite = exponentBits == 5 ? 0x7c00 : 0x7f80;
            byte[] bytes = new byte[4 * infinite + 1];
            for (int i = 0; i < 2 * infinite; i++) {
                LittleEndian.putShort(bytes, 1 + 2 * i, finite(i, infinite));
            }
            float[] values = new float[2 * infinite];
            byte[] back = new byte[bytes.length];
            if (exponentBits == 5) {
                kernels.halves().unpackFp16(bytes, 1, values.length, values, 0);
                kernels.halves().packFp16(values, 0, values.length, back, 1);
            } else {
                kernels.halves().unpackBf16(bytes, 1, values.length, values, 0);
                kernels.rounding().upperHalves(values, 0, values.length, back, 1);
            }
            assertThat(back).isEqualTo(bytes);
            for (int i = 0; i < values.length; i++) {
                double meaning = meaning(finite(i, infinite), exponentBits);
                if (Double.compare(values[i], meaning) != 0) {
                    throw new AssertionError(
                            Integer.toHexString(finite(i, infinite)) + " is " + values[i] + ", not " + meaning);
                }
            }
        }
    }

    private static int finite(int i, int infinite) {
        return i < infinite ? i : i - infinite | 0x8000;
    }

    /** Next to the middle between any two neighbours and on it; 65520 is the middle above the largest. */
    @ParameterizedTest
    @MethodSource("kernels")
    void packedValuesAreRoundedToNearestHalvesToEven(Topics kernels) {
        int infinite = 0x7c00;
        float[] values = new float[6 * infinite];
        for (int i = 0; i < infinite; i++) {
            double high = i + 1 < infinite ? meaning(i + 1, 5) : 65536;
            float middle = (float) ((meaning(i, 5) + high) / 2);
            float[] around = {Math.nextDown(middle), middle, Math.nextUp(middle)};
            for (int j = 0; j < 3; j++) {
                values[6 * i + j] = around[j];
                values[6 * i + 3 + j] = -around[j];
            }
        }
        byte[] packed = new byte[2 * values.length];
        kernels.halves().packFp16(values, 0, values.length, packed, 0);
        short[] rounded = new short[values.length];
        kernels.halves().toFp16(values, 0, values.length, rounded, 0);
        for (int i = 0; i < values.length; i++) {
            assertThat(LittleEndian.getShort(packed, 2 * i)).isEqualTo(rounded[i] & 0xffff);
        }
        float[] extremes = new float[32];
        for (int i = 0; i < 32; i += 4) {
            extremes[i] = Float.MAX_VALUE;
            extremes[i + 1] = Float.NEGATIVE_INFINITY;
            extremes[i + 2] = Float.MIN_VALUE;
            extremes[i + 3] = -Float.MIN_VALUE;
        }
        kernels.halves().packFp16(extremes, 0, 32, packed, 0);
        for (int i = 0; i < 32; i += 4) {
            assertThat(LittleEndian.getShort(packed, 2 * i)).isEqualTo(0x7c00);
            assertThat(LittleEndian.getShort(packed, 2 * i + 2)).isEqualTo(0xfc00);
            assertThat(LittleEndian.getShort(packed, 2 * i + 4)).isZero();
            assertThat(LittleEndian.getShort(packed, 2 * i + 6)).isEqualTo(0x8000);
        }
        float[] nans = new float[64];
        for (int i = 0; i < nans.length; i++) {
            nans[i] = Float.intBitsToFloat((i % 2 == 0 ? 0x7f800001 : 0xffffffff) ^ 1 << i % 22);
        }
        kernels.halves().packFp16(nans, 0, nans.length, packed, 0);
        for (int i = 0; i < nans.length; i++) {
            assertThat(LittleEndian.getShort(packed, 2 * i) & 0x7fff).isGreaterThanOrEqualTo(infinite);
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void bytesAgreeForAnyCountAndOffset(Topics kernels) {
        float[] values = FloatKernelsTest.floats(9100, 2);
        for (int i = 0; i < values.length; i++) {
            float value = values[i] * (i % 3 == 0 ? 1e-6f : 1);
            values[i] =
                    Math.max(-65504, Math.min(65504, value)); // halves are finite to come back; zeros keep their signs
        }
        for (int count : new int[] {0, 1, 15, 16, 17, 100, 4096, 4111, 9000}) {
            byte[] expected = new byte[18_200];
            byte[] actual = new byte[18_200];
            SCALAR.halves().packFp16(values, 3, count, expected, 5);
            kernels.halves().packFp16(values, 3, count, actual, 5);
            assertThat(actual).isEqualTo(expected);
            float[] expectedFloats = new float[9100];
            float[] floats = new float[9100];
            SCALAR.halves().unpackFp16(expected, 5, count, expectedFloats, 7);
            kernels.halves().unpackFp16(expected, 5, count, floats, 7);
            assertThat(floats).isEqualTo(expectedFloats);
            SCALAR.halves().unpackBf16(expected, 5, count, expectedFloats, 7);
            kernels.halves().unpackBf16(expected, 5, count, floats, 7);
            assertThat(floats).isEqualTo(expectedFloats);
            byte[] expectedBytes = new byte[36_400];
            byte[] bytes = new byte[36_400];
            SCALAR.halves().packFloats(values, 3, count, expectedBytes, 5);
            kernels.halves().packFloats(values, 3, count, bytes, 5);
            assertThat(bytes).isEqualTo(expectedBytes);
            kernels.halves().unpackFloats(bytes, 5, count, floats, 3);
            assertThat(Arrays.copyOfRange(floats, 3, 3 + count)).isEqualTo(Arrays.copyOfRange(values, 3, 3 + count));
        }
    }
}
