package org.tersegrad.compressors.levels;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TernGradTest {
    /** About the mean, which is not 0: the deviation of these is 2. */
    @Test
    void clipsAtStandardDeviations() {
        float[] gradient = {2, 4, 4, 4, 5, 5, 7, 9};
        assertThat(new TernGrad(0.5f).compress(gradient).decompress()).containsOnly(1f); // all are beyond the limit
        assertThat(new TernGrad(4).compress(gradient).decompress()).containsOnly(0f, 8f);
    }
}
