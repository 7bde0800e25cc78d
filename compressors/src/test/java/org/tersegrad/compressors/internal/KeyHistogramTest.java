package org.tersegrad.compressors.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;

/** The histogram against sorting, for keys that are far apart, close together and equal. */
class KeyHistogramTest {
    private final KeyHistogram histogram = new KeyHistogram();

    @ParameterizedTest
    @ValueSource(ints = {31, 24, 12, 7, 2, 0})
    void theKeyOfARankAndItsTies(int bits) {
        for (int count : new int[] {1, 2, 63, 64, 65, 1000, 5000}) {
            int[] keys = keys(count, bits);
            int[] sorted = keys.clone();
            Arrays.sort(sorted);
            for (int rank = 1; rank <= count; rank = 2 * rank + 1) {
                int expected = sorted[count - rank];
                int larger = (int) Arrays.stream(keys).filter(k -> k > expected).count();
                assertThat(histogram.find(keys, count, rank, 0, sorted[count - 1]))
                        .as("rank %d of %d", rank, count)
                        .isEqualTo(expected);
                assertThat(histogram.ties())
                        .as("ties of rank %d of %d", rank, count)
                        .isEqualTo(rank - larger);
            }
        }
    }

    @Test
    void keysBelowTheRangeDoNotCount() {
        int[] keys = {5, 900, 1, 70, 900, 80};
        assertThat(histogram.find(keys, keys.length, 4, 70, Integer.MAX_VALUE)).isEqualTo(70);
        assertThat(histogram.find(keys, keys.length, 2, 70, 900)).isEqualTo(900);
        assertThat(histogram.ties()).isEqualTo(2);
    }

    private static int[] keys(int count, int bits) {
        int[] keys = new int[count];
        for (int i = 0; i < count; i++) {
            keys[i] = (0x3c00_0000 >>> bits << bits) + (CounterRandom.word(bits, i) & ((1 << bits) - 1));
        }
        return keys;
    }
}
