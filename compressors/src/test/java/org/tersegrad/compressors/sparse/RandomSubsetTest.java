package org.tersegrad.compressors.sparse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.samples.Volume;

class RandomSubsetTest {
    private final RandomSubset subset = new RandomSubset();

    @Test
    void theChoicesOfAllAreAPermutation() {
        for (int universe : new int[] {1, 2, 3, 10, 1000, 1023, 1024, 1025, 4096, 100_000}) {
            subset.set(universe, universe);
            BitSet seen = new BitSet();
            for (int i = 0; i < universe; i++) {
                int index = subset.index(i);
                assertThat(index < universe && !seen.get(index)).isTrue();
                seen.set(index);
            }
        }
    }

    /** All 10 choices of 2 among 5, all 20 of 3 among 6: as often as each other over many seeds. */
    @Test
    void everySmallChoiceIsAsLikelyAsEveryOther() {
        assertUniform(5, 2, 10);
        assertUniform(6, 3, 20);
        assertUniform(9, 1, 9);
        assertUniform(8, 4, 70);
    }

    private void assertUniform(int universe, int count, int choices) {
        long[] seen = new long[1 << universe];
        int seeds = Volume.of(1000) * choices;
        for (int seed = 0; seed < seeds; seed++) {
            subset.set(seed, universe);
            int mask = 0;
            for (int i = 0; i < count; i++) {
                mask |= 1 << subset.index(i);
            }
            seen[mask]++;
        }
        long[] counts = java.util.Arrays.stream(seen).filter(times -> times > 0).toArray();
        assertThat(counts).hasSize(choices);
        double[] expected = new double[choices];
        java.util.Arrays.fill(expected, (double) seeds / choices);
        assertThat(new ChiSquareTest().chiSquareTest(expected, counts)).isGreaterThan(1e-6);
    }

    /** Elements of a large tensor: each is chosen as often, and so is each pair of neighbours. */
    @Test
    void elementsAndPairsOfALargeTensorAreChosenAlike() {
        int universe = 3000;
        int count = 300;
        int seeds = 4000;
        long[] chosen = new long[universe];
        long pairs = 0;
        for (int seed = 0; seed < seeds; seed++) {
            subset.set(seed + 1_000_000L, universe);
            BitSet set = new BitSet();
            for (int i = 0; i < count; i++) {
                int index = subset.index(i);
                chosen[index]++;
                set.set(index);
            }
            for (int i = set.nextSetBit(0); i >= 0; i = set.nextSetBit(i + 1)) {
                pairs += set.get(i + 1) ? 1 : 0;
            }
        }
        double mean = (double) seeds * count / universe;
        double deviation = Math.sqrt(mean * (1 - (double) count / universe));
        for (long times : chosen) {
            assertThat(Math.abs(times - mean)).isLessThan(6 * deviation);
        }
        double expectedPairs = (double) seeds * (universe - 1) * count * (count - 1) / universe / (universe - 1);
        assertThat(Math.abs(pairs - expectedPairs)).isLessThan(6 * Math.sqrt(expectedPairs));
    }
}
