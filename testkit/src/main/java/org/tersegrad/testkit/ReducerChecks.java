package org.tersegrad.testkit;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;

/** Laws of reducers, for tensors of any size and groups of any size. */
final class ReducerChecks {
    private static final List<Shape> SHAPES =
            List.of(Shape.vector(0), Shape.vector(1), new Shape(1, 17), new Shape(11, 57));
    private static final Shape MATRIX = new Shape(11, 57);
    private static final int WORKERS = 3;
    private static final int STEPS = 6;
    /** The factor by which an error in a few steps may exceed its mean; seeds are fixed. */
    private static final double LUCK = 1.5;

    static final List<ReducerLaw> LAWS = List.of(
            law(
                    "everyWorkerEndsWithTheSameFiniteBits",
                    "all workers get the same mean, bit for bit, for tensors of 0, 1 and more elements, in groups of 1 to 5 workers",
                    ReducerChecks::everyWorkerEndsWithTheSameFiniteBits),
            law(
                    "everyBitThatIsSentIsCounted",
                    "reduce returns what the Collective counted",
                    ReducerChecks::everyBitThatIsSentIsCounted),
            law(
                    "gradientsOfAnyKindAreAveragedAsFloats",
                    "the mean of gradients of 16 bits or in buffers is that of the same numbers in arrays, rounded",
                    ReducerChecks::gradientsOfAnyKindAreAveragedAsFloats),
            law(
                    "theMeanIsWithinItsGuarantee",
                    "the error of the mean is at most what the guarantee promises",
                    ReducerChecks::theMeanIsWithinItsGuarantee),
            law(
                    "aRestoredReductionGoesOn",
                    "after save and restore the next means are the same",
                    ReducerChecks::aRestoredReductionGoesOn),
            law(
                    "aRefusedGradientChangesNothing",
                    "NaN, infinity and wrong lengths throw before anything is sent, and gradient and state are as before",
                    ReducerChecks::aRefusedGradientChangesNothing),
            law(
                    "hugeGradientsDoNoLastingHarm",
                    "up to the largest float, every finite gradient has a finite mean, and so have small ones after it; NaN leaves no trace",
                    ReducerHugeValues::check),
            law(
                    "sentPlusResidualsEqualsProduced",
                    "where error feedback is possible: everything sent + all residuals = the sum of all gradients",
                    ReducerChecks::sentPlusResidualsEqualsProduced));

    /** Throws if a subject violates a law. */
    @FunctionalInterface
    private interface Check {
        void on(ReducerSubject subject) throws Exception;
    }

    /** A law of reducers and how to check it. */
    static final class ReducerLaw {
        private final Law law;
        private final Check check;

        private ReducerLaw(Law law, Check check) {
            this.law = law;
            this.check = check;
        }

        Law law() {
            return law;
        }

        void check(ReducerSubject subject) throws Exception {
            check.on(subject);
        }
    }

    private ReducerChecks() {}

    private static ReducerLaw law(String name, String says, Check check) {
        return new ReducerLaw(new Law("ReducerLaws", name, says), check);
    }

    static ReducerLaw named(String name) {
        return LAWS.stream()
                .filter(each -> each.law().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no law of reducers is called " + name));
    }

    private static float[] gradient(Shape shape, int worker, int step) {
        return CounterRandom.gaussians(shape.size(), 1000L * worker + step);
    }

    static byte[] state(Reduction reduction) {
        ByteBuffer state = ByteBuffer.allocate(reduction.stateBytes());
        reduction.save(state);
        Require.that(!state.hasRemaining(), "save wrote " + state.position() + " bytes of " + state.capacity());
        return state.array();
    }

    private static void everyWorkerEndsWithTheSameFiniteBits(ReducerSubject subject) throws Exception {
        Reducer reducer = subject.reducer();
        for (Shape shape : SHAPES) {
            for (int workers : new int[] {1, 2, 3, 5}) {
                List<float[]> means = subject.runner().run(workers, group -> {
                    Reduction reduction = reducer.reduction(shape, Seed.of(9), group);
                    float[] all = new float[STEPS * shape.size()];
                    for (int step = 0; step < STEPS; step++) {
                        System.arraycopy(
                                gradient(shape, group.rank(), step), 0, all, step * shape.size(), shape.size());
                        reduction.reduce(new FloatSlice(all, step * shape.size(), shape.size()));
                    }
                    return all;
                });
                Require.finite(means.get(0), "the means of " + workers + " workers");
                for (int worker = 0; worker < workers; worker++) {
                    Require.equal(means.get(worker), means.get(0), "the means of worker " + worker + " of " + workers);
                }
            }
        }
    }

    private static void everyBitThatIsSentIsCounted(ReducerSubject subject) throws Exception {
        for (Shape shape : SHAPES) {
            subject.runner().run(WORKERS, group -> {
                Reduction reduction = subject.reducer().reduction(shape, Seed.of(9), group);
                for (int step = 0; step < STEPS; step++) {
                    long before = group.bitsSent();
                    long bits = reduction.reduce(FloatSlice.of(gradient(shape, group.rank(), step)));
                    Require.equal(bits, group.bitsSent() - before, "the number of bits of step " + step);
                }
                return 0;
            });
        }
    }

    private static void gradientsOfAnyKindAreAveragedAsFloats(ReducerSubject subject) throws Exception {
        subject.runner().run(WORKERS, group -> {
            Reduction others = subject.reducer().reduction(MATRIX, Seed.of(9), group);
            Reduction ofFloats = subject.reducer().reduction(MATRIX, Seed.of(9), group);
            int step = 0;
            for (Stored.Kind kind : Stored.Kind.values()) {
                Stored gradient = kind.of(MATRIX.size(), 1);
                Stored expected = kind.of(MATRIX.size(), 1);
                gradient.slice().set(FloatSlice.of(gradient(MATRIX, group.rank(), step++)));
                FloatSlice floats = gradient.floats();
                Require.equal(others.reduce(gradient.slice()), ofFloats.reduce(floats), "the number of bits");
                expected.slice().set(floats);
                Require.equal(gradient.memory(), expected.memory(), "the mean of gradients of the kind " + kind);
            }
            return 0;
        });
    }

    private static void theMeanIsWithinItsGuarantee(ReducerSubject subject) throws Exception {
        double limit = subject.guarantee().apply(MATRIX).relativeError();
        List<double[]> sums = subject.runner().run(WORKERS, group -> {
            Reduction reduction = subject.reducer().reduction(MATRIX, Seed.of(9), group);
            double error = 0;
            double squares = 0;
            for (int step = 0; step < 5 * STEPS; step++) {
                double[] mean = new double[MATRIX.size()];
                for (int w = 0; w < WORKERS; w++) {
                    float[] theirs = gradient(MATRIX, w, step);
                    for (int i = 0; i < mean.length; i++) {
                        mean[i] += (double) theirs[i] / WORKERS;
                        squares += (double) theirs[i] * theirs[i] / WORKERS;
                    }
                }
                float[] result = gradient(MATRIX, group.rank(), step);
                reduction.reduce(FloatSlice.of(result));
                for (int i = 0; i < mean.length; i++) {
                    error += (result[i] - mean[i]) * (result[i] - mean[i]);
                }
            }
            return new double[] {error, squares};
        });
        double rounding = 1e-12; // of floats, squared
        double error = sums.get(0)[0];
        double squares = sums.get(0)[1];
        Require.that(
                error <= (LUCK * limit + rounding) * squares,
                "the relative error is " + error / squares + ", promised is at most " + limit);
    }

    /** Stopped in the middle, restored by others that began with another seed, and continued. */
    private static void aRestoredReductionGoesOn(ReducerSubject subject) throws Exception {
        for (Shape shape : SHAPES) {
            subject.runner().run(WORKERS, group -> {
                Reduction first = subject.reducer().reduction(shape, Seed.of(9), group);
                Reduction second = subject.reducer().reduction(shape, Seed.of(10), group);
                for (int step = 0; step < STEPS / 2; step++) {
                    first.reduce(FloatSlice.of(gradient(shape, group.rank(), step)));
                }
                second.restore(ByteBuffer.wrap(state(first)));
                Require.equal(state(second), state(first), "the state after restore");
                for (int step = STEPS / 2; step < STEPS; step++) {
                    float[] expected = gradient(shape, group.rank(), step);
                    float[] restored = expected.clone();
                    first.reduce(FloatSlice.of(expected));
                    second.reduce(FloatSlice.of(restored));
                    Require.equal(restored, expected, "the mean of step " + step + " after restore");
                }
                return 0;
            });
        }
    }

    private static void aRefusedGradientChangesNothing(ReducerSubject subject) throws Exception {
        subject.runner().run(WORKERS, group -> {
            Reduction reduction = subject.reducer().reduction(MATRIX, Seed.of(9), group);
            Reduction twin = subject.reducer().reduction(MATRIX, Seed.of(9), group);
            for (int step = 0; step < STEPS; step++) {
                byte[] before = state(reduction);
                long bits = group.bitsSent();
                float[] bad = gradient(MATRIX, group.rank(), step);
                bad[(step * 97 + 1) % bad.length] = step % 2 == 0 ? Float.NaN : Float.NEGATIVE_INFINITY;
                if (subject.rejectsNonFinite()) {
                    requireRejected(reduction, bad);
                }
                requireRejected(reduction, new float[MATRIX.size() - 1]);
                requireRejected(reduction, new float[MATRIX.size() + 1]);
                Require.equal(state(reduction), before, "the state after gradients that threw");
                Require.equal(group.bitsSent(), bits, "the bits sent after gradients that threw");
                float[] mean = gradient(MATRIX, group.rank(), step);
                float[] expected = mean.clone();
                reduction.reduce(FloatSlice.of(mean));
                twin.reduce(FloatSlice.of(expected));
                Require.equal(mean, expected, "the mean after gradients that threw");
            }
            return 0;
        });
    }

    private static void requireRejected(Reduction reduction, float[] gradient) {
        float[] copy = gradient.clone();
        Throwable thrown =
                Require.thrown(IllegalArgumentException.class, () -> reduction.reduce(FloatSlice.of(gradient)));
        Require.equal(thrown.getClass(), IllegalArgumentException.class, "the class of the exception");
        Require.equal(gradient, copy, "a gradient that threw");
    }

    /** n * mean + all residuals = all sums, to rounding. */
    private static void sentPlusResidualsEqualsProduced(ReducerSubject subject) throws Exception {
        if (!Promises.takesErrorFeedback(subject.reducer())) {
            return;
        }
        List<double[]> parts = subject.runner().run(WORKERS, group -> {
            Reduction reduction = subject.reducer().reduction(MATRIX, Seed.of(9), group);
            Residual residual = new Residual(MATRIX.size());
            double[] missing = new double[MATRIX.size()]; // this worker's share of what is produced and not yet sent
            for (int step = 0; step < STEPS; step++) {
                float[] mean = gradient(MATRIX, group.rank(), step);
                float[] mine = mean.clone();
                reduction.reduce(FloatSlice.of(mean), residual);
                for (int i = 0; i < mean.length; i++) {
                    missing[i] += (double) mine[i] - mean[i];
                }
            }
            float[] kept = new float[MATRIX.size()];
            residual.addTo(FloatSlice.of(kept), 1f);
            Arrays.setAll(missing, i -> missing[i] - kept[i]);
            return missing;
        });
        for (int i = 0; i < MATRIX.size(); i++) {
            double sum = 0;
            for (double[] part : parts) {
                sum += part[i];
            }
            Require.that(Math.abs(sum) < 1e-3, "of element " + i + " " + sum + " is lost");
        }
    }
}
