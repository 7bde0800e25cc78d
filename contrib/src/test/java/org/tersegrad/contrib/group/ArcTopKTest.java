package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.group.LocalGroup;

class ArcTopKTest {
    private static final Shape BLOCKS = new Shape(200, 10);

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
