package org.tersegrad.contrib.optimizers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

/** Adam and Lion whose momenta are averaged, against their formulas in double. */
class OptimizersTest {
    private static final int SIZE = 50;
    private static final int WORKERS = 3;
    private static final int STEPS = 9;

    /** The last element never has a gradient. */
    private static float[] gradient(int worker, int step) {
        float[] gradient = CounterRandom.gaussians(SIZE, 100L * worker + step);
        gradient[SIZE - 1] = 0;
        return gradient;
    }

    private static double[] meanGradient(int step) {
        double[] mean = new double[SIZE];
        for (int w = 0; w < WORKERS; w++) {
            float[] theirs = gradient(w, step);
            for (int i = 0; i < SIZE; i++) {
                mean[i] += (double) theirs[i] / WORKERS;
            }
        }
        return mean;
    }

    /** The results of worker 0 in each step. */
    private static float[][] results(Reducer reducer) {
        List<float[][]> all = LocalGroup.run(WORKERS, group -> {
            Reduction reduction = reducer.reduction(Shape.vector(SIZE), Seed.of(2), group);
            float[][] results = new float[STEPS][];
            for (int step = 0; step < STEPS; step++) {
                results[step] = gradient(group.rank(), step);
                reduction.reduce(FloatSlice.of(results[step]));
            }
            return results;
        });
        return all.get(0);
    }

    /** With an exact mean of momenta, 1-bit Adam is Adam with a variance that stays after some steps. */
    @Test
    void withExactMomentaItIsAdamWithAFixedVariance() {
        int exact = 4;
        float[][] results =
                results(new CompressedAdam(new AllReduce(), CompressedAdam.Kind.ONE_BIT, exact, 0.9f, 0.999f));
        double[] m = new double[SIZE];
        double[] v = new double[SIZE];
        for (int step = 0; step < STEPS; step++) {
            double[] g = meanGradient(step);
            for (int i = 0; i < SIZE - 1; i++) {
                m[i] = 0.9 * m[i] + 0.1 * g[i];
                if (step < exact) {
                    v[i] = 0.999 * v[i] + 0.001 * g[i] * g[i];
                }
                double corrected = m[i] / (1 - Math.pow(0.9, step + 1));
                double usual = Math.sqrt(v[i] / (1 - Math.pow(0.999, Math.min(step + 1, exact)))) + 1e-8;
                assertThat((double) results[step][i])
                        .as("step %d, element %d", step, i)
                        .isCloseTo(corrected / usual, within(2e-4 * Math.max(1, Math.abs(corrected / usual))));
            }
        }
    }

    /** A sign has no zero, so what never had a gradient must be kept from moving. */
    @Test
    void whatNeverHadAGradientStays() {
        for (float[] result :
                results(new CompressedAdam(new AllReduce(), CompressedAdam.Kind.ZERO_ONE, 1, 0.9f, 0.999f))) {
            assertThat(result[SIZE - 1]).isZero();
        }
    }

    /** Elements without a gradient, as rows of an embedding have them, neither dilute the scale of signs nor fill residuals. */
    @Test
    void deadElementsDoNotDiluteTheLiveOnes() {
        for (int first : new int[] {0, 57}) {
            double alone = errorOfSummedUpdate("sign+ef+adam(10)", 1, 0);
            assertThat(alone).isLessThan(0.2);
            assertThat(errorOfSummedUpdate("sign+ef+adam(10)", 100, first)).isCloseTo(alone, within(0.01 * alone));
            // The server's part is cut into shards, and other elements share one.
            assertThat(errorOfSummedUpdate("sign+ef+twoshot+adam(10)", 100, first))
                    .isLessThan(errorOfSummedUpdate("sign+ef+twoshot+adam(10)", 1, 0));
        }
    }

    /**
     * The relative error of what 1-bit Adam has summed up after its exact steps, against exact means of momenta.
     *
     * @param spread one element in this many ever has a gradient
     * @param first the first of them
     */
    private static double errorOfSummedUpdate(String recipe, int spread, int first) {
        float[] compressed = summedUpdate(recipe, spread, first);
        float[] exact = summedUpdate("dense+adam(10)", spread, first);
        double error = 0;
        double all = 0;
        for (int i = 0; i < exact.length; i++) {
            error += Math.pow(compressed[i] - exact[i], 2);
            all += Math.pow(exact[i], 2);
        }
        return Math.sqrt(error / all);
    }

    private static float[] summedUpdate(String recipe, int spread, int first) {
        int live = 300;
        return LocalGroup.run(WORKERS, group -> {
                    Reduction reduction =
                            ReducerRecipe.parse(recipe).reduction(Shape.vector(live * spread), Seed.of(2), group);
                    float[] sum = new float[live * spread];
                    float[] drift = CounterRandom.gaussians(live, 1);
                    for (int step = 0; step < 210; step++) {
                        float[] noise = CounterRandom.gaussians(live, 1000L * group.rank() + step);
                        float[] gradient = new float[live * spread];
                        for (int i = 0; i < live; i++) {
                            gradient[i * spread + first] = drift[i] + noise[i];
                        }
                        reduction.reduce(FloatSlice.of(gradient));
                        for (int i = 0; step >= 10 && i < sum.length; i++) {
                            sum[i] += gradient[i];
                        }
                    }
                    return sum;
                })
                .get(0);
    }

    @Test
    void exactStepsOfZeroOneAdamBecomeRarer() {
        CompressedAdam adam = new CompressedAdam(new AllReduce(), CompressedAdam.Kind.ZERO_ONE, 3, 0.9f, 0.999f);
        assertThat(IntStream.range(0, 50).filter(adam::isExact))
                .containsExactly(0, 1, 2, 3, 5, 7, 9, 13, 17, 21, 29, 37, 45);
    }

    /** With exact means, and momenta that are averaged in every step or never, Lion Cub is Lion. */
    @Test
    void withExactMeansItIsLion() {
        for (int sync : new int[] {0, 1, 4}) {
            float[][] results = results(new LionCub(new AllReduce(), sync, 0.9f, 0.99f));
            double[] m = new double[SIZE];
            for (int step = 0; step < STEPS; step++) {
                double[] g = meanGradient(step);
                for (int i = 0; i < SIZE; i++) {
                    double update = 0.9 * m[i] + 0.1 * g[i];
                    m[i] = 0.99 * m[i] + 0.01 * g[i];
                    if (Math.abs(update) > 1e-6 || update == 0) { // nearer to 0, rounding decides
                        assertThat((double) results[step][i]).isEqualTo(Math.signum(update));
                    }
                }
            }
        }
    }

    /** Every fourth step sends the momenta, too. */
    @Test
    void momentaAreAveragedAfterSoManySteps() {
        LocalGroup.run(WORKERS, group -> {
            Reduction reduction =
                    new LionCub(new AllReduce(), 4, 0.9f, 0.99f).reduction(Shape.vector(SIZE), Seed.of(2), group);
            long usual = reduction.reduce(FloatSlice.of(gradient(group.rank(), 0)));
            for (int step = 1; step < STEPS; step++) {
                long bits = reduction.reduce(FloatSlice.of(gradient(group.rank(), step)));
                assertThat(bits).isEqualTo(step % 4 == 0 ? 2 * usual : usual);
            }
            return 0;
        });
    }
}
