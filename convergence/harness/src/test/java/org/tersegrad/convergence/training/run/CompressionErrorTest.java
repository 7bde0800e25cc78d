package org.tersegrad.convergence.training.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CompressionErrorTest {
    private static final float[][] GRADIENTS = {{6, 0, 1}, {0, 8, -1}}; // the mean is 3, 4, 0

    @Test
    void theMeanItselfHasNone() {
        assertThat(CompressionError.of(GRADIENTS, new float[] {3, 4, 0})).isZero();
    }

    @Test
    void nothingSentIsAnErrorOfOne() {
        assertThat(CompressionError.of(GRADIENTS, new float[3])).isEqualTo(1);
    }

    /** The mean is 5 long; the difference is 0, 3, 4, which is 5 long, and 0, 4, 0. */
    @Test
    void theNormOfTheDifferenceInLengthsOfTheMean() {
        assertThat(CompressionError.of(GRADIENTS, new float[] {3, 1, 4})).isEqualTo(1);
        assertThat(CompressionError.of(GRADIENTS, new float[] {3, 0, 0})).isCloseTo(0.8, within(1e-15));
        assertThat(CompressionError.of(GRADIENTS, new float[] {-3, -4, 0})).isEqualTo(2);
    }

    @Test
    void withoutAMeanThereIsNoError() {
        assertThat(CompressionError.of(new float[][] {{1, 2}, {-1, -2}}, new float[] {1, 1}))
                .isNaN();
        assertThat(CompressionError.of(new float[2][0], new float[] {1, 1})).isNaN();
    }
}
