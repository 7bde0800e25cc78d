package org.tersegrad.errorfeedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.levels.BlockInteger;
import org.tersegrad.compressors.signs.ScaledSign;
import org.tersegrad.compressors.sparse.RandomK;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.testkit.Tensor;

/** Estimates on both sides, which are the same. */
class EfBvTest {
    private static final int SIZE = 300;

    /** The sender's view of the receiver: the gradient less what the estimate lacks. */
    @Property(tries = 100)
    void theMirrorIsTheEstimate(
            @ForAll @IntRange(min = 1, max = 600) int size, @ForAll @IntRange(max = 1000) int seed) {
        for (Compressor compressor :
                new Compressor[] {TopK.fraction(0.1), RandomK.fraction(0.2).unscaled()}) {
            Steps steps = new Steps(EfBv.ef21(compressor), Shape.vector(size));
            for (int step = 0; step < 30; step++) {
                float[] gradient = Steps.wholeNumbers(size, seed + step);
                float[] mirror = steps.step(gradient);
                float[] lack = steps.residual();
                for (int i = 0; i < size; i++) {
                    assertThat(gradient[i] - lack[i]).isEqualTo(mirror[i]); // exact, as all are whole numbers
                }
            }
        }
    }

    /** After save and restore the next payload is made of the estimate: if that differed from the mirror, so would it. */
    @Test
    void theMirrorIsTheEstimateToTheBitForAnyFloats() {
        for (Compressor compressor : new Compressor[] {new ScaledSign(), BlockInteger.int8(), TopK.fraction(0.05)}) {
            Shape shape = Shape.vector(2000);
            Steps steps = new Steps(EfBv.ef21(compressor), shape);
            for (int step = 0; step < 50; step++) {
                float[] gradient = new Tensor(Tensor.Kind.MIXED_MAGNITUDES, 1, 2000, step).values();
                float[] mirror = steps.step(gradient);
                // With the mirror itself as gradient there is nothing to send.
                Steps copy = copyOf(steps, EfBv.ef21(compressor), shape);
                copy.encoder.encode(FloatSlice.of(mirror), copy.payload);
                Mirror increment = new Mirror(shape);
                increment.add(copy.payload, 1f);
                float[] sent = new float[2000];
                increment.addTo(FloatSlice.of(sent), 1f);
                assertThat(sent).containsOnly(0f);
            }
        }
    }

    private static Steps copyOf(Steps steps, Compressor compressor, Shape shape) {
        ByteBuffer state = ByteBuffer.allocate(steps.encoder.stateBytes());
        steps.encoder.save(state);
        Steps copy = new Steps(compressor, shape);
        copy.encoder.restore(state.flip());
        return copy;
    }

    @Property(tries = 200)
    void aConstantGradientIsReachedExactly(
            @ForAll @IntRange(min = 1, max = 500) int size,
            @ForAll @IntRange(min = 1, max = 40) int k,
            @ForAll @IntRange(max = 1000) int seed) {
        float[] gradient = new Tensor(Tensor.Kind.MIXED_MAGNITUDES, 1, size, seed).values();
        Steps steps = new Steps(EfBv.ef21(TopK.count(k)), Shape.vector(size));
        float[] mirror = {};
        for (int step = 0; step < (size + k - 1) / k; step++) {
            mirror = steps.step(gradient);
        }
        assertThat(mirror).isEqualTo(gradient);
        assertThat(steps.encoder.residualNorm()).isZero();
    }

    @Test
    void theEstimateComesCloserWithEachStep() {
        float[] gradient = new Tensor(Tensor.Kind.GAUSSIAN, 1, 4000, 3).values();
        Steps steps = new Steps(EfBv.ef21(new ScaledSign()), Shape.vector(4000));
        double before = Double.MAX_VALUE;
        for (int step = 0; step < 30; step++) {
            steps.step(gradient);
            assertThat(steps.encoder.residualNorm()).isLessThan(before);
            before = steps.encoder.residualNorm();
        }
        assertThat(before).isLessThan(0.2); // of 1.15 at first
    }

    /** Theorem 3 of the paper: for a linear compressor, the steps are those of error feedback. */
    @Property(tries = 50)
    void forLinearCompressorsItIsErrorFeedback(@ForAll @IntRange(max = 1000) int seed) {
        for (Compressor linear : new Compressor[] {new FixedLinear(1f, 0f), new FixedLinear(0.5f, 1f), new Dense()}) {
            Steps ef21 = new Steps(EfBv.ef21(linear), Shape.vector(50));
            Steps ef14 = new Steps(ErrorFeedback.over(linear), Shape.vector(50));
            for (int step = 0; step < 10; step++) {
                float[] gradient = Steps.wholeNumbers(50, seed + step); // exact, with halves of halves
                assertThat(ef21.step(gradient)).isEqualTo(ef14.step(gradient));
            }
        }
    }

    @Test
    void momentumFollowsTheMovingAverage() {
        Steps steps = new Steps(EfBv.ef21(new Dense()).withMomentum(0.25f), Shape.vector(1));
        assertThat(steps.step(new float[] {8})).containsExactly(8); // the first gradient is the first average
        assertThat(steps.step(new float[] {0})).containsExactly(6);
        assertThat(steps.step(new float[] {-2})).containsExactly(4);
    }

    @Test
    void theMeanOfWorkersIsTheMeanOfTheirEstimates() {
        Shape shape = Shape.vector(300);
        Compressor compressor = EfBv.ef21(TopK.fraction(0.1));
        Mirror mean = new Mirror(shape);
        Encoder[] workers = new Encoder[4];
        Mirror[] mirrors = new Mirror[4];
        for (int w = 0; w < 4; w++) {
            workers[w] = compressor.encoder(shape, Seed.of(1).fork(w));
            mirrors[w] = new Mirror(shape);
        }
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        for (int step = 0; step < 20; step++) {
            float[] expected = new float[300];
            for (int w = 0; w < 4; w++) {
                float[] gradient = new Tensor(Tensor.Kind.GAUSSIAN, 1, 300, 100 * w + step).values();
                workers[w].encode(FloatSlice.of(gradient), payload);
                mirrors[w].add(payload, 1f);
                mean.add(payload, 0.25f);
                mirrors[w].addTo(FloatSlice.of(expected), 0.25f);
            }
            float[] actual = new float[300];
            mean.addTo(FloatSlice.of(actual), 1f);
            assertThat(actual).containsExactly(expected, within(1e-6f));
        }
    }

    @Test
    void incrementsAndGradientsDoNotMix() {
        Payload increment = EfBv.ef21(TopK.count(1)).compress(1, 2);
        Payload gradient = TopK.count(1).compress(1, 2);
        float[] sum = new float[2];
        gradient.addTo(FloatSlice.of(sum), 0.5f);
        assertThatThrownBy(() -> increment.addTo(FloatSlice.of(sum), 0.5f))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("an increment of an estimate, not a gradient");
        assertThatThrownBy(increment::decompress).isInstanceOf(IllegalArgumentException.class);
        assertThat(sum).containsExactly(0, 1);
        Mirror mirror = new Mirror(Shape.vector(2));
        mirror.add(increment, 1f);
        assertThatThrownBy(() -> mirror.add(gradient, 1f))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a gradient, not an increment");
        float[] estimate = new float[2];
        mirror.addTo(FloatSlice.of(estimate), 1f);
        assertThat(estimate).containsExactly(0, 2);
    }

    @Test
    void whatIsRefusedLeavesTheAverageAlone() {
        Steps one = new Steps(EfBv.ef21(TopK.count(2)).withMomentum(0.5f), Shape.vector(10));
        Steps two = new Steps(EfBv.ef21(TopK.count(2)).withMomentum(0.5f), Shape.vector(10));
        float[] bad = new float[10];
        Arrays.fill(bad, Float.NaN);
        for (int step = 0; step < 5; step++) {
            float[] gradient = Steps.wholeNumbers(10, step);
            assertThatThrownBy(() -> one.step(bad)).isInstanceOf(IllegalArgumentException.class);
            assertThat(one.payload.isEmpty()).isTrue();
            assertThat(one.step(gradient)).isEqualTo(two.step(gradient));
        }
    }

    /** The means of every step. */
    private static List<Object> steps(Compressor compressor, int workers) {
        return LocalGroup.run(workers, group -> {
                    Reduction reduction = new Gather(compressor).reduction(Shape.vector(SIZE), Seed.of(5), group);
                    List<Object> all = new ArrayList<>();
                    for (int step = 0; step < 20; step++) {
                        float[] gradient = gradient(group.rank(), step);
                        reduction.reduce(FloatSlice.of(gradient));
                        all.add(gradient);
                    }
                    return all;
                })
                .get(0);
    }

    private static float[] gradient(int worker, int step) {
        return new Tensor(Tensor.Kind.MIXED_MAGNITUDES, 1, SIZE, 1000 * worker + step).values();
    }

    /** q_w = C(x_w − h_w),  g = mean of (h_w + nu q_w),  h_w = h_w + lambda q_w, as it is written in the paper. */
    private static List<Object> naive(Compressor inner, int workers, float lambda, float nu) {
        float[][] shifts = new float[workers][SIZE];
        float[] meanShift = new float[SIZE];
        Encoder[] encoders = new Encoder[workers];
        Arrays.setAll(
                encoders, w -> inner.encoder(Shape.vector(SIZE), Seed.of(5).fork(w)));
        Payload payload = Payload.allocate(inner.maxBytes(Shape.vector(SIZE)));
        List<Object> all = new ArrayList<>();
        for (int step = 0; step < 20; step++) {
            float[] mean = meanShift.clone();
            for (int w = 0; w < workers; w++) {
                float[] difference = gradient(w, step);
                for (int i = 0; i < SIZE; i++) {
                    difference[i] -= shifts[w][i];
                }
                encoders[w].encode(FloatSlice.of(difference), payload);
                float[] sent = payload.decompress();
                for (int i = 0; i < SIZE; i++) {
                    mean[i] += 1f / workers * nu * sent[i];
                    meanShift[i] += 1f / workers * lambda * sent[i];
                    shifts[w][i] += lambda * sent[i];
                }
            }
            all.add(mean);
        }
        return all;
    }

    @Test
    void ef21AndDianaAreEfBvToTheBit() {
        Compressor unbiased = RandomK.fraction(0.1);
        Compressor contractive = TopK.fraction(0.1);
        for (int workers : new int[] {1, 3, 4}) {
            assertSame(steps(EfBv.diana(unbiased), workers), naive(unbiased, workers, 0.1f, 1f));
            assertSame(
                    steps(EfBv.diana(unbiased), workers),
                    steps(new EfBv(unbiased, Optional.of(0.1f), Optional.of(1f), 1f), workers));
            assertSame(steps(EfBv.ef21(contractive), workers), naive(contractive, workers, 1f, 1f));
            assertSame(steps(EfBv.over(contractive), workers), naive(contractive, workers, 1f, 1f));
            float nu = (float) (1 / (1 + 9.0 * (1f / workers)));
            assertSame(steps(EfBv.over(unbiased), workers), naive(unbiased, workers, 0.1f, nu));
        }
        assertThat(new EfBv(contractive, Optional.of(1f), Optional.of(1f), 1f)).isEqualTo(EfBv.ef21(contractive));
    }

    private static void assertSame(List<Object> actual, List<Object> expected) {
        assertThat(actual).usingRecursiveComparison().isEqualTo(expected);
    }

    /** The estimate that a mirror starts the next step from is lambda's, and a state holds both. */
    @Test
    void aMirrorReadsAheadOfItsEstimate() {
        Compressor compressor = new EfBv(new Dense(), Optional.of(0.25f), Optional.of(0.5f), 1f);
        Steps steps = new Steps(compressor, Shape.vector(1));
        assertThat(steps.step(new float[] {16})).containsExactly(8); // h = 4
        assertThat(steps.step(new float[] {16})).containsExactly(10); // 4 + 12/2, h = 7
        assertThat(steps.residual()).containsExactly(9);
        Mirror mirror = new Mirror(compressor, Shape.vector(1));
        mirror.add(compressor.compress(16), 1f);
        ByteBuffer state = ByteBuffer.allocate(mirror.stateBytes());
        mirror.save(state);
        Mirror restored = new Mirror(compressor, Shape.vector(1));
        restored.restore(state.flip());
        float[] sum = new float[1];
        restored.addTo(FloatSlice.of(sum), 1f);
        assertThat(sum).containsExactly(8);
        restored.addTo(FloatSlice.of(sum), 1f);
        assertThat(sum).containsExactly(8 + 4); // a step in which nothing came
    }
}
