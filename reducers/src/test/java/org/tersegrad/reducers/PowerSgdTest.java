package org.tersegrad.reducers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.samples.Table;
import org.tersegrad.reducers.group.LocalGroup;

class PowerSgdTest {
    /** For one worker the two residuals are the same. */
    @ParameterizedTest
    @EnumSource(PowerSgd.ResidualKind.class)
    void oneWorkerIsThatOfGrace(PowerSgd.ResidualKind residual) {
        Shape shape = new Shape(24, 16);
        float[] gradients = Table.column("powersgd_input_w0", 4);
        float[] approximations = Table.column("powersgd_grace_w1_approx", 3);
        float[] residuals = Table.column("powersgd_grace_w1_residual", 4);
        LocalGroup.run(1, group -> {
            Reduction reduction = new PowerSgd(2, residual, 1, 0)
                    .withFirstQ(Table.column("powersgd_Q0", 2))
                    .reduction(shape, Seed.of(0), group);
            Residual memory = new Residual(shape.size());
            for (int step = 0; step < 5; step++) {
                int at = step * shape.size();
                float[] mean = java.util.Arrays.copyOfRange(gradients, at, at + shape.size());
                assertThat(reduction.reduce(FloatSlice.of(mean), memory)).isZero();
                float[] left = new float[shape.size()];
                memory.addTo(FloatSlice.of(left), 1f);
                for (int i = 0; i < shape.size(); i++) {
                    assertThat(mean[i]).isCloseTo(approximations[at + i], within(2e-5f));
                    assertThat(left[i]).isCloseTo(residuals[at + i], within(2e-5f));
                }
            }
            return 0;
        });
    }

    @Test
    void aFirstFactorOfAnotherSizeIsRefused() {
        float[] factor = Table.column("powersgd_Q0", 2);
        Reducer reducer = PowerSgd.rank(2).withFirstQ(factor);
        assertThat(reducer).hasToString("powersgd(2)");
        LocalGroup.run(1, group -> {
            assertThatThrownBy(() -> reducer.reduction(new Shape(24, 15), Seed.of(0), group))
                    .hasMessage("the first Q of powersgd(2) for 24 x 15 elements has 30 floats, not 32");
            assertThatThrownBy(() -> reducer.reduction(Shape.vector(16), Seed.of(0), group))
                    .hasMessageContaining("has 0 floats, not 32");
            return 0;
        });
        assertThatThrownBy(() -> PowerSgd.rank(1).withFirstQ(1f, Float.NaN)).hasMessageContaining("1");
    }

    /** Four workers do what one would do with the mean: both projections are of the mean. */
    @Test
    void theMeanIsProjected() {
        Shape shape = new Shape(40, 30);
        int workers = 4;
        int steps = 6;
        float[][] means = new float[steps][shape.size()];
        for (int step = 0; step < steps; step++) {
            for (int w = 0; w < workers; w++) {
                float[] theirs = CounterRandom.gaussians(shape.size(), 100L * w + step);
                for (int i = 0; i < shape.size(); i++) {
                    means[step][i] += theirs[i] / workers;
                }
            }
        }
        float[][] expected = LocalGroup.run(1, group -> {
                    Reduction reduction = PowerSgd.rank(3).reduction(shape, Seed.of(5), group);
                    for (float[] mean : means) {
                        reduction.reduce(FloatSlice.of(mean));
                    }
                    return means;
                })
                .get(0);
        List<float[][]> actual = LocalGroup.run(workers, group -> {
            Reduction reduction = PowerSgd.rank(3).reduction(shape, Seed.of(5), group);
            float[][] all = new float[steps][];
            for (int step = 0; step < steps; step++) {
                all[step] = CounterRandom.gaussians(shape.size(), 100L * group.rank() + step);
                long bits = reduction.reduce(FloatSlice.of(all[step]));
                // Rank 3 times rows and columns, twice three quarters of it: 4 divides both.
                assertThat(bits).isBetween(32L * 3 * 70 * 3 / 2 - 64, 32L * 3 * 70 * 3 / 2 + 64);
            }
            return all;
        });
        for (int step = 0; step < steps; step++) {
            assertThat(actual.get(2)[step]).containsExactly(expected[step], within(2e-4f));
        }
    }

    @Test
    void aMeanOfSmallRankIsExact() {
        Shape shape = new Shape(20, 25);
        LocalGroup.run(3, group -> {
            float[] rows = CounterRandom.gaussians(40, group.rank());
            float[] matrix = new float[shape.size()];
            float[] expected = new float[shape.size()];
            for (int i = 0; i < shape.size(); i++) {
                // The same two columns of factors on all workers, so that the mean has rank 2.
                matrix[i] = rows[i / 25] * (i % 25 - 10) + rows[20 + i / 25] * (i % 25 % 3);
                for (int w = 0; w < 3; w++) {
                    float[] theirs = CounterRandom.gaussians(40, w);
                    expected[i] += (theirs[i / 25] * (i % 25 - 10) + theirs[20 + i / 25] * (i % 25 % 3)) / 3;
                }
            }
            PowerSgd.rank(2).reduction(shape, Seed.of(1), group).reduce(FloatSlice.of(matrix));
            assertThat(matrix).containsExactly(expected, within(1e-4f));
            return 0;
        });
    }

    @Test
    void smallTensorsAndFirstStepsAreDense() {
        LocalGroup.run(2, group -> {
            float[] vector = {1 + group.rank(), 5};
            assertThat(PowerSgd.rank(1)
                            .reduction(Shape.vector(2), Seed.of(1), group)
                            .reduce(FloatSlice.of(vector)))
                    .isEqualTo(64);
            assertThat(vector).containsExactly(1.5f, 5);
            // 10 x 10 in factors of 2 x 20: 2.5 times smaller
            Shape shape = new Shape(10, 10);
            float[] matrix = CounterRandom.gaussians(100, group.rank());
            Reduction gated = PowerSgd.rank(2).withRate(2.5).reduction(shape, Seed.of(1), group);
            assertThat(gated.reduce(FloatSlice.of(matrix.clone()))).isEqualTo(3200);
            Reduction passed = PowerSgd.rank(2).withRate(2.4).reduction(shape, Seed.of(1), group);
            assertThat(passed.reduce(FloatSlice.of(matrix.clone()))).isEqualTo(32 * 40);
            Reduction late = PowerSgd.rank(2).startingAt(1).reduction(shape, Seed.of(1), group);
            assertThat(late.reduce(FloatSlice.of(matrix.clone()))).isEqualTo(3200);
            assertThat(late.reduce(FloatSlice.of(matrix.clone()))).isEqualTo(32 * 40);
            float[] zero = new float[100];
            passed.reduce(FloatSlice.of(zero));
            assertThat(zero).containsOnly(0f);
            return 0;
        });
    }

    @Test
    void mistakesNameTheValueAndTheLimit() {
        assertThatThrownBy(() -> PowerSgd.rank(0)).hasMessageContaining("1 or more, this is 0");
        assertThatThrownBy(() -> PowerSgd.rank(1).withRate(0.5)).hasMessageContaining("this is 0.5");
        assertThatThrownBy(() -> PowerSgd.rank(1).startingAt(-1)).hasMessageContaining("this is -1");
        assertThat(PowerSgd.rank(2).aggregated().withRate(2).startingAt(100))
                .hasToString("powersgd(2,residual=aggregated,rate=2,start=100)");
    }
}
