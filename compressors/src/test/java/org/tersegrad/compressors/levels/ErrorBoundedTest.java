package org.tersegrad.compressors.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Shape;

/** Levels within an error bound: how few bits, and what becomes of elements without a level. The bound itself is a law. */
class ErrorBoundedTest {
    private static final int SIZE = 1 << 18;

    private static float[] draw(boolean gaussian) {
        Random random = new Random(1);
        float[] values = new float[SIZE];
        for (int i = 0; i < SIZE; i++) {
            double laplace = -Math.log(1 - random.nextDouble()) / Math.sqrt(2) * (random.nextBoolean() ? 1 : -1);
            values[i] = (float) (gaussian ? random.nextGaussian() : laplace);
        }
        return values;
    }

    /** The entropy of round(x / 2 bound) for numbers of variance 1, computed apart in doubles. */
    @ParameterizedTest
    @CsvSource({"1, 1.241, 1.127", "0.1, 4.371, 4.269", "0.01, 7.691, 7.587", "0.001, 11.013, 10.908"})
    void bitsAreWithinOnePercentOfTheEntropy(double bound, double ofGaussian, double ofLaplace) {
        assertThat(bits(bound, draw(true))).isCloseTo(ofGaussian, within(0.01 * ofGaussian));
        assertThat(bits(bound, draw(false))).isCloseTo(ofLaplace, within(0.01 * ofLaplace));
    }

    private static double bits(double bound, float[] values) {
        Payload payload = new ErrorBounded(bound).compress(values);
        float[] decoded = payload.decompress();
        double square = 0;
        for (int i = 0; i < values.length; i++) {
            square += Math.pow((double) decoded[i] - values[i], 2) / values.length;
        }
        if (bound < 0.5) {
            assertThat(square).isCloseTo(bound * bound / 3, within(0.01 * bound * bound / 3));
        }
        return 8.0 * payload.byteLength() / values.length;
    }

    @ParameterizedTest
    @ValueSource(doubles = {Float.MIN_VALUE, 3e-45, 1e-40, 1e-9, 0.3, 1e30, Float.MAX_VALUE})
    void anElementIsALevelOrAFloat(double bound) {
        float[] values = {
            0f,
            -0f,
            1f,
            -3.7f,
            Float.MIN_VALUE,
            1e-39f,
            0.3f,
            (float) bound,
            (float) (3 * bound),
            Float.MAX_VALUE,
            -Float.MAX_VALUE,
            1e30f
        };
        for (int i = 0; i < values.length; i++) {
            values[i] = Float.isFinite(values[i]) ? values[i] : 0;
        }
        float[] many = new float[values.length * 500];
        for (int i = 0; i < many.length; i++) {
            many[i] = values[i % 7 == 0 ? i % values.length : i % 2];
        }
        for (float[] each : new float[][] {values, many, {}}) {
            float[] decoded = new ErrorBounded(bound).compress(each).decompress();
            for (int i = 0; i < each.length; i++) {
                assertThat(Math.abs((double) decoded[i] - each[i]))
                        .as("%s", each[i])
                        .isLessThanOrEqualTo(bound);
            }
        }
    }

    /** Few elements that are too large for a level cost a float and a place each, not the levels of all others. */
    @Test
    void outliersAreSentAsFloats() {
        float[] values = draw(true);
        Payload without = new ErrorBounded(0.01).compress(values);
        for (int i = 7; i < SIZE; i += 1000) {
            values[i] = 1e30f * i;
        }
        Payload payload = new ErrorBounded(0.01).compress(values);
        assertThat(payload.toString()).contains(" and 263 elements as 32-bit floats");
        assertThat(payload.byteLength() - without.byteLength()).isBetween(263 * 4, 263 * 6);
        float[] decoded = payload.decompress();
        assertThat(decoded[7]).isEqualTo(values[7]);
        assertThat(decoded[1007]).isEqualTo(values[1007]);
    }

    /** Below the precision of floats there is nothing to save. */
    @Test
    void aBoundBelowThePrecisionSendsFloats() {
        float[] values = draw(true);
        Payload payload = new ErrorBounded(1e-9).compress(values);
        assertThat(payload.toString()).contains("every element as a 32-bit float");
        assertThat(payload.decompress()).isEqualTo(values);
        Arrays.fill(values, 0f);
        assertThat(new ErrorBounded(1e-9).compress(values).byteLength()).isLessThan(40);
    }

    @Test
    void aBoundIsAbove0AndFinite() {
        for (double bound : new double[] {0, -1, Double.NaN, 1e39, Double.MIN_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ErrorBounded(bound))
                    .withMessageContaining("an error bound is 1.4E-45 to 3.4028235E38, not " + bound);
        }
        assertThat(new ErrorBounded(1e-3).traits(Shape.vector(3)).guarantee()).isEqualTo(new Guarantee.Bounded(1e-3));
    }

    @Test
    void boundsOfPartsAreTheLargest() {
        Guarantee small = new Guarantee.Bounded(1e-3);
        assertThat(small.and(new Guarantee.Bounded(0.5))).hasToString("bounded, error 0.5");
        assertThat(small.and(Guarantee.EXACT)).isEqualTo(Guarantee.NONE);
        assertThat(Guarantee.EXACT.and(small)).isEqualTo(Guarantee.NONE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Guarantee.Bounded(0))
                .withMessage("an error bound is above 0 and finite, this is 0.0");
    }
}
