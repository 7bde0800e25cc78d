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
}
