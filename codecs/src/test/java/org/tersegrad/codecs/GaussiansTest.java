package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GaussiansTest {
    @Test
    void momentsAreThoseOfAGaussian() {
        double[] sums = new double[5];
        float[] tensor = CounterRandom.gaussians(1_000_000, 3);
        for (float value : tensor) {
            for (int power = 1; power <= 4; power++) {
                sums[power] += Math.pow(value, power) / tensor.length;
            }
        }
        // Five standard deviations of each mean.
        assertThat(sums[1]).isEqualTo(0, within(0.005));
        assertThat(sums[2]).isEqualTo(1, within(0.0071));
        assertThat(sums[3]).isEqualTo(0, within(0.0194));
        assertThat(sums[4]).isEqualTo(3, within(0.049));
    }

    @Test
    void sameSeedGivesTheSameTensor() {
        assertThat(CounterRandom.gaussians(100, 1))
                .isEqualTo(CounterRandom.gaussians(100, 1))
                .isNotEqualTo(CounterRandom.gaussians(100, 2));
    }

    @Test
    void longerTensorBeginsLikeAShorterOne() {
        assertThat(CounterRandom.gaussians(100, 1)).startsWith(CounterRandom.gaussians(10, 1));
    }
}
