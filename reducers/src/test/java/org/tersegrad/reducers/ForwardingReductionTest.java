package org.tersegrad.reducers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.sparse.RandomK;
import org.tersegrad.reducers.group.LocalGroup;

/** A wrapper that changes nothing. Around a reduction that draws other elements in each step, a step too many shows. */
class ForwardingReductionTest {
    private static final Shape SHAPE = Shape.vector(300);
    private static final Reducer INNER = new Gather(RandomK.count(20));

    private static Reduction inner(Collective group) {
        return INNER.reduction(SHAPE, Seed.of(5), group);
    }

    private static Reduction around(Reduction inner) {
        return new ForwardingReduction(INNER, SHAPE, inner) {};
    }

    private static float[] gradient(int step) {
        return CounterRandom.gaussians(SHAPE.size(), step);
    }

    private static float[] kept(Residual residual) {
        float[] values = new float[SHAPE.size()];
        residual.addTo(FloatSlice.of(values), 1f);
        return values;
    }

    @Test
    void stepsAreThoseOfTheInnerOne() {
        LocalGroup.run(2, group -> {
            Reduction bare = inner(group);
            Reduction wrapped = around(inner(group));
            Residual itsOwn = new Residual(SHAPE.size());
            Residual residual = new Residual(SHAPE.size());
            for (int step = 0; step < 4; step++) {
                FloatSlice expected = FloatSlice.of(gradient(step));
                FloatSlice mean = FloatSlice.of(gradient(step));
                if (step % 2 == 0) {
                    assertThat(wrapped.reduce(mean)).isEqualTo(bare.reduce(expected));
                } else {
                    assertThat(wrapped.reduce(mean, residual)).isEqualTo(bare.reduce(expected, itsOwn));
                }
                assertThat(mean.array()).isEqualTo(expected.array());
                assertThat(kept(residual)).isEqualTo(kept(itsOwn));
            }
            return 0;
        });
    }

    /** Without its exchanges, a step that was begun and given up has left no trace. */
    @Test
    void aStepGivenUpIsNoStep() {
        LocalGroup.run(2, group -> {
            for (Reduction reduction : new Reduction[] {inner(group), around(inner(group))}) {
                Residual residual = new Residual(SHAPE.size());
                reduction.begin(FloatSlice.of(gradient(8)), residual);
                reduction.cancel();
                assertThat(kept(residual)).containsOnly(0f);
                FloatSlice mean = FloatSlice.of(gradient(9));
                reduction.reduce(mean);
                FloatSlice expected = FloatSlice.of(gradient(9));
                inner(group).reduce(expected);
                assertThat(mean.array()).isEqualTo(expected.array());
            }
            return 0;
        });
    }
}
