package org.tersegrad.reducers.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.ThrowingConsumer;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.HalfSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

/**
 * What every {@link Reducer} keeps: the same mean on all workers to the bit, bits that are counted, a state that can be
 * continued, refusals that change nothing, for tensors of any size and groups of any size. A reducer of your own is held to it
 * by a subclass:
 *
 * <pre>
 * class MyReducerTest extends ReducerLaws {
 *     protected List&lt;Reducer&gt; reducers() {
 *         return List.of(new MyReducer());
 *     }
 * }
 * </pre>
 */
public abstract class ReducerLaws {
    private static final List<Shape> SHAPES =
            List.of(Shape.vector(0), Shape.vector(1), new Shape(1, 17), new Shape(11, 57));
    private static final Shape MATRIX = new Shape(11, 57);
    private static final int WORKERS = 3;
    private static final int STEPS = 6;
    /** How much more than its mean an error may be in a few steps, with seeds that are fixed. */
    private static final double LUCK = 1.5;

    /** What is held to the laws. */
    protected abstract List<Reducer> reducers();

    /**
     * What is promised of the mean x of the gradients x_w: the mean of |result − x|² is at most the relative error times the
     * mean of |x_w|². If not overridden: exact for the sum of floats, that of the compressor for a {@link Gather}, and nothing for
     * others.
     */
    protected Guarantee guarantee(Reducer reducer, Shape shape) {
        if (reducer instanceof AllReduce) {
            return Guarantee.EXACT;
        }
        return reducer instanceof Gather gather && !reducer.remembers()
                ? gather.compressor().guarantee(shape)
                : Guarantee.NONE;
    }

    /** Whether NaN and infinity are refused wherever they are; true if not overridden. */
    protected boolean refusesNonFinite(Reducer reducer) {
        return true;
    }

    /** Runs a group of workers, of which each is a thread. */
    protected <R> List<R> run(int workers, LocalGroup.Worker<R> worker) {
        return LocalGroup.run(workers, worker);
    }

    private Stream<DynamicTest> each(ThrowingConsumer<Reducer> law) {
        return reducers().stream().map(reducer -> dynamicTest(reducer.toString(), () -> law.accept(reducer)));
    }

    private static float[] gradient(Shape shape, int worker, int step) {
        return CounterRandom.gaussians(shape.size(), 1000L * worker + step);
    }

    private static byte[] state(Reduction reduction) {
        ByteBuffer state = ByteBuffer.allocate(reduction.stateBytes());
        reduction.save(state);
        assertThat(state.hasRemaining()).isFalse();
        return state.array();
    }

    @TestFactory
    Stream<DynamicTest> everyWorkerEndsWithTheSameFiniteBits() {
        return each(reducer -> {
            for (Shape shape : SHAPES) {
                for (int workers : new int[] {1, 2, 3, 5}) {
                    List<float[]> means = run(workers, group -> {
                        Reduction reduction = reducer.reduction(shape, Seed.of(9), group);
                        float[] all = new float[STEPS * shape.size()];
                        for (int step = 0; step < STEPS; step++) {
                            System.arraycopy(
                                    gradient(shape, group.rank(), step), 0, all, step * shape.size(), shape.size());
                            reduction.reduce(new FloatSlice(all, step * shape.size(), shape.size()));
                        }
                        return all;
                    });
                    FloatSlice.of(means.get(0)).requireFinite();
                    assertThat(means).allSatisfy(mean -> assertThat(mean).isEqualTo(means.get(0)));
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> everyBitThatIsSentIsCounted() {
        return each(reducer -> {
            for (Shape shape : SHAPES) {
                run(WORKERS, group -> {
                    Reduction reduction = reducer.reduction(shape, Seed.of(9), group);
                    for (int step = 0; step < STEPS; step++) {
                        long before = group.bitsSent();
                        long bits = reduction.reduce(FloatSlice.of(gradient(shape, group.rank(), step)));
                        assertThat(bits).isEqualTo(group.bitsSent() - before);
                    }
                    return 0;
                });
            }
        });
    }

    /** The mean of gradients of 16 bits is that of the same numbers in 32 bits, rounded. */
    @TestFactory
    Stream<DynamicTest> gradientsOf16BitsAreAveragedAsFloats() {
        return each(reducer -> run(WORKERS, group -> {
            Reduction ofHalves = reducer.reduction(MATRIX, Seed.of(9), group);
            Reduction ofFloats = reducer.reduction(MATRIX, Seed.of(9), group);
            HalfSlice halves = HalfSlice.bf16(new short[MATRIX.size()]);
            for (int step = 0; step < STEPS; step++) {
                halves.set(FloatSlice.of(gradient(MATRIX, group.rank(), step)));
                FloatSlice floats = FloatSlice.of(new float[MATRIX.size()]);
                halves.copyTo(floats);
                assertThat(ofHalves.reduce(halves)).isEqualTo(ofFloats.reduce(floats));
                HalfSlice expected = HalfSlice.bf16(new short[MATRIX.size()]);
                expected.set(floats);
                assertThat(halves.array()).isEqualTo(expected.array());
            }
            return 0;
        }));
    }

    @TestFactory
    Stream<DynamicTest> theMeanIsWithinItsGuarantee() {
        return each(reducer -> {
            double limit = guarantee(reducer, MATRIX).relativeError();
            List<double[]> sums = run(WORKERS, group -> {
                Reduction reduction = reducer.reduction(MATRIX, Seed.of(9), group);
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
            assertThat(sums.get(0)[0]).isLessThanOrEqualTo((LUCK * limit + rounding) * sums.get(0)[1]);
        });
    }

    /** Stopped in the middle, restored by others that began with another seed, and gone on. */
    @TestFactory
    Stream<DynamicTest> aRestoredReductionGoesOn() {
        return each(reducer -> {
            for (Shape shape : SHAPES) {
                run(WORKERS, group -> {
                    Reduction first = reducer.reduction(shape, Seed.of(9), group);
                    Reduction second = reducer.reduction(shape, Seed.of(10), group);
                    for (int step = 0; step < STEPS / 2; step++) {
                        first.reduce(FloatSlice.of(gradient(shape, group.rank(), step)));
                    }
                    second.restore(ByteBuffer.wrap(state(first)));
                    assertThat(state(second)).isEqualTo(state(first));
                    for (int step = STEPS / 2; step < STEPS; step++) {
                        float[] expected = gradient(shape, group.rank(), step);
                        float[] restored = expected.clone();
                        first.reduce(FloatSlice.of(expected));
                        second.reduce(FloatSlice.of(restored));
                        assertThat(restored).isEqualTo(expected);
                    }
                    return 0;
                });
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> aRefusedGradientChangesNothing() {
        return each(reducer -> run(WORKERS, group -> {
            Reduction reduction = reducer.reduction(MATRIX, Seed.of(9), group);
            Reduction twin = reducer.reduction(MATRIX, Seed.of(9), group);
            for (int step = 0; step < STEPS; step++) {
                byte[] before = state(reduction);
                long bits = group.bitsSent();
                float[] bad = gradient(MATRIX, group.rank(), step);
                bad[(step * 97 + 1) % bad.length] = step % 2 == 0 ? Float.NaN : Float.NEGATIVE_INFINITY;
                if (refusesNonFinite(reducer)) {
                    refused(reduction, bad);
                }
                refused(reduction, new float[MATRIX.size() - 1]);
                refused(reduction, new float[MATRIX.size() + 1]);
                assertThat(state(reduction)).isEqualTo(before);
                assertThat(group.bitsSent()).isEqualTo(bits);
                float[] mean = gradient(MATRIX, group.rank(), step);
                float[] expected = mean.clone();
                reduction.reduce(FloatSlice.of(mean));
                twin.reduce(FloatSlice.of(expected));
                assertThat(mean).isEqualTo(expected);
            }
            return 0;
        }));
    }

    private static void refused(Reduction reduction, float[] gradient) {
        float[] copy = gradient.clone();
        assertThatThrownBy(() -> reduction.reduce(FloatSlice.of(gradient)))
                .isExactlyInstanceOf(IllegalArgumentException.class);
        assertThat(gradient).isEqualTo(copy);
    }

    /** Only for those around which error feedback is allowed: n * mean + all residuals = all sums, to rounding. */
    @TestFactory
    Stream<DynamicTest> sentPlusResidualsEqualsProduced() {
        return each(reducer -> {
            if (reducer.remembers() || reducer.errorFeedbackRefusal().isPresent()) {
                return;
            }
            List<double[]> parts = run(WORKERS, group -> {
                Reduction reduction = reducer.reduction(MATRIX, Seed.of(9), group);
                Residual residual = new Residual(MATRIX.size());
                double[] missing =
                        new double[MATRIX.size()]; // this worker's share of what is produced and not yet sent
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
                assertThat(Math.abs(sum)).as("element %s", i).isLessThan(1e-3);
            }
        });
    }
}
