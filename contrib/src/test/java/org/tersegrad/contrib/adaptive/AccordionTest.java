package org.tersegrad.contrib.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

class AccordionTest {
    private static final int SIZE = 100;

    /** Whether each step was exact, for gradients of these sizes. */
    private static boolean[] exactSteps(Reducer reducer, float... sizes) {
        List<boolean[]> all = LocalGroup.run(2, group -> {
            Reduction reduction = reducer.reduction(Shape.vector(SIZE), Seed.of(1), group);
            boolean[] exact = new boolean[sizes.length];
            for (int step = 0; step < sizes.length; step++) {
                float[] gradient = new float[SIZE];
                Arrays.fill(gradient, sizes[step]);
                reduction.reduce(FloatSlice.of(gradient));
                exact[step] = gradient[SIZE - 1] == sizes[step]; // Top-k keeps the first of equal ones
            }
            return exact;
        });
        assertThat(all.get(1)).isEqualTo(all.get(0));
        return all.get(0);
    }

    /** Norms of windows of two steps: 80, 80, then coarse with 10 % of it, and fine again after such a change. */
    @Test
    void aSmallChangeOfTheNormIsFollowedByCoarseSteps() {
        Reducer reducer = ReducerRecipe.parse("accordion(fine=dense,coarse=topk(0.81),every=2)");
        // Top-k keeps 81 elements of equal size: the norm is 0.9 of the exact one, which is no change of a half.
        assertThat(exactSteps(reducer, 4, 4, 4, 4, 4, 4, 4, 4))
                .containsExactly(true, true, true, true, false, false, false, false);
        assertThat(exactSteps(reducer, 4, 4, 4, 4, 4, 4, 12, 12, 12, 12, 12, 12))
                .containsExactly(true, true, true, true, false, false, false, false, true, true, false, false);
        assertThat(exactSteps(reducer, 4, 4, 1, 1, 1, 1, 1, 1))
                .containsExactly(true, true, true, true, true, true, false, false);
    }

    @Test
    void withZeroAsTheChangeItIsAlwaysFine() {
        Reducer reducer = ReducerRecipe.parse("accordion(fine=dense,coarse=topk(0.5),every=1,change=0)");
        assertThat(exactSteps(reducer, 1, 1, 1, 1)).containsExactly(true, true, true, true);
    }

    /** The next fine step sends what coarse steps left out. */
    @Test
    void bothWaysShareOneResidual() {
        Reducer reducer = ReducerRecipe.parse("accordion(fine=dense,coarse=topk(0.81),every=1)");
        LocalGroup.run(2, group -> {
            Reduction reduction = reducer.reduction(Shape.vector(SIZE), Seed.of(1), group);
            Residual residual = new Residual(SIZE);
            double taken = 0;
            double most = 0;
            float[] sizes = {4, 4, 4, 100, 100};
            for (float size : sizes) {
                float[] gradient = new float[SIZE];
                Arrays.fill(gradient, size);
                reduction.reduce(FloatSlice.of(gradient), residual);
                taken += gradient[SIZE - 1];
                most = Math.max(most, residual.norm());
            }
            assertThat(most).as("left out by coarse steps").isPositive();
            assertThat(taken).isEqualTo(212);
            assertThat(residual.norm()).isZero();
            return 0;
        });
    }
}
