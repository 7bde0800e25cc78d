package org.tersegrad.convergence.report.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Estimates against numbers by hand: t at 97.5 % is 12.70620474 for 1 degree of freedom and 4.30265273 for 2. */
class EstimateTest {
    @Test
    void threeSeeds() {
        Estimate estimate = Estimate.of(1, 2, 3);
        assertThat(estimate.count()).isEqualTo(3);
        assertThat(estimate.mean()).isEqualTo(2);
        // The standard deviation is 1.
        assertThat(estimate.halfWidth()).isCloseTo(4.30265273 / Math.sqrt(3), within(1e-8));
    }

    @Test
    void twoSeeds() {
        Estimate estimate = Estimate.of(0.96, 0.98);
        assertThat(estimate.mean()).isCloseTo(0.97, within(1e-15));
        // The standard deviation is 0.02 / sqrt(2), that of the mean 0.01.
        assertThat(estimate.halfWidth()).isCloseTo(0.1270620474, within(1e-9));
    }

    @Test
    void oneSeedSaysNothingOfOthers() {
        assertThat(Estimate.of(0.5)).isEqualTo(new Estimate(1, 0.5, Double.NaN));
    }

    @Test
    void equalSeeds() {
        assertThat(Estimate.of(7, 7, 7, 7)).isEqualTo(new Estimate(4, 7, 0));
    }

    @Test
    void divergedSeedIsNotHidden() {
        assertThat(Estimate.of(1, Double.NaN, 3).mean()).isNaN();
    }
}
