package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.floats.Natural;
import org.tersegrad.compressors.sparse.RandomK;

/**
 * Elements so large that unbiased compressors are no longer unbiased because the result would overflow: both sides of
 * the limit.
 */
class HugeElementsTest {
    private static final int SIZE = 1 << 14;

    @Test
    void naturalIsUnbiasedUpToTheLargestPowerOfTwo() {
        float largest = 0x1p127f;
        assertThat(mean(new Natural(), largest)).isEqualTo(largest);
        // Three halves of a power of two become that power and the next one alike: 1/2 is the standard deviation.
        assertThat(Math.abs(mean(new Natural(), 0x1.8p126f) - 0x1.8p126)).isLessThan(6 * 0x1p125 / Math.sqrt(SIZE));
        assertThat(mean(new Natural(), 0x1.8p127f)).as("clipped").isEqualTo(largest);
    }

    @Test
    void randomKIsUnbiasedUpToAShareOfTheLargestFloat() {
        Compressor randomK = RandomK.count(SIZE / 4);
        float limit = Float.MAX_VALUE / 4;
        assertThat(mean(randomK, limit)).isEqualTo(limit);
        assertThat(mean(randomK, -limit)).isEqualTo(-limit);
        assertThat(mean(randomK, 2 * limit)).as("clipped").isEqualTo(limit);
    }

    /** The mean of the elements of a tensor that are all alike. */
    private static double mean(Compressor compressor, float value) {
        float[] gradient = new float[SIZE];
        Arrays.fill(gradient, value);
        double sum = 0;
        for (float decoded : compressor.compress(gradient).decompress()) {
            sum += decoded;
        }
        return sum / SIZE;
    }
}
