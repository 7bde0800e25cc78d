package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.sparse.TopK;

/** The cost of the indices of sparse payloads, end to end. */
class SparsePayloadTest {
    private static final int SIZE = 1 << 18;

    /** 32 bits a value and the entropy of a random choice, for few elements as well as for almost all. */
    @Test
    void theIndicesOfTopKCostTheirEntropyAtEveryFraction() {
        float[] gradient = noise(1f);
        for (double fraction : new double[] {0.01, 0.03, 0.2, 0.4, 0.5, 0.6, 0.8, 0.9, 0.99}) {
            Payload payload = TopK.fraction(fraction).compress(gradient);
            int count = (int) (fraction * SIZE);
            double indexBits = payload.bits() - 32.0 * count;
            double entropy = -SIZE * (fraction * log2(fraction) + (1 - fraction) * log2(1 - fraction));
            assertThat(indexBits / entropy)
                    .as("bits over entropy at %s", fraction)
                    .isBetween(0.99, 1.02);
        }
    }

    /** Rows of 100 large elements among small ones, as the rows of an embedding that a batch has touched. */
    @Test
    void clusteredElementsCostLittleMoreThanTheirValues() {
        float[] gradient = noise(0.001f);
        int count = 0;
        for (int row = 0; row < SIZE / 100; row++) {
            if (CounterRandom.word(5, row) >>> 25 == 0) {
                for (int i = 100 * row; i < 100 * row + 100; i++) {
                    gradient[i] += 1;
                }
                count += 100;
            }
        }
        Payload payload = TopK.count(count).compress(gradient);
        assertThat(payload.bits() - 32.0 * count)
                .as("bits of header and indices of %d elements", count)
                .isLessThan(0.5 * count);
        assertThat(payload.toString()).contains("runs of indices in ");
        assertThat(TopK.fraction(0.9).compress(gradient).toString()).contains("absent indices in ");
        assertThat(TopK.fraction(0.1).compress(noise(1f)).toString()).contains(", indices in ");
    }

    private static float[] noise(float scale) {
        float[] values = new float[SIZE];
        for (int i = 0; i < SIZE; i++) {
            values[i] = scale * CounterRandom.word(4, i) * 0x1p-31f;
        }
        return values;
    }

    private static double log2(double x) {
        return Math.log(x) / Math.log(2);
    }
}
