package org.tersegrad.convergence.report.summary;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnitsTest {
    private static final double NONE = Double.NaN;

    @Test
    void bitsAreShownAsBytes() {
        assertThat(Units.bits(0)).isEqualTo("0 B");
        assertThat(Units.bits(8 * 512)).isEqualTo("512 B");
        assertThat(Units.bits(4)).isEqualTo("0.50 B");
        assertThat(Units.bits(9_876_543)).isEqualTo("1.23 MB");
        assertThat(Units.bits(8 * 12_345)).isEqualTo("12.3 kB");
        assertThat(Units.bits(8 * 999_499)).isEqualTo("999 kB");
        assertThat(Units.bits(8 * 999_500)).isEqualTo("1.00 MB");
        assertThat(Units.bits(8e18)).isEqualTo("1000 PB");
        assertThat(Units.bits(NONE)).isEqualTo("-");
    }

    @Test
    void ratios() {
        assertThat(Units.ratio(1)).isEqualTo("1.0x");
        assertThat(Units.ratio(9.94)).isEqualTo("9.9x");
        assertThat(Units.ratio(97.6)).isEqualTo("98x");
        assertThat(Units.ratio(NONE)).isEqualTo("-");
    }

    @Test
    void accuracies() {
        assertThat(Units.percent(new Estimate(3, 0.9721, 0.0031))).isEqualTo("97.2 ± 0.3 %");
        assertThat(Units.percent(new Estimate(1, 0.9721, NONE))).isEqualTo("97.2 %");
        assertThat(Units.percent(new Estimate(3, NONE, NONE))).isEqualTo("-");
    }

    @Test
    void losses() {
        assertThat(Units.loss(new Estimate(3, 0.10123, 0.0043))).isEqualTo("0.1012 ± 0.0043");
        assertThat(Units.loss(new Estimate(3, 12.3456, 1))).isEqualTo("12.35 ± 1.00");
        assertThat(Units.loss(new Estimate(1, 0, NONE))).isEqualTo("0.000");
        assertThat(Units.loss(new Estimate(3, 1.234e-9, 5e-10))).isEqualTo("1.23e-09 ± 5.00e-10");
        assertThat(Units.loss(new Estimate(3, NONE, NONE))).isEqualTo("diverged");
    }
}
