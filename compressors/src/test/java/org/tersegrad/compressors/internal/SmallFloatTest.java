package org.tersegrad.compressors.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.internal.smallfloats.SmallFloat;

/** Small floats have the values of the OCP specification, and every float goes to the nearest one. */
class SmallFloatTest {
    /** All finite magnitudes by their definition: subnormal numbers, then binades of 2^fraction numbers. */
    private static List<Float> magnitudes(int fraction, int bias, int codes) {
        List<Float> all = new ArrayList<>();
        for (int code = 0; code < codes; code++) {
            int exponent = code >> fraction;
            double part = (code % (1 << fraction)) / (double) (1 << fraction);
            all.add((float) (exponent == 0 ? part * Math.pow(2, 1 - bias) : (1 + part) * Math.pow(2, exponent - bias)));
        }
        return all;
    }

    private static List<Float> table(SmallFloat format) {
        return switch (format) {
            case E4M3 -> magnitudes(3, 7, 127);
            case E5M2 -> magnitudes(2, 15, 124);
            case E2M3 -> magnitudes(3, 1, 32);
            case E3M2 -> magnitudes(2, 3, 32);
            case E2M1 -> List.of(0f, 0.5f, 1f, 1.5f, 2f, 3f, 4f, 6f);
            case E3M0 -> List.of(0f, 0.25f, 0.5f, 1f, 2f, 4f, 8f, 16f);
        };
    }

    /** Table 1 of section 5.3 of the specification, and the tables of numbers of 6 bits. */
    @Test
    void theTablesAreThoseOfTheSpecification() {
        assertThat(table(SmallFloat.E4M3))
                .contains(0x1p-9f, 0.875f * 0x1p-6f, 0x1p-6f)
                .endsWith(416f, 448f);
        assertThat(table(SmallFloat.E5M2))
                .contains(0x1p-16f, 0.75f * 0x1p-14f, 0x1p-14f)
                .endsWith(49152f, 57344f);
        assertThat(table(SmallFloat.E2M3))
                .containsExactly(
                        0f, 0.125f, 0.25f, 0.375f, 0.5f, 0.625f, 0.75f, 0.875f, 1f, 1.125f, 1.25f, 1.375f, 1.5f, 1.625f,
                        1.75f, 1.875f, 2f, 2.25f, 2.5f, 2.75f, 3f, 3.25f, 3.5f, 3.75f, 4f, 4.5f, 5f, 5.5f, 6f, 6.5f, 7f,
                        7.5f);
        assertThat(table(SmallFloat.E3M2))
                .containsExactly(
                        0f, 0.0625f, 0.125f, 0.1875f, 0.25f, 0.3125f, 0.375f, 0.4375f, 0.5f, 0.625f, 0.75f, 0.875f, 1f,
                        1.25f, 1.5f, 1.75f, 2f, 2.5f, 3f, 3.5f, 4f, 5f, 6f, 7f, 8f, 10f, 12f, 14f, 16f, 20f, 24f, 28f);
    }

    @ParameterizedTest
    @EnumSource
    void everyFieldHasItsValue(SmallFloat format) {
        List<Float> table = table(format);
        int sign = 1 << (format.width() - 1);
        for (int code = 0; code < sign; code++) {
            Float expected = code < table.size() ? table.get(code) : Float.valueOf(Float.NaN);
            assertThat(Float.valueOf(format.value(code))).isEqualTo(expected);
            assertThat(Float.valueOf(format.value(sign | code))).isEqualTo(Float.valueOf(-expected));
        }
        assertThat(format.largest()).isEqualTo(table.get(table.size() - 1));
        assertThat(format.smallest()).isEqualTo(table.get(1));
        assertThat(format.largestExponent()).isEqualTo(Math.getExponent(format.largest()));
    }

    @ParameterizedTest
    @EnumSource
    void everyMagnitudeGoesToTheNearestAndHalvesToTheEvenCode(SmallFloat format) {
        List<Float> table = table(format);
        for (int code = 0; code < table.size(); code++) {
            assertThat(format.nearest(table.get(code))).isEqualTo(code);
            if (code + 1 < table.size()) {
                float middle = (table.get(code) + table.get(code + 1)) / 2;
                assertThat(format.nearest(Math.nextDown(middle))).isEqualTo(code);
                assertThat(format.nearest(middle)).isEqualTo(code + code % 2);
                assertThat(format.nearest(Math.nextUp(middle))).isEqualTo(code + 1);
            }
        }
        assertThat(format.nearest(Float.MAX_VALUE)).isEqualTo(table.size() - 1);
        assertThat(format.nearest(Float.MIN_VALUE)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void atRandomTheTwoNeighboursHaveTheChanceThatMakesTheMeanExact(SmallFloat format) {
        List<Float> table = table(format);
        for (int code = 0; code + 1 < table.size(); code++) {
            assertThat(format.atRandom(table.get(code), -1)).as("no choice").isEqualTo(code);
            float low = table.get(code);
            float step = table.get(code + 1) - low;
            for (float part : new float[] {0.25f, 0.5f, 0.875f}) {
                long border = (long) ((1 - part) * 0x1p32);
                assertThat(format.atRandom(low + part * step, (int) border)).isEqualTo(code + 1);
                assertThat(format.atRandom(low + part * step, (int) (border - (1 << 12))))
                        .isEqualTo(code);
            }
        }
        assertThat(format.atRandom(format.largest(), -1)).isEqualTo(table.size() - 1);
        assertThat(format.atRandom(2 * format.largest(), CounterRandom.word(1, 2)))
                .isEqualTo(table.size() - 1);
    }
}
