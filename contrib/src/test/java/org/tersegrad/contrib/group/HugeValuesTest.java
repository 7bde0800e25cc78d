package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

/**
 * Near the largest float: every finite gradient is taken, with a mean that is finite, and so are small ones after it. NaN is
 * refused without a trace.
 */
@Tag("any-jdk")
class HugeValuesTest {
    private static final Shape SHAPE = new Shape(9, 70);

    static List<Reducer> reducers() {
        return AllReducers.withAndWithoutErrorFeedback();
    }

    private static float[] small(int rank, int step) {
        return Gaussians.of(SHAPE.size(), 10L * step + rank);
    }

    private static float[] filled(Function<Integer, Float> element) {
        float[] values = new float[SHAPE.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = element.apply(i);
        }
        return values;
    }

    /** Gradients of one worker. */
    private static List<float[]> huge(int rank) {
        float most = Float.MAX_VALUE;
        float[] one = small(rank, 7);
        one[rank + 100] = most;
        float[] onOneWorker = rank == 0 ? filled(i -> most) : small(rank, 8);
        float[] noise = Gaussians.of(SHAPE.size(), rank);
        return List.of(
                filled(i -> most),
                filled(i -> -most),
                filled(i -> i % 2 == 0 ? most : -most),
                filled(i -> (i + rank) % 2 == 0 ? most : -most),
                filled(i -> 0x1p126f),
                filled(i -> 0x1p120f * noise[i]),
                filled(i -> 0x1p110f * noise[i]),
                filled(i -> 0x1p64f * noise[i]),
                filled(i -> i == 3 ? Float.NaN : 1f),
                one,
                onOneWorker);
    }

    private static byte[] state(Reduction reduction) {
        ByteBuffer state = ByteBuffer.allocate(reduction.stateBytes());
        reduction.save(state);
        return state.array();
    }

    @ParameterizedTest
    @MethodSource("reducers")
    void smallGradientsAreTakenAgain(Reducer reducer) {
        for (int workers = 1; workers <= 3; workers++) {
            List<float[]> means = LocalGroup.run(workers, group -> means(reducer, group));
            for (float[] each : means) {
                assertThat(each).isEqualTo(means.get(0));
            }
        }
    }

    /** All means one after the other. */
    private static float[] means(Reducer reducer, Collective group) {
        List<float[]> huge = huge(group.rank());
        int cases = huge.size();
        float[] means = new float[3 * cases * SHAPE.size()];
        Reduction reduction = reducer.reduction(SHAPE, Seed.of(4), group);
        for (int i = 0; i < cases; i++) {
            for (int repeated = 0; repeated < 2; repeated++) {
                float[] gradient = huge.get(i).clone();
                float[] asked = gradient.clone();
                byte[] before = state(reduction);
                try {
                    reduction.reduce(FloatSlice.of(gradient));
                } catch (IllegalArgumentException e) {
                    assertThat(e).hasMessageStartingWith("element 3 of the gradient is NaN");
                    assertThat(gradient).isEqualTo(asked);
                    assertThat(Arrays.equals(state(reduction), before)).isTrue();
                    gradient = small(group.rank(), i); // the others wait for it
                    reduction.reduce(FloatSlice.of(gradient));
                }
                FloatSlice.of(gradient).requireFinite();
                System.arraycopy(gradient, 0, means, (3 * i + repeated) * SHAPE.size(), SHAPE.size());
            }
            float[] gradient = small(group.rank(), i);
            reduction.reduce(FloatSlice.of(gradient));
            FloatSlice.of(gradient).requireFinite();
            assertThat(reduction.residualNorm()).isFinite();
            System.arraycopy(gradient, 0, means, (3 * i + 2) * SHAPE.size(), SHAPE.size());
        }
        reduction.scaleResidual(Float.MAX_VALUE); // the caller's doing, and no reason to refuse small ones
        float[] gradient = small(group.rank(), cases);
        reduction.reduce(FloatSlice.of(gradient));
        FloatSlice.of(gradient).requireFinite();
        return means;
    }
}
