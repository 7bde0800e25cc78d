package org.tersegrad.errorfeedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.ForwardingEncoder;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.signs.ScaledSign;
import org.tersegrad.compressors.sparse.RandomK;
import org.tersegrad.compressors.sparse.Strom;
import org.tersegrad.compressors.sparse.Threshold;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.compressors.wrappers.NonFinite;
import org.tersegrad.testkit.BuiltInCompressors;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.Tensor;

/** Everything sent plus the residual is everything produced. */
class ErrorFeedbackTest {
    private static final int STEPS = 300;

    /** Whatever they send of whole numbers are whole numbers, so that no addition is rounded. */
    private static final List<Compressor> EXACT = List.of(
            new Dense(),
            TopK.fraction(0.01),
            TopK.count(7),
            RandomK.fraction(0.05).unscaled(),
            new Threshold(1000f),
            new Strom(64f));

    @Provide
    Arbitrary<Compressor> exact() {
        return Arbitraries.of(EXACT);
    }

    @Property(tries = 100)
    void sentPlusResidualIsProducedExactly(
            @ForAll("exact") Compressor compressor,
            @ForAll @IntRange(min = 1, max = 700) int size,
            @ForAll @IntRange(max = 1000) int seed) {
        Steps steps = new Steps(ErrorFeedback.over(compressor), Shape.vector(size));
        double[] open = new double[size];
        for (int step = 0; step < STEPS; step++) {
            float[] gradient = Steps.wholeNumbers(size, seed + step);
            subtract(open, steps.step(gradient), gradient);
        }
        float[] residual = steps.residual();
        for (int i = 0; i < size; i++) {
            assertThat((double) residual[i]).isEqualTo(open[i]);
        }
    }

    @TestFactory
    Stream<DynamicTest> sentPlusResidualIsProducedButForRounding() {
        return takingFeedback()
                .map(subject -> DynamicTest.dynamicTest(subject.toString(), () -> check(subject.compressor())));
    }

    private static Stream<Subject> takingFeedback() {
        return BuiltInCompressors.ALL.stream()
                .filter(subject -> subject.compressor()
                        .traits(Traits.ANY_SHAPE)
                        .errorFeedbackRefusal()
                        .isEmpty());
    }

    private static void check(Compressor compressor) {
        Tensor tensor = new Tensor(Tensor.Kind.GAUSSIAN, 20, 33, 5);
        Steps steps = new Steps(ErrorFeedback.over(compressor), tensor.shape());
        double[] open = new double[tensor.size()];
        double largest = 0;
        for (int step = 0; step < STEPS && largest < 1e30; step++) {
            float[] gradient = new Tensor(tensor.kind(), 20, 33, 1000 * step).values();
            float[] sent = steps.step(gradient);
            subtract(open, sent, gradient);
            for (int i = 0; i < open.length; i++) {
                // Of what is not contractive, payload and memory may grow for ever.
                largest = Math.max(largest, Math.max(Math.abs(sent[i]), Math.abs(open[i])));
            }
            float[] residual = steps.residual();
            double most = (step + 1) * 3e-7 * largest;
            for (int i = 0; i < open.length; i++) {
                if (!(Math.abs(residual[i] - open[i]) <= most)) { // millions of them: words only where it fails
                    assertThat((double) residual[i])
                            .as("step %d, element %d", step, i)
                            .isCloseTo(open[i], within(most));
                }
            }
        }
    }

    /** Adds what was produced and subtracts what was sent. */
    private static void subtract(double[] open, float[] sent, float[] gradient) {
        for (int i = 0; i < open.length; i++) {
            open[i] += (double) gradient[i] - sent[i];
        }
    }

    @Test
    void whatIsSentWholeLeavesNoResidual() {
        Steps steps = new Steps(ErrorFeedback.over(new Dense()), Shape.vector(1000));
        for (int step = 0; step < 20; step++) {
            float[] gradient = new Tensor(Tensor.Kind.MIXED_MAGNITUDES, 1, 1000, step).values();
            assertThat(steps.step(gradient)).isEqualTo(gradient);
            assertThat(steps.encoder.residualNorm()).isZero();
        }
    }

    @Test
    void theFirstStepIsThatOfTheCompressorAlone() {
        float[] gradient = new Tensor(Tensor.Kind.GAUSSIAN, 1, 3000, 1).values();
        takingFeedback().forEach(subject -> {
            Steps alone = new Steps(subject.compressor(), Shape.vector(3000));
            Steps remembering = new Steps(ErrorFeedback.over(subject.compressor()), Shape.vector(3000));
            alone.step(gradient);
            remembering.step(gradient);
            assertThat(remembering.bytes()).as("%s", subject).isEqualTo(alone.bytes());
        });
    }

    /** Each element is sent within d / k steps, if all gradients are the same. */
    @Test
    void nothingIsForgotten() {
        float[] gradient = new float[100];
        java.util.Arrays.fill(gradient, 1f);
        Steps steps = new Steps(ErrorFeedback.over(TopK.count(1)), Shape.vector(100));
        double[] sums = new double[100];
        for (int step = 0; step < 100; step++) {
            subtract(sums, new float[100], steps.step(gradient));
        }
        assertThat(sums).doesNotContain(0.0);
    }

    @Test
    void decayForgetsAPartInEachStep() {
        Steps steps = new Steps(TopK.count(1).with(new ErrorFeedback().withDecay(0.5f)), Shape.vector(2));
        steps.step(new float[] {3, 2});
        assertThat(steps.residual()).containsExactly(0, 2);
        assertThat(steps.step(new float[] {3, 1})).containsExactly(3, 0);
        assertThat(steps.residual()).containsExactly(0, 2); // half of 2, and 1
        assertThat(steps.encoder.residualNorm()).isEqualTo(2);
    }

    @Test
    void clippingBoundsTheResidual() {
        Steps steps = new Steps(new Strom(1f).with(new ErrorFeedback().withClip(5f)), Shape.vector(3));
        steps.step(new float[] {100, -100, 3});
        assertThat(steps.residual()).containsExactly(5, -5, 2);
    }

    /** With the rate inside the memory, as in the papers, or beside it and scaled when it changes: the same steps. */
    @Test
    void aDebtKeepsItsWorthWhenTheRateChanges() {
        float[] rates = {0.5f, 0.5f, 0.125f, 0.125f, 2f, 1f}; // powers of two, so that all is exact
        for (Compressor compressor : List.of(TopK.count(10), new ScaledSign())) {
            Steps inside = new Steps(ErrorFeedback.over(compressor), Shape.vector(200));
            Steps beside = new Steps(ErrorFeedback.over(compressor), Shape.vector(200));
            for (int step = 0; step < rates.length; step++) {
                float[] gradient = Steps.wholeNumbers(200, step);
                float[] scaled = times(gradient, rates[step]);
                if (step > 0) {
                    beside.encoder.scaleResidual(rates[step - 1] / rates[step]);
                }
                assertThat(times(beside.step(gradient), rates[step])).isEqualTo(inside.step(scaled));
            }
        }
    }

    private static float[] times(float[] values, float factor) {
        float[] product = values.clone();
        for (int i = 0; i < product.length; i++) {
            product[i] *= factor;
        }
        return product;
    }

    /** A NaN that the wrapped policy lets through must not get into the memory, where it would stay for ever. */
    @Test
    void aNanIsRefusedEvenIfTheCompressorInsideTakesIt() {
        Compressor inside = TopK.count(1).with(new NonFinite(NonFinite.Policy.ZERO));
        Steps steps = new Steps(ErrorFeedback.over(inside), Shape.vector(2));
        steps.step(new float[] {1, 2});
        assertThatThrownBy(() -> steps.step(new float[] {1, Float.NaN}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("element 1 of the gradient is NaN");
        assertThat(steps.residual()).containsExactly(1, 0);
        Steps outside = new Steps(
                ErrorFeedback.over(TopK.count(1)).with(new NonFinite(NonFinite.Policy.ZERO)), Shape.vector(2));
        assertThat(outside.step(new float[] {1, Float.NaN})).containsExactly(1, 0);
    }

    @Test
    void aSumThatOverflowsStaysAtTheLargestFloat() {
        Steps steps = new Steps(ErrorFeedback.over(TopK.count(1)), Shape.vector(2));
        steps.step(new float[] {3e38f, -2e38f});
        assertThat(steps.step(new float[] {0, -2e38f})).containsExactly(0, -Float.MAX_VALUE);
        assertThat(steps.residual()).containsExactly(0, 0);
        assertThat(steps.step(new float[] {1, 2})).containsExactly(0, 2);
    }

    @Test
    void aResidualThatIsScaledBeyondTheLargestFloatStaysThere() {
        Steps steps = new Steps(ErrorFeedback.over(TopK.count(1)), Shape.vector(3));
        steps.step(new float[] {3, 2, -1});
        steps.encoder.scaleResidual(3e38f);
        assertThat(steps.residual()).containsExactly(0, Float.MAX_VALUE, -3e38f);
        steps.encoder.scaleResidual(-2f);
        assertThat(steps.residual()).containsExactly(0, -Float.MAX_VALUE, Float.MAX_VALUE);
        assertThatThrownBy(() -> steps.encoder.scaleResidual(Float.POSITIVE_INFINITY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Infinity");
        steps.step(new float[] {1, 1, 1});
    }

    /** If more is sent than there was, the difference may overflow as well. */
    @Test
    void aResidualWhoseDifferenceOverflowsStaysAtTheLargestFloat() {
        Steps steps = new Steps(ErrorFeedback.over(new Opposite()), Shape.vector(2));
        steps.step(new float[] {3e38f, 1});
        assertThat(steps.residual()).containsExactly(Float.MAX_VALUE, 2);
    }

    /** Sends −x for x. */
    private record Opposite() implements Compressor {
        @Override
        public Encoder encoder(Shape shape, Seed seed) {
            float[] opposite = new float[shape.size()];
            return new ForwardingEncoder(this, shape, new Dense().encoder(shape, seed)) {
                @Override
                public void encode(FloatSlice gradient, Payload payload) {
                    for (int i = 0; i < opposite.length; i++) {
                        opposite[i] = -gradient.array()[gradient.offset() + i];
                    }
                    super.encode(FloatSlice.of(opposite), payload);
                }
            };
        }

        @Override
        public int maxBytes(Shape shape) {
            return new Dense().maxBytes(shape);
        }

        @Override
        public Traits traits(Shape shape) {
            return Traits.none();
        }
    }

    @Test
    void aSecondMemoryIsRefused() {
        Compressor once = ErrorFeedback.over(TopK.count(1));
        for (Compressor remembering :
                List.of(once, once.with(new NonFinite(NonFinite.Policy.SKIP)), EfBv.ef21(TopK.count(1)))) {
            assertThatThrownBy(() -> ErrorFeedback.over(remembering))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(remembering + " already remembers");
            assertThatThrownBy(() -> EfBv.ef21(remembering)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> MomentumCorrection.over(remembering)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
