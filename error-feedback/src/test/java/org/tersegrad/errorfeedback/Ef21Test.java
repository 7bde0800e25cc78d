package org.tersegrad.errorfeedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
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
import org.tersegrad.testkit.Tensor;

/** Estimates on both sides, which are the same. */
class Ef21Test {
    /** The sender's view of the receiver: the gradient less what the estimate lacks. */
    @Property(tries = 100)
    void theMirrorIsTheEstimate(
            @ForAll @IntRange(min = 1, max = 600) int size, @ForAll @IntRange(max = 1000) int seed) {
        for (Compressor compressor :
                new Compressor[] {TopK.fraction(0.1), RandomK.fraction(0.2).unscaled()}) {
            Steps steps = new Steps(Ef21.over(compressor), Shape.vector(size));
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
            Steps steps = new Steps(Ef21.over(compressor), shape);
            for (int step = 0; step < 50; step++) {
                float[] gradient = new Tensor(Tensor.Kind.MIXED_MAGNITUDES, 1, 2000, step).values();
                float[] mirror = steps.step(gradient);
                // With the mirror itself as gradient there is nothing to send.
                Steps copy = copyOf(steps, Ef21.over(compressor), shape);
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
        java.nio.ByteBuffer state = java.nio.ByteBuffer.allocate(steps.encoder.stateBytes());
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
        Steps steps = new Steps(Ef21.over(TopK.count(k)), Shape.vector(size));
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
        Steps steps = new Steps(Ef21.over(new ScaledSign()), Shape.vector(4000));
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
            Steps ef21 = new Steps(Ef21.over(linear), Shape.vector(50));
            Steps ef14 = new Steps(ErrorFeedback.over(linear), Shape.vector(50));
            for (int step = 0; step < 10; step++) {
                float[] gradient = Steps.wholeNumbers(50, seed + step); // exact, with halves of halves
                assertThat(ef21.step(gradient)).isEqualTo(ef14.step(gradient));
            }
        }
    }

    @Test
    void momentumFollowsTheMovingAverage() {
        Steps steps = new Steps(Ef21.over(new Dense()).withMomentum(0.25f), Shape.vector(1));
        assertThat(steps.step(new float[] {8})).containsExactly(8); // the first gradient is the first average
        assertThat(steps.step(new float[] {0})).containsExactly(6);
        assertThat(steps.step(new float[] {-2})).containsExactly(4);
    }

    @Test
    void theMeanOfWorkersIsTheMeanOfTheirEstimates() {
        Shape shape = Shape.vector(300);
        Compressor compressor = Ef21.over(TopK.fraction(0.1));
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
        Payload increment = Ef21.over(TopK.count(1)).compress(1, 2);
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
        Steps one = new Steps(Ef21.over(TopK.count(2)).withMomentum(0.5f), Shape.vector(10));
        Steps two = new Steps(Ef21.over(TopK.count(2)).withMomentum(0.5f), Shape.vector(10));
        float[] bad = new float[10];
        Arrays.fill(bad, Float.NaN);
        for (int step = 0; step < 5; step++) {
            float[] gradient = Steps.wholeNumbers(10, step);
            assertThatThrownBy(() -> one.step(bad)).isInstanceOf(IllegalArgumentException.class);
            assertThat(one.payload.isEmpty()).isTrue();
            assertThat(one.step(gradient)).isEqualTo(two.step(gradient));
        }
    }
}
