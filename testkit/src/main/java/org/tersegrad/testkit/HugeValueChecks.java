package org.tersegrad.testkit;

import java.util.List;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/**
 * Laws of huge values. Every finite gradient is accepted, one of the largest floats too, and does no lasting harm: decoded values
 * are finite in this step and in the next ones. A gradient with a NaN throws at any time and changes nothing.
 */
final class HugeValueChecks {
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

    static final List<CompressorLaw> LAWS = List.of(new CompressorLaw.OfCases(
            new Law(
                    "HugeValueLaws",
                    "everyFiniteGradientIsTakenAndDoesNoLastingHarm",
                    "up to the largest float, only NaN and infinity throw, nothing decodes to them, and small gradients after huge ones are"
                            + " accepted"),
            CompressorLaw.Scope.ALL,
            0,
            (subject, cases) -> check(subject)));

    private HugeValueChecks() {}

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
        Mirror mirror = new Mirror(compressor, shape);
        for (int step = 0; step < STEPS; step++) {
            float[] gradient = step < HUGE_STEPS
                    ? pattern.gradient(shape.size(), step)
                    : new Tensor(Tensor.Kind.GAUSSIAN, shape.rows(), shape.columns(), step).values();
            encoder.encode(FloatSlice.of(gradient), payload);
            Require.finite(Messages.received(payload, mirror), "decoded in step " + step);
            Require.that(Double.isFinite(encoder.residualNorm()), "residualNorm is " + encoder.residualNorm());
            if (!subject.has(Claim.TAKES_ANYTHING)) {
                requireNoTraceOfNan(encoder, gradient, payload);
            }
        }
    }

    /** The NaN is at the end, so that an encoder that works element by element finds it last. */
    private static void requireNoTraceOfNan(Encoder encoder, float[] gradient, Payload payload) {
        byte[] before = Messages.state(encoder);
        gradient[gradient.length - 1] = Float.NaN;
        Require.thrown(IllegalArgumentException.class, () -> encoder.encode(FloatSlice.of(gradient), payload));
        Require.equal(Messages.state(encoder), before, "the state after a gradient with NaN");
    }

    /** Gradients near the ends of the range of floats, over several steps. */
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
