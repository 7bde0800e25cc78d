package org.tersegrad.contrib.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

class SketchedTopKTest {
    private static final int SIZE = 5000;
    private static final Shape SHAPE = Shape.vector(SIZE);
    private static final int SPIKES = 20;

    /** Integers, whose sums are exact. */
    private static float[] integers(long seed) {
        float[] values = CounterRandom.gaussians(SIZE, seed);
        for (int i = 0; i < SIZE; i++) {
            values[i] = Math.round(10 * values[i]);
        }
        return values;
    }

    private static int column(long seed, int row, int element, int columns) {
        long word = Integer.toUnsignedLong(CounterRandom.word(CounterRandom.fork(seed, row), element));
        return (int) ((word * columns) >> 32);
    }

    private static int sign(long seed, int row, int element) {
        return CounterRandom.word(CounterRandom.fork(seed, row), element) % 2 == 0 ? 1 : -1;
    }

    /** Element by element, as the definition says. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 5, 7})
    void tableAndEstimatesAreThoseOfTheDefinition(int rows) {
        int columns = 77;
        float[] values = integers(rows);
        float[] table = new float[rows * columns];
        float[] estimates = new float[SIZE];
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < SIZE; i++) {
                table[row * columns + column(9, row, i, columns)] += sign(9, row, i) * values[i];
            }
        }
        for (int i = 0; i < SIZE; i++) {
            float[] readings = new float[rows];
            for (int row = 0; row < rows; row++) {
                readings[row] = sign(9, row, i) * table[row * columns + column(9, row, i, columns)];
            }
            Arrays.sort(readings);
            estimates[i] = readings[rows / 2];
        }
        CountSketch sketch = new CountSketch(rows, columns);
        sketch.set(FloatSlice.of(values), 9);
        assertThat(sketch.table().array()).containsExactly(table, within(0f));
        float[] found = new float[SIZE];
        sketch.estimate(found, 9);
        assertThat(found).containsExactly(estimates, within(0f));
    }

    /** The table of a sum is the sum of tables: exactly, where sums of floats are exact. */
    @Test
    void tablesAreLinear() {
        float[] a = integers(1);
        float[] b = integers(2);
        float[] both = new float[SIZE];
        for (int i = 0; i < SIZE; i++) {
            both[i] = a[i] + b[i];
        }
        CountSketch first = new CountSketch(5, 200);
        CountSketch second = new CountSketch(5, 200);
        CountSketch ofSum = new CountSketch(5, 200);
        first.set(FloatSlice.of(a), 3);
        second.set(FloatSlice.of(b), 3);
        ofSum.set(FloatSlice.of(both), 3);
        for (int i = 0; i < 1000; i++) {
            assertThat(first.table().array()[i] + second.table().array()[i])
                    .isEqualTo(ofSum.table().array()[i]);
        }
    }

    /** Signs are as often + as −, so one row's reading is unbiased: over many seeds its mean is the element. */
    @Test
    void readingsAreUnbiased() {
        float[] values = integers(4);
        values[17] = 100;
        CountSketch sketch = new CountSketch(1, 100);
        float[] estimates = new float[SIZE];
        double sum = 0;
        int seeds = 2000;
        for (int seed = 0; seed < seeds; seed++) {
            sketch.set(FloatSlice.of(values), seed);
            sketch.estimate(estimates, seed);
            sum += estimates[17];
        }
        // Noise of one reading: |x| / 10, some 71; of the mean of 2000 of them 1.6.
        assertThat(sum / seeds).isCloseTo(100, within(6.0));
    }

    /** 20 elements that stand out of the mean and not of any worker's gradient are found, and their means are exact. */
    @Test
    void findsWhatIsLargeInTheMean() {
        Reducer reducer = new SketchedTopK(new Keep.Count(SPIKES), 5, 40);
        LocalGroup.run(4, group -> {
            float[] gradient = CounterRandom.gaussians(SIZE, group.rank() / 2);
            for (int i = 0; i < SIZE; i++) {
                gradient[i] *= group.rank() % 2 == 0 ? 50 : -50; // cancels out
            }
            for (int spike = 0; spike < SPIKES; spike++) {
                gradient[spike * 211] += 20;
            }
            reducer.reduction(SHAPE, Seed.of(1), group).reduce(FloatSlice.of(gradient));
            for (int i = 0; i < SIZE; i++) {
                float expected = i % 211 == 0 && i / 211 < SPIKES ? 20 : 0;
                assertThat(gradient[i]).isCloseTo(expected, within(1e-4f));
            }
            return 0;
        });
    }

    /** Two workers send half of two sums to each other, up and down. */
    @Test
    void sendsTheTableAndTheValues() {
        LocalGroup.run(2, group -> {
            Reduction reduction = new SketchedTopK(new Keep.Count(16), 3, 8).reduction(SHAPE, Seed.of(1), group);
            assertThat(reduction.reduce(FloatSlice.of(integers(group.rank())))).isEqualTo(32L * (3 * 8 * 16 + 16));
            Reduction dense = new SketchedTopK(new Keep.Count(333), 3, 5).reduction(SHAPE, Seed.of(1), group);
            assertThat(dense.reduce(FloatSlice.of(integers(group.rank())))).isEqualTo(32L * SIZE);
            return 0;
        });
    }

    /** Sent elements leave the residual, others stay whole: integers show it without rounding. */
    @Test
    void sentPlusResidualIsWhatWasProduced() {
        LocalGroup.run(2, group -> {
            Reduction reduction = SketchedTopK.fraction(0.01).reduction(SHAPE, Seed.of(1), group);
            Residual residual = new Residual(SIZE);
            float[] produced = new float[SIZE];
            boolean[] everSent = new boolean[SIZE];
            for (int step = 0; step < 400; step++) {
                float[] gradient = integers(0); // the same on both workers and in all steps
                for (int i = 0; i < SIZE; i++) {
                    produced[i] += gradient[i];
                }
                reduction.reduce(FloatSlice.of(gradient), residual);
                for (int i = 0; i < SIZE; i++) {
                    produced[i] -= gradient[i];
                    everSent[i] |= gradient[i] != 0;
                }
            }
            float[] left = new float[SIZE];
            residual.addTo(FloatSlice.of(left), 1f);
            assertThat(left).isEqualTo(produced);
            // After 400 steps of 50 elements most have had their turn. With the same columns in every step it was one
            // in ten.
            int sent = 0;
            for (boolean each : everSent) {
                sent += each ? 1 : 0;
            }
            assertThat(sent).isGreaterThan(9 * SIZE / 10);
            return 0;
        });
    }

    @Test
    void mistakesNameTheValueAndTheLimit() {
        Keep keep = new Keep.Count(1);
        assertThatThrownBy(() -> new SketchedTopK(keep, 4, 10))
                .hasMessage("the rows of a sketch are an odd number from 1 to 99, not 4");
        assertThatThrownBy(() -> new SketchedTopK(keep, 101, 10)).hasMessageContaining("not 101");
        assertThatThrownBy(() -> new SketchedTopK(keep, 5, 0))
                .hasMessage("a sketch has 1 column or more for each element kept, not 0");
        assertThat(SketchedTopK.fraction(0.01)).hasToString("sketch(0.01)");
    }
}
