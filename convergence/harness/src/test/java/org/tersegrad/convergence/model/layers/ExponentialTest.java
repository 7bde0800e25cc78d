package org.tersegrad.convergence.model.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ExponentialTest {
    @Test
    void isThatOfTheJdkToElevenDigits() {
        for (double x = -690; x < 690; x += 0.0137) {
            assertThat(Exponential.exp(x) / StrictMath.exp(x)).isCloseTo(1, within(2e-11));
            assertThat(Exponential.tanh(x / 50)).isCloseTo(StrictMath.tanh(x / 50), within(2e-11));
        }
    }

    @Test
    void isTameAtItsEnds() {
        assertThat(Exponential.exp(0)).isEqualTo(1);
        assertThat(Exponential.exp(1e9)).isFinite();
        assertThat(Exponential.exp(-1e9)).isBetween(0.0, 1e-300);
        assertThat(Exponential.exp(Double.NaN)).isNaN();
        assertThat(Exponential.tanh(1e9)).isEqualTo(1);
        assertThat(Exponential.tanh(-1e9)).isEqualTo(-1);
        assertThat(Exponential.tanh(Double.NaN)).isNaN();
    }

    /** Whole vectors and what is left of them, bit for bit. */
    @Test
    void arraysAreReplacedByTheSameBits() {
        double[] special = {0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, -1e9, 700, 1e-300, -699.9, 0.3465735902799727
        };
        for (int count = 0; count < 40; count++) {
            double[] values = new double[count + 1];
            for (int i = 0; i <= count; i++) {
                values[i] = i < special.length ? special[i] : 5 - 0.37 * i * count;
            }
            double[] expected = values.clone();
            for (int i = 0; i < count; i++) {
                expected[i] = Exponential.exp(expected[i]);
            }
            Exponential.replace(values, count);
            assertThat(values).isEqualTo(expected);
        }
    }
}
