package org.tersegrad.errorfeedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.testkit.Tensor;

class MomentumCorrectionTest {
    @Property(tries = 50)
    void withoutMomentumItIsErrorFeedback(
            @ForAll @IntRange(min = 1, max = 400) int size, @ForAll @IntRange(max = 1000) int seed) {
        for (boolean masking : new boolean[] {true, false}) {
            Steps dgc = new Steps(new MomentumCorrection(TopK.fraction(0.1), 0f, masking), Shape.vector(size));
            Steps ef = new Steps(ErrorFeedback.over(TopK.fraction(0.1)), Shape.vector(size));
            for (int step = 0; step < 10; step++) {
                float[] gradient = new Tensor(Tensor.Kind.HEAVY_TAILED, 1, size, seed + step).values();
                assertThat(dgc.step(gradient)).isEqualTo(ef.step(gradient));
                assertThat(dgc.bytes()).isEqualTo(ef.bytes());
            }
        }
    }

    @Test
    void withoutMaskingWhatIsSentAndTheResidualAreTheSumOfVelocities() {
        Steps steps = new Steps(
                MomentumCorrection.over(TopK.fraction(0.05)).withMomentum(0.75f).withoutMasking(), Shape.vector(500));
        double[] velocity = new double[500];
        double[] open = new double[500];
        for (int step = 0; step < 200; step++) {
            float[] gradient = new Tensor(Tensor.Kind.GAUSSIAN, 1, 500, step).values();
            float[] sent = steps.step(gradient);
            for (int i = 0; i < 500; i++) {
                velocity[i] = 0.75 * velocity[i] + gradient[i];
                open[i] += velocity[i] - sent[i];
            }
        }
        float[] residual = steps.residual();
        for (int i = 0; i < 500; i++) {
            assertThat((double) residual[i]).isCloseTo(open[i], within(1e-5));
        }
    }

    /** After an element was sent, its future is that of an element that begins now. */
    @Property(tries = 50)
    void anElementThatWasSentStartsAfresh(@ForAll @IntRange(max = 1000) int seed) {
        Steps steps = new Steps(MomentumCorrection.over(TopK.count(1)), Shape.vector(2));
        // Element 0 is sent first, element 1 waits and is not large.
        assertThat(steps.step(new float[] {1000, 1})).containsExactly(1000, 0);
        Steps fresh = new Steps(MomentumCorrection.over(TopK.count(1)), Shape.vector(1));
        for (int step = 0; step < 20; step++) {
            float gradient = 1000 + Steps.wholeNumbers(1, seed + step)[0];
            float[] sent = steps.step(new float[] {gradient, 0});
            assertThat(sent[0]).isEqualTo(fresh.step(new float[] {gradient})[0]);
        }
    }

    @Test
    void maskingOrNot() {
        for (boolean masking : new boolean[] {true, false}) {
            Steps steps = new Steps(new MomentumCorrection(TopK.count(1), 0.5f, masking), Shape.vector(2));
            assertThat(steps.step(new float[] {8, 2})).containsExactly(8, 0);
            // u was 8 and 2: with masking 0 and 2
            assertThat(steps.step(new float[] {0, 0}))
                    .containsExactly(masking ? new float[] {0, 3} : new float[] {4, 0});
        }
    }

    /** If all is sent and masked, momentum never gets anywhere. */
    @Test
    void whatIsSentWholeHasNoMomentum() {
        Steps steps = new Steps(MomentumCorrection.over(TopK.fraction(1)), Shape.vector(50));
        for (int step = 0; step < 5; step++) {
            float[] gradient = Steps.wholeNumbers(50, step);
            assertThat(steps.step(gradient)).isEqualTo(gradient);
        }
    }

    @Test
    void scheduleAndClippingAreWrappers() {
        Compressor whole = Recipe.parse("topk(0.001)+warmup(stages=4,steps=100)+dgc(0.9)+clip(1.0,workers=4)");
        assertThat(whole).hasToString("topk(0.001)+warmup(stages=4,steps=100)+dgc+clip(0.5)");
        Steps steps = new Steps(whole, Shape.vector(1000));
        float[] gradient = new float[1000];
        gradient[3] = 10;
        assertThat(steps.step(gradient)[3]).isEqualTo(0.5f);
        assertThat(steps.payload.toString()).contains("251 "); // the first stage keeps a quarter
    }
}
