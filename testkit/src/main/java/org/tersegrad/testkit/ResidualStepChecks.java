package org.tersegrad.testkit;

import java.util.List;
import java.util.function.BiConsumer;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Slice;

/** Laws of a step with a residual that the caller keeps: however it is done, it is what three plain loops do. */
final class ResidualStepChecks {
    private static final int STEPS = 4;

    static final List<CompressorLaw> LAWS = List.of(
            law(
                    "residualEqualsSumMinusDecoded",
                    "a step with a residual equals three plain loops, bit for bit",
                    ResidualStepChecks::residualEqualsSumMinusDecoded),
            law(
                    "whatIsRefusedIsNotRemembered",
                    "a gradient that throws leaves the residual unchanged",
                    ResidualStepChecks::whatIsRefusedIsNotRemembered),
            law(
                    "aGradientOfAnyKindIsRememberedAsTheSameFloats",
                    "a gradient of 16-bit floats or in a buffer leaves the residual of the same numbers in an array",
                    ResidualStepChecks::aGradientOfAnyKindIsRememberedAsTheSameFloats));

    private ResidualStepChecks() {}

    private static CompressorLaw law(String name, String says, BiConsumer<Subject, Tensor> check) {
        return new CompressorLaw.OfTensors(
                new Law("ResidualStepLaws", name, says), CompressorLaw.Scope.WITHOUT_RESIDUAL, Tensors.any(), check);
    }

    private static void residualEqualsSumMinusDecoded(Subject subject, Tensor tensor) {
        Compressor compressor = subject.compressor();
        float decay = tensor.seed() % 2 == 0 ? 1f : 0.875f;
        Residual residual = new Residual(tensor.size(), decay);
        Encoder encoder = compressor.encoder(tensor.shape(), Seed.of(7));
        Encoder plain = compressor.encoder(tensor.shape(), Seed.of(7));
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        float[] expected = new float[tensor.size()];
        for (int step = 0; step < STEPS; step++) {
            FloatSlice gradient = tensor.plusSeed(step).slice(step);
            float[] before = gradient.array().clone();
            for (int i = 0; i < expected.length; i++) {
                expected[i] = bounded(decay * expected[i] + gradient.array()[gradient.offset() + i]);
            }
            plain.encode(FloatSlice.of(expected), payload);
            byte[] bytes = Messages.bytes(payload);
            payload.addTo(FloatSlice.of(expected), -1f);
            for (int i = 0; i < expected.length; i++) {
                expected[i] = bounded(expected[i]);
            }

            encoder.encode(gradient, residual, payload);
            Require.equal(Messages.bytes(payload), bytes, "the message of step " + step);
            Require.equal(gradient.array(), before, "the caller's array");
            if (step % 2 == 1) { // to look at a residual must not change it
                requireSame(residual, expected);
            }
        }
        requireSame(residual, expected);
    }

    private static void whatIsRefusedIsNotRemembered(Subject subject, Tensor tensor) {
        if (tensor.size() == 0) {
            return;
        }
        Compressor compressor = subject.compressor();
        Residual residual = new Residual(tensor.size());
        Encoder encoder = compressor.encoder(tensor.shape(), Seed.of(7));
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        encoder.encode(FloatSlice.of(tensor.values()), residual, payload);
        float[] expected = values(residual);
        FloatSlice bad = FloatSlice.of(new float[tensor.size()]); // zeros, so that no sum overflows before
        int at = tensor.seed() % tensor.size();
        bad.array()[at] = tensor.seed() % 2 == 0 ? Float.NaN : Float.NEGATIVE_INFINITY;
        Require.thrown(
                IllegalArgumentException.class, () -> encoder.encode(bad, residual, payload), "element " + at + " ");
        Require.that(payload.isEmpty(), "the payload is not empty after a gradient with " + bad.array()[at]);
        requireSame(residual, expected);
        Require.thrown(
                IllegalArgumentException.class,
                () -> encoder.encode(FloatSlice.of(new float[tensor.size() + 1]), residual, payload),
                tensor.size() + "");
        Require.thrown(
                IllegalArgumentException.class,
                () -> encoder.encode(FloatSlice.of(tensor.values()), new Residual(tensor.size() + 1), payload),
                tensor.size() + 1 + "");
        Require.that(payload.isEmpty(), "the payload is not empty after a residual of another length");
        requireSame(residual, expected);
    }

    /** Also where an element throws, and where sums stay at the largest float. */
    private static void aGradientOfAnyKindIsRememberedAsTheSameFloats(Subject subject, Tensor tensor) {
        Compressor compressor = subject.compressor();
        float decay = tensor.seed() % 2 == 0 ? 1f : 0.875f;
        for (Stored.Kind kind : Stored.Kind.someFor(tensor)) {
            Residual residual = new Residual(tensor.size(), decay);
            Residual expected = new Residual(tensor.size(), decay);
            Encoder encoder = compressor.encoder(tensor.shape(), Seed.of(7));
            Encoder plain = compressor.encoder(tensor.shape(), Seed.of(7));
            Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
            for (int step = 0; step < STEPS; step++) {
                Stored gradient = kind.of(tensor.plusSeed(step), step);
                plain.encode(gradient.floats(), expected, payload);
                byte[] bytes = Messages.bytes(payload);
                encoder.encode(gradient.slice(), residual, payload);
                Require.equal(Messages.bytes(payload), bytes, "the message of step " + step);
            }
            requireSame(residual, values(expected));
            if (tensor.size() > 0) {
                Slice bad = kind.of(tensor, 2).slice();
                int at = tensor.seed() % tensor.size();
                bad.set(new float[] {Float.NaN}, 0, 1, at);
                Require.thrown(
                        IllegalArgumentException.class,
                        () -> encoder.encode(bad, residual, payload),
                        "element " + at + " ");
                Require.that(payload.isEmpty(), "the payload is not empty after a gradient with NaN");
                requireSame(residual, values(expected));
            }
        }
    }

    private static float bounded(float sum) {
        return Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, sum));
    }

    private static float[] values(Residual residual) {
        float[] values = new float[residual.length()];
        residual.addTo(FloatSlice.of(values), 1f);
        return values;
    }

    private static void requireSame(Residual residual, float[] expected) {
        float[] actual = values(residual);
        double squares = 0;
        for (int i = 0; i < expected.length; i++) {
            if (actual[i] != expected[i]) { // 0 is −0
                throw new AssertionError(
                        "element " + i + " has a residual of " + actual[i] + ", expected is " + expected[i]);
            }
            squares += (double) expected[i] * expected[i];
        }
        double norm = Math.sqrt(squares);
        if (!(Math.abs(residual.norm() - norm) <= 1e-5 * norm)) {
            throw new AssertionError("the norm of the residual is " + residual.norm() + ", expected is " + norm);
        }
    }
}
