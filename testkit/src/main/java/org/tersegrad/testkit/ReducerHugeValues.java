package org.tersegrad.testkit;

import java.util.List;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;

/**
 * Gradients near the largest float, reduced by a group: every finite one is accepted, with a mean that is finite, and so are small
 * ones after it. NaN throws and leaves no trace.
 */
final class ReducerHugeValues {
    private static final Shape SHAPE = new Shape(9, 70);
    private static final int NAN_AT = 3;

    private ReducerHugeValues() {}

    /** A function of an index. */
    @FunctionalInterface
    private interface Element {
        float at(int i);
    }

    static void check(ReducerSubject subject) throws Exception {
        for (int workers = 1; workers <= 3; workers++) {
            List<float[]> means = subject.runner().run(workers, group -> means(subject.reducer(), group));
            for (float[] each : means) {
                Require.equal(each, means.get(0), "the means of " + workers + " workers");
            }
        }
    }

    private static float[] small(int rank, int step) {
        return CounterRandom.gaussians(SHAPE.size(), 10L * step + rank);
    }

    private static float[] filled(Element element) {
        float[] values = new float[SHAPE.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = element.at(i);
        }
        return values;
    }

    /** Gradients of one worker. */
    private static List<float[]> huge(int rank) {
        float most = Float.MAX_VALUE;
        float[] one = small(rank, 7);
        one[rank + 100] = most;
        float[] onOneWorker = rank == 0 ? filled(i -> most) : small(rank, 8);
        float[] noise = CounterRandom.gaussians(SHAPE.size(), rank);
        return List.of(
                filled(i -> most),
                filled(i -> -most),
                filled(i -> i % 2 == 0 ? most : -most),
                filled(i -> (i + rank) % 2 == 0 ? most : -most),
                filled(i -> 0x1p126f),
                filled(i -> 0x1p120f * noise[i]),
                filled(i -> 0x1p110f * noise[i]),
                filled(i -> 0x1p64f * noise[i]),
                filled(i -> i == NAN_AT ? Float.NaN : 1f),
                one,
                onOneWorker);
    }

    /** All means, one after the other. */
    private static float[] means(Reducer reducer, Collective group) {
        List<float[]> huge = huge(group.rank());
        int cases = huge.size();
        float[] means = new float[3 * cases * SHAPE.size()];
        Reduction reduction = reducer.reduction(SHAPE, Seed.of(4), group);
        for (int i = 0; i < cases; i++) {
            for (int repeated = 0; repeated < 2; repeated++) {
                float[] mean = reduceOrReplace(reduction, huge.get(i), small(group.rank(), i));
                System.arraycopy(mean, 0, means, (3 * i + repeated) * SHAPE.size(), SHAPE.size());
            }
            float[] mean = reduce(reduction, small(group.rank(), i));
            double norm = reduction.residualNorm();
            Require.that(Double.isFinite(norm), "residualNorm is " + norm);
            System.arraycopy(mean, 0, means, (3 * i + 2) * SHAPE.size(), SHAPE.size());
        }
        reduction.scaleResidual(Float.MAX_VALUE); // small gradients are accepted even then
        reduce(reduction, small(group.rank(), cases));
        return means;
    }

    /** Reduces a gradient, or another one if it throws, as it may for NaN only; the other workers wait for it. */
    private static float[] reduceOrReplace(Reduction reduction, float[] gradient, float[] other) {
        float[] mean = gradient.clone();
        byte[] before = ReducerChecks.state(reduction);
        try {
            reduction.reduce(FloatSlice.of(mean));
        } catch (IllegalArgumentException e) {
            Require.that(Float.isNaN(gradient[NAN_AT]), "a finite gradient throws: " + e.getMessage());
            Require.that(
                    String.valueOf(e.getMessage()).startsWith("element " + NAN_AT + " of the gradient is NaN"),
                    "the message does not name element " + NAN_AT + ": " + e.getMessage());
            Require.equal(mean, gradient, "a gradient that threw");
            Require.equal(ReducerChecks.state(reduction), before, "the state after NaN");
            return reduce(reduction, other);
        }
        Require.finite(mean, "the mean");
        return mean;
    }

    private static float[] reduce(Reduction reduction, float[] gradient) {
        reduction.reduce(FloatSlice.of(gradient));
        Require.finite(gradient, "the mean");
        return gradient;
    }
}
