package org.tersegrad.compressors.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.1, 0.1",
        "1234.5, 1230",
        "0.0001, 0.0001",
        "0.000099, 0.000099",
        "0.00000012345, 1.23E-7",
        "-0.00000012345, -1.23E-7",
        "-1234.5, -1230",
        "Infinity, infinite"
    })
    void threeDigits(double value, String text) {
        assertThat(Numbers.brief(value)).isEqualTo(text);
    }
}
