package org.tersegrad.compressors.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/**
 * That no finite gradient is refused, not even one of the largest floats, and none does lasting harm: what is decoded is
 * finite, in this step and in the ones after it. A gradient with a NaN is refused at any time and changes nothing.
 */
public abstract class HugeValueLaws {
    private static final List<Shape> SHAPES = List.of(Shape.vector(1), new Shape(3, 7), new Shape(11, 60));
    private static final int HUGE_STEPS = 5;
    private static final int STEPS = 8;

    private static final float[] EXTREMES = {
        0f,
        -0f,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        1e-3f,
        -1f,
        1e30f,
        -1e30f,
        3e38f,
        -3e38f,
        Float.MAX_VALUE,
        -Float.MAX_VALUE
    };

    /** What is tested. */
    protected abstract List<Subject> subjects();

    @TestFactory
    Stream<DynamicTest> everyFiniteGradientIsTakenAndDoesNoLastingHarm() {
        return subjects().stream().map(subject -> DynamicTest.dynamicTest(subject.toString(), () -> check(subject)));
    }

    private static void check(Subject subject) {
        for (Shape shape : SHAPES) {
            for (Pattern pattern : Pattern.values()) {
                check(subject, shape, pattern);
            }
        }
    }

    private static void check(Subject subject, Shape shape, Pattern pattern) {
        Compressor compressor = subject.compressor();
        Encoder encoder = compressor.encoder(shape, Seed.of(7));
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        Mirror mirror = new Mirror(shape);
        for (int step = 0; step < STEPS; step++) {
            float[] gradient = step < HUGE_STEPS
                    ? pattern.gradient(shape.size(), step)
                    : new Tensor(Tensor.Kind.GAUSSIAN, shape.rows(), shape.columns(), step).values();
            encoder.encode(FloatSlice.of(gradient), payload);
            Messages.requireFinite(Messages.received(payload, mirror));
            assertThat(encoder.residualNorm()).isFinite();
            if (!subject.has(Trait.TAKES_ANYTHING)) {
                requireNoTraceOfNan(subject, encoder, gradient, payload);
            }
        }
    }

    /** The NaN stands at the end, so that whoever works element by element meets it last. */
    private static void requireNoTraceOfNan(Subject subject, Encoder encoder, float[] gradient, Payload payload) {
        byte[] before = Messages.state(encoder);
        int seen = subject.has(Trait.LOOKS_AT_SOME) ? gradient.length : 1;
        Arrays.fill(gradient, gradient.length - seen, gradient.length, Float.NaN);
        assertThatThrownBy(() -> encoder.encode(FloatSlice.of(gradient), payload))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(Messages.state(encoder)).isEqualTo(before);
    }

    /** How gradients of several steps go to the ends of what a float can hold. */
    private enum Pattern {
        ALL_LARGEST,
        SIGNS_STAY,
        SIGNS_CHANGE,
        ONE_AMONG_SMALL,
        UNIFORM,
        MIXED;

        float[] gradient(int size, int step) {
            float[] gradient = new float[size];
            for (int i = 0; i < size; i++) {
                int word = CounterRandom.word(31L * step, i);
                gradient[i] = switch (this) {
                    case ALL_LARGEST -> Float.MAX_VALUE;
                    case SIGNS_STAY -> i % 2 == 0 ? Float.MAX_VALUE : -Float.MAX_VALUE;
                    case SIGNS_CHANGE -> (i + step) % 2 == 0 ? Float.MAX_VALUE : -Float.MAX_VALUE;
                    case ONE_AMONG_SMALL -> i == size / 2 ? -Float.MAX_VALUE : word * 0x1p-40f;
                    case UNIFORM -> word * 0x1.fffffep96f;
                    case MIXED -> EXTREMES[Integer.remainderUnsigned(word, EXTREMES.length)];
                };
            }
            return gradient;
        }
    }
}
