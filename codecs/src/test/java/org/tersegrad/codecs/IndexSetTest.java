package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class IndexSetTest {
    /** A width that divides few universes, so that last rows are short. */
    private static final int ROW_WIDTH = 7;

    private final IndexSetWriter writer = new IndexSetWriter(ROW_WIDTH);
    private final IndexSetReader reader = new IndexSetReader();
    private final IndexSetSizes sizes = new IndexSetSizes(ROW_WIDTH);

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
            // A writer does not look at three codes where they rarely save anything.
            if (code != IndexSetCode.SQUEEZED && code != IndexSetCode.RUNS && code != IndexSetCode.ROWS) {
                assertThat((long) length).as("not longer than %s", code).isLessThanOrEqualTo(sizes.byteLength(code));
            }
        }
        assertThat(read(out, length, indices.length, universe)).isEqualTo(indices);
    }

    /** Clustered, dense, full, empty and single sets, and what each of them leaves out. */
    @Property(tries = 1000)
    void clusteredSetsAndComplementsReadBackInEveryCode(
            @ForAll @IntRange(min = 1, max = 3000) int universe,
            @ForAll @IntRange(max = 3000) int wanted,
            @ForAll @IntRange(min = 1, max = 300) int length,
            @ForAll long seed) {
        int count = Math.min(wanted, universe);
        int runs = Math.max(1, Math.min(count / length, universe - count + 1));
        int[] indices = count == 0 ? new int[0] : randomRuns(universe, count, runs, seed);
        for (IndexSetCode code : IndexSetCode.values()) {
            roundTrip(code, indices, universe);
            roundTrip(code, complement(indices, universe), universe);
        }
        byte[] out = new byte[IndexSetWriter.maxBytes(count, universe)];
        int written = writer.write(indices, 0, count, universe, out, 0);
        assertThat(read(out, written, count, universe)).isEqualTo(indices);
    }

    @ParameterizedTest
    @EnumSource
    void fullEmptyAndSingleSetsAndTheirComplementsReadBack(IndexSetCode code) {
        for (int universe : new int[] {1, 2, 63, 64, 65, 511, 512, 513, 1024, 5000}) {
            roundTrip(code, new int[0], universe);
            roundTrip(code, IntStream.range(0, universe).toArray(), universe);
            for (int one : new int[] {0, universe / 2, universe - 1}) {
                roundTrip(code, new int[] {one}, universe);
                roundTrip(code, complement(new int[] {one}, universe), universe);
            }
        }
    }

    private static int[] complement(int[] indices, int universe) {
        return IntStream.range(0, universe)
                .filter(i -> Arrays.binarySearch(indices, i) < 0)
                .toArray();
    }

    /** log2 of the number of sets: no code can do better on average. Densities are 8 % apart, so none is left out. */
    @Test
    @Tag("any-jdk")
    void randomIndicesTakeAtMostOneAndAHalfPercentMoreThanTheirEntropyAtEveryDensity() {
        int universe = 1 << 20;
        for (double density = 0.001; density < 0.5; density *= 1.08) {
            int count = (int) (density * universe);
            takesItsEntropyAndOneAndAHalfPercent(universe, count, count);
            takesItsEntropyAndOneAndAHalfPercent(universe, universe - count, count);
        }
    }

    /** Sizes around the switch between codes, and other universes. */
    @ParameterizedTest
    @CsvSource({
        "4000000, 400500",
        "4000000, 734000",
        "4000000, 984000",
        "4000000, 1306000",
        "4000000, 1724000",
        "16777216, 167772",
        "16777216, 503316"
    })
    @Tag("any-jdk")
    void randomIndicesTakeAtMostOneAndAHalfPercentMoreThanTheirEntropy(int universe, int count) {
        takesItsEntropyAndOneAndAHalfPercent(universe, count, 1);
    }

    private void takesItsEntropyAndOneAndAHalfPercent(int universe, int count, long seed) {
        int[] indices = randomSet(universe, count, seed);
        byte[] out = new byte[IndexSetWriter.maxBytes(count, universe)];
        int length = writer.write(indices, 0, count, universe, out, 0);
        double entropy = log2Binomial(universe, Math.min(count, universe - count));
        assertThat(8.0 * length)
                .as("bits of %d indices below %d", count, universe)
                .isBetween(entropy, entropy * 1.015);
        assertThat(read(out, length, count, universe)).isEqualTo(indices);
    }

    /** The entropy of sets with as many runs: where they begin among what is absent, and where among what is present. */
    @ParameterizedTest
    @CsvSource({"100, 0.01", "100, 0.1", "100, 0.5", "100, 0.9", "10, 0.01", "10, 0.3", "1000, 0.05", "4, 0.1"})
    @Tag("any-jdk")
    void clusteredIndicesTakeAtMostFivePercentMoreThanTheEntropyOfTheirRuns(int length, double density) {
        int universe = 1 << 22;
        int count = (int) (density * universe);
        for (int seed = 0; seed < 3; seed++) {
            int[] indices = randomRuns(universe, count, count / length, seed);
            byte[] out = new byte[IndexSetWriter.maxBytes(count, universe)];
            int bytes = writer.write(indices, 0, count, universe, out, 0);
            int runs = runs(indices);
            double entropy = log2Binomial(universe - count + 1, runs) + log2Binomial(count - 1, runs - 1);
            assertThat(8.0 * bytes).as("bits").isBetween(entropy, entropy * 1.05);
            assertThat(read(out, bytes, count, universe)).isEqualTo(indices);
        }
    }

    /** Their lengths cost next to nothing. */
    @Test
    void runsOfOneLengthTakeTheEntropyOfTheirPlaces() {
        int universe = 1 << 22;
        int[] starts = randomSet(universe - 101 * (universe / 10_000), universe / 10_000, 3);
        int[] indices = IntStream.range(0, starts.length)
                .flatMap(run -> IntStream.range(0, 100).map(i -> starts[run] + 100 * run + i))
                .toArray();
        byte[] out = new byte[IndexSetWriter.maxBytes(indices.length, universe)];
        int bytes = writer.write(indices, 0, indices.length, universe, out, 0);
        double places = log2Binomial(universe - indices.length + 1, starts.length);
        assertThat(8.0 * bytes).as("bits").isLessThan(1.05 * places);
        assertThat(read(out, bytes, indices.length, universe)).isEqualTo(indices);
    }

    /**
     * Some rows of a matrix hold all indices: the entropy is that of the rows and that of the places in them. Few in a row, half of it,
     * nearly all; widths that are powers of two and others.
     */
    @ParameterizedTest
    @CsvSource({
        "768, 50000, 500, 0.1",
        "128, 8192, 80, 0.3",
        "300, 10000, 100, 0.05",
        "107, 4096, 300, 0.5",
        "1024, 1024, 30, 0.7",
        "64, 30000, 3000, 0.9",
        "256, 100000, 40, 0.02"
    })
    @Tag("any-jdk")
    void indicesInFewRowsTakeAtMostTenPercentMoreThanTheEntropyOfRowsAndPlaces(
            int width, int height, int rows, double share) {
        int universe = width * height;
        int[] chosen = randomSet(height, rows, 1);
        int count = (int) (share * rows * width);
        int[] places = randomSet(rows * width, count, 2);
        int[] indices = IntStream.of(places)
                .map(place -> chosen[place / width] * width + place % width)
                .toArray();
        int occupied = (int)
                IntStream.of(places).map(place -> place / width).distinct().count();
        IndexSetWriter ofRows = new IndexSetWriter(width);
        byte[] out = new byte[IndexSetWriter.maxBytes(count, universe)];
        int bytes = ofRows.write(indices, 0, count, universe, out, 0);
        int below = occupied * width;
        double entropy = log2Binomial(height, occupied) + log2Binomial(below, Math.min(count, below - count));
        assertThat(8.0 * bytes).as("bits").isBetween(entropy, entropy * 1.1);
        assertThat(IndexSetCode.ofTag(out[0])).isEqualTo(IndexSetCode.ROWS);
        assertThat(read(out, bytes, count, universe)).isEqualTo(indices);
    }

    /** A writer that knows of rows writes random indices as others do. */
    @Test
    void rowsCostNothingWhereIndicesAreRandom() {
        int universe = 1 << 18;
        for (int count : new int[] {100, 2621, 60_000}) {
            int[] indices = randomSet(universe, count, count);
            byte[] out = new byte[IndexSetWriter.maxBytes(count, universe)];
            byte[] others = out.clone();
            int bytes = new IndexSetWriter(256).write(indices, 0, count, universe, out, 0);
            assertThat(new IndexSetWriter().write(indices, 0, count, universe, others, 0))
                    .isEqualTo(bytes);
            assertThat(out).isEqualTo(others);
        }
    }

    @Test
    void rowsOfNegativeWidthAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new IndexSetWriter(-1))
                .withMessage("rows have 1 index or more, 0 for no rows, not -1");
    }

    /** The bound for the worst set is the shortest one of three simple codes, no more. */
    @Test
    void theBoundIsTheLeastOfBitmapPlainAndEliasFano() {
        byte[] out = new byte[2000];
        for (int universe : new int[] {0, 1, 2, 7, 8, 9, 31, 64, 65, 200, 1000}) {
            for (int count = 0; count <= universe; count++) {
                int[] indices = IntStream.range(universe - count, universe).toArray();
                int fano = writer.writeAs(IndexSetCode.ELIAS_FANO, indices, 0, count, universe, out, 0);
                int bitmap = writer.writeAs(IndexSetCode.BITMAP, indices, 0, count, universe, out, 0);
                int plain = writer.writeAs(IndexSetCode.PLAIN, indices, 0, count, universe, out, 0);
                assertThat(IndexSetWriter.maxBytes(count, universe))
                        .as("%d indices below %d", count, universe)
                        .isEqualTo(Math.min(Math.min(bitmap, plain), fano));
            }
        }
    }

    @Test
    void theCheapestCodeFitsTheSet() {
        assertThat(cheapest(randomSet(100_000, 1000, 1), 100_000)).isEqualTo(IndexSetCode.RICE);
        assertThat(cheapest(randomSet(100_000, 50_000, 1), 100_000)).isEqualTo(IndexSetCode.BITMAP);
        assertThat(cheapest(randomSet(100_000, 38_000, 1), 100_000)).isEqualTo(IndexSetCode.SQUEEZED);
        assertThat(cheapest(randomSet(100_000, 90_000, 1), 100_000)).isEqualTo(IndexSetCode.COMPLEMENT);
        assertThat(cheapest(randomRuns(100_000, 10_000, 100, 1), 100_000)).isEqualTo(IndexSetCode.RUNS);
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
    void aSetThatACodeIsNotForIsRefused() {
        byte[] out = new byte[100];
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.writeAs(IndexSetCode.COMPLEMENT, new int[] {1, 5}, 0, 2, 4, out, 0))
                .withMessage("index 5 is not below the universe of 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.writeAs(IndexSetCode.COMPLEMENT, new int[] {1, 3}, 0, 2, 4, out, 0))
                .withMessage("2 indices below 4 cannot be written as COMPLEMENT");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.writeAs(IndexSetCode.RUNS, new int[0], 0, 0, 4, out, 0))
                .withMessage("0 indices below 4 cannot be written as RUNS");
        assertThat(out).as("nothing was written").containsOnly(0);
    }

    private void roundTrip(IndexSetCode code, int[] indices, int universe) {
        sizes.measure(indices, 0, indices.length, universe);
        if (sizes.byteLength(code) == Long.MAX_VALUE) {
            boolean exists = code == IndexSetCode.COMPLEMENT ? 2L * indices.length > universe : indices.length > 0;
            assertThat(exists)
                    .as("%s of %d indices below %d", code, indices.length, universe)
                    .isFalse();
            return;
        }
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

    /** Selection sampling: each set of {@code count} is as likely as any other, but for the 32 bits of a random number. */
    static int[] randomSet(int universe, int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] indices = new int[count];
        int taken = 0;
        for (int i = 0; taken < count; i++) {
            if ((Integer.toUnsignedLong(random.nextInt()) * (universe - i)) >>> 32 < count - taken) {
                indices[taken++] = i;
            }
        }
        return indices;
    }

    /** {@code runs} runs of random lengths at random places, touching none: slots and boundaries at random. */
    static int[] randomRuns(int universe, int count, int runs, long seed) {
        int[] slots = randomSet(universe - count + 1, runs, seed);
        int[] boundaries = randomSet(count - 1, runs - 1, seed + 1000);
        int[] indices = new int[count];
        int run = 0;
        for (int i = 0; i < count; i++) {
            if (run < runs - 1 && boundaries[run] < i) {
                run++;
            }
            indices[i] = slots[run] + i;
        }
        return indices;
    }

    private static int runs(int[] indices) {
        int runs = 0;
        for (int i = 0; i < indices.length; i++) {
            runs += i == 0 || indices[i] != indices[i - 1] + 1 ? 1 : 0;
        }
        return runs;
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
