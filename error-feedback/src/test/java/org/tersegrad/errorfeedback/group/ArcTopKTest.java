package org.tersegrad.errorfeedback.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

class ArcTopKTest {
    private static final int WORKERS = 10;
    private static final Shape BLOCKS = new Shape(200, 10);
    private static final int NOISY = 150;

    /**
     * Worker w has f_w(x) = |x - x*|² / 2 + n_w x. In 150 blocks n_w is 100 on half of the workers and -100 on the others: it is
     * the largest part of every gradient, and nothing in the mean.
     *
     * @return |x - x*| / |x*| after some steps from 0
     */
    private static double distance(String recipe, int steps) {
        Reducer reducer = ReducerRecipe.parse(recipe);
        float[] solution = CounterRandom.gaussians(BLOCKS.size(), 1);
        Arrays.fill(solution, 0, NOISY * BLOCKS.columns(), 0f);
        return LocalGroup.run(WORKERS, group -> {
                    Reduction reduction = reducer.reduction(BLOCKS, Seed.of(2), group);
                    float noise = group.rank() % 2 == 0 ? 100f : -100f;
                    float[] x = new float[BLOCKS.size()];
                    float[] gradient = new float[BLOCKS.size()];
                    for (int step = 0; step < steps; step++) {
                        for (int i = 0; i < x.length; i++) {
                            gradient[i] = x[i] - solution[i] + (i < NOISY * BLOCKS.columns() ? noise : 0f);
                        }
                        reduction.reduce(FloatSlice.of(gradient));
                        for (int i = 0; i < x.length; i++) {
                            x[i] -= 0.1f * gradient[i];
                        }
                    }
                    double far = 0;
                    double whole = 0;
                    for (int i = 0; i < x.length; i++) {
                        far += (x[i] - solution[i]) * (double) (x[i] - solution[i]);
                        whole += solution[i] * (double) solution[i];
                    }
                    return Math.sqrt(far / whole);
                })
                .get(0);
    }

    /** What is large on single workers and nothing in the mean keeps Top-k busy; the mean's rows are found all the same. */
    @Test
    void noiseThatCancelsOutDoesNotMatter() {
        assertThat(distance("topk(k=100)", 400)).isEqualTo(1);
        assertThat(distance("arctopk(k=10)", 400)).isLessThan(0.002);
    }

    /** 4 floats a row for the projection, and the rows that are chosen. */
    @Test
    void sendsNoIndices() {
        Reducer reducer = ReducerRecipe.parse("arctopk(k=10)");
        long bits = LocalGroup.run(2, group -> {
                    float[] gradient = CounterRandom.gaussians(BLOCKS.size(), group.rank());
                    return reducer.reduction(BLOCKS, Seed.of(1), group).reduce(FloatSlice.of(gradient));
                })
                .get(0);
        assertThat(bits).isEqualTo(32L * (4 * 200 + 10 * 10));
    }

    /** Chosen rows are the exact mean, all others zero; with every row chosen it is the mean, and summed up as such. */
    @Test
    void chosenRowsAreTheMean() {
        LocalGroup.run(3, group -> {
            float[] exact = CounterRandom.gaussians(BLOCKS.size(), group.rank());
            float[] mean = exact.clone();
            float[] all = exact.clone();
            ReducerRecipe.parse("dense").reduction(BLOCKS, Seed.of(1), group).reduce(FloatSlice.of(exact));
            ReducerRecipe.parse("arctopk(k=20)")
                    .reduction(BLOCKS, Seed.of(1), group)
                    .reduce(FloatSlice.of(mean));
            ReducerRecipe.parse("arctopk(1)")
                    .reduction(BLOCKS, Seed.of(1), group)
                    .reduce(FloatSlice.of(all));
            int chosen = 0;
            for (int i = 0; i < mean.length; i++) {
                assertThat(mean[i] == 0 || Math.abs(mean[i] - exact[i]) < 1e-6f).isTrue();
                chosen += mean[i] == 0 ? 0 : 1;
            }
            assertThat(chosen).isEqualTo(200);
            assertThat(all).isEqualTo(exact);
            return 0;
        });
    }
}
