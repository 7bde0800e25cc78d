package org.tersegrad.reducers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.levels.ErrorBounded;
import org.tersegrad.reducers.group.LocalGroup;

class GatherTest {
    /** Elements for which adding and dividing floats takes more than the bound; each worker's message is within it. */
    private static final float[] ELEMENTS = {1f, 3e5f, 1e20f, Float.MAX_VALUE, 1e-3f, -7.7e3f, 0.1f};

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void aBoundOnEveryElementIsPromisedOnlyIfTheMeanOfFloatsKeepsIt(int workers) {
        Gather gather = new Gather(new ErrorBounded(0.001));
        Shape shape = Shape.vector(ELEMENTS.length);
        float[] mean = LocalGroup.run(workers, group -> {
                    float[] gradient = gradientOf(group.rank());
                    gather.reduction(shape, Seed.of(1), group).reduce(FloatSlice.of(gradient));
                    return gradient;
                })
                .get(0);
        double worst = 0;
        for (int i = 0; i < mean.length; i++) {
            double exact = 0;
            for (int w = 0; w < workers; w++) {
                exact += gradientOf(w)[i] / (double) workers;
            }
            worst = Math.max(worst, Math.abs(mean[i] - exact));
        }
        assertThat(worst > 0.001).isEqualTo(workers > 1);
        double promised = gather.traits(shape).guarantee() instanceof Guarantee.Bounded bounded
                ? bounded.error()
                : Double.POSITIVE_INFINITY;
        assertThat(worst).isLessThanOrEqualTo(promised);
    }

    private static float[] gradientOf(int rank) {
        float[] gradient = ELEMENTS.clone();
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] /= rank + 1;
        }
        return gradient;
    }
}
