package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class IndexSetTest {
    private final IndexSetWriter writer = new IndexSetWriter();
    private final IndexSetReader reader = new IndexSetReader();
    private final IndexSetSizes sizes = new IndexSetSizes();

    /** Every subset of up to 9 indices, in every code: nothing is left to chance for small sets. */
    @ParameterizedTest
    @EnumSource
    void everySmallSetReadsBackInItsDeclaredSize(IndexSetCode code) {
        for (int universe = 0; universe <= 9; universe++) {
            for (int mask = 0; mask < 1 << universe; mask++) {
                int subset = mask;
                roundTrip(
                        code,
                        IntStream.range(0, universe)
                                .filter(i -> (subset >>> i & 1) == 1)
                                .toArray(),
                        universe);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void awkwardSetsReadBack(IndexSetCode code) {
        int last = Integer.MAX_VALUE - 1;
        if (code != IndexSetCode.BITMAP) { // its 256 MiB would prove nothing more
            roundTrip(code, new int[] {last}, Integer.MAX_VALUE);
            roundTrip(code, new int[] {0, last}, Integer.MAX_VALUE);
            roundTrip(code, IntStream.range(0, 1500).map(i -> last - 1499 + i).toArray(), Integer.MAX_VALUE);
            roundTrip(
                    code,
                    IntStream.range(0, 1500).map(i -> i == 1499 ? last : i).toArray(),
                    Integer.MAX_VALUE);
        }
        for (int count : new int[] {1, 511, 512, 513, 1024, 2000}) {
            roundTrip(code, IntStream.range(0, count).toArray(), count);
            roundTrip(code, IntStream.range(0, count).map(i -> 64 * i).toArray(), 64 * count);
        }
    }

    @Property(tries = 1500)
    void randomSetsReadBackInTheCheapestCode(
            @ForAll @IntRange(max = 3000) int universe, @ForAll @IntRange(max = 3000) int wanted, @ForAll long seed) {
        int[] indices = randomSet(universe, Math.min(wanted, universe), seed);
        sizes.measure(indices, 0, indices.length, universe);
        byte[] out = new byte[IndexSetWriter.maxBytes(indices.length, universe)];
        int length = writer.write(indices, 0, indices.length, universe, out, 0);
        for (IndexSetCode code : IndexSetCode.values()) {
            assertThat((long) length).as("not longer than %s", code).isLessThanOrEqualTo(sizes.byteLength(code));
        }
        assertThat(read(out, length, indices.length, universe)).isEqualTo(indices);
    }

    /** log2 of the number of sets: no code can do better on average. */
    @ParameterizedTest
    @CsvSource({"1000000, 1000", "1000000, 10000", "1000000, 100000", "16777216, 167772"})
    void uniformlyRandomIndicesTakeTheirEntropyAndOneAndAHalfPercent(int universe, int count) {
        for (int seed = 0; seed < 5; seed++) {
            int[] indices = randomSet(universe, count, seed);
            byte[] out = new byte[IndexSetWriter.maxBytes(count, universe)];
            int length = writer.write(indices, 0, count, universe, out, 0);
            double entropy = log2Binomial(universe, count);
            assertThat(8.0 * length).as("bits").isBetween(entropy, entropy * 1.015);
            assertThat(read(out, length, count, universe)).isEqualTo(indices);
        }
    }

    @Test
    void theCheapestCodeFitsTheSet() {
        assertThat(cheapest(randomSet(100_000, 1000, 1), 100_000)).isEqualTo(IndexSetCode.RICE);
        assertThat(cheapest(randomSet(100_000, 50_000, 1), 100_000)).isEqualTo(IndexSetCode.BITMAP);
        assertThat(cheapest(IntStream.range(0, 5000).map(i -> 20 * i).toArray(), 100_000))
                .isEqualTo(IndexSetCode.PACKED_GAPS);
        assertThat(cheapest(new int[] {99_999}, 100_000)).isEqualTo(IndexSetCode.PLAIN);
    }

    private IndexSetCode cheapest(int[] indices, int universe) {
        return sizes.measure(indices, 0, indices.length, universe).cheapest();
    }

    @Test
    void whatIsNotASortedSetIsNamed() {
        byte[] out = new byte[100];
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.write(new int[] {1, 5, 5, 7}, 0, 4, 10, out, 0))
                .withMessage("indices must increase from 0 on, but index 5 at position 2 follows 5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.write(new int[] {-1, 5}, 0, 2, 10, out, 0))
                .withMessage("indices must increase from 0 on, but index -1 at position 0 follows nothing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.write(new int[] {3, Integer.MIN_VALUE, 5}, 0, 3, 10, out, 0))
                .withMessageContaining("position 1 follows 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.write(new int[] {5, 10}, 0, 2, 10, out, 0))
                .withMessage("index 10 is not below the universe of 10");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.write(new int[3], 0, 3, 2, out, 0))
                .withMessage("3 different indices do not fit below 2");
        assertThat(out).as("nothing was written").containsOnly(0);
    }

    @Test
    void anUnknownCodeNumberIsMalformed() {
        assertThatThrownBy(() -> reader.open(new byte[] {7, 7}, 1, 1, 1, 10))
                .isInstanceOf(MalformedInputException.class)
                .hasMessage("malformed input at byte 1: index code number 7, the last is 4");
    }

    private void roundTrip(IndexSetCode code, int[] indices, int universe) {
        sizes.measure(indices, 0, indices.length, universe);
        byte[] out = new byte[Math.toIntExact(sizes.byteLength(code))];
        int length = writer.writeAs(code, indices, 0, indices.length, universe, out, 0);
        assertThat(length).as("%s of %s", code, Arrays.toString(indices)).isEqualTo(out.length);
        assertThat(read(out, length, indices.length, universe)).as("%s", code).isEqualTo(indices);
    }

    private int[] read(byte[] bytes, int length, int count, int universe) {
        int[] indices = new int[count];
        reader.open(bytes, 0, length, count, universe);
        int done = 0;
        for (int block = reader.next(indices, 0); block > 0; block = reader.next(indices, done)) {
            done += block;
        }
        assertThat(done).isEqualTo(count);
        return indices;
    }

    /** Selection sampling: each set of {@code count} is as likely as any other. */
    static int[] randomSet(int universe, int count, long seed) {
        Random random = new Random(seed);
        int[] indices = new int[count];
        int taken = 0;
        for (int i = 0; taken < count; i++) {
            if (random.nextInt(universe - i) < count - taken) {
                indices[taken++] = i;
            }
        }
        return indices;
    }

    private static double log2Binomial(int n, int k) {
        double bits = 0;
        for (int i = 1; i <= k; i++) {
            bits += Math.log((n - k + i) / (double) i);
        }
        return bits / Math.log(2);
    }

    @Test
    void theEntropyIsTheTextbooks() {
        assertThat(log2Binomial(52, 5)).isCloseTo(Math.log(2_598_960) / Math.log(2), within(1e-9));
    }
}
