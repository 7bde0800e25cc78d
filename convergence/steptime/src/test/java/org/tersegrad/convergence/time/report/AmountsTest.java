package org.tersegrad.convergence.time.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 s",
        "1.204, 1.20 s",
        "0.99951, 1.00 s",
        "0.4123, 412 ms",
        "0.0000451, 45.1 us",
        "2.5e-8, 25.0 ns",
        "125, 125 s"
    })
    void secondsHaveThreeDigits(double seconds, String text) {
        assertThat(Amounts.seconds(seconds)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, never", "Infinity, any", "9.43e9, 9.43 Gbit/s", "1e8, 100 Mbit/s", "999600, 1.00 Mbit/s"})
    void bandwidthsHaveThreeDigits(double bits, String text) {
        assertThat(Amounts.bandwidth(bits)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"1.84, 1.8x", "0.95, 0.95x", "0.996, 1.0x", "12.4, 12x"})
    void factorsHaveTwoDigits(double factor, String text) {
        assertThat(Amounts.times(factor)).isEqualTo(text);
    }
}
