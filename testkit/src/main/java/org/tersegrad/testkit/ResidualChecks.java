package org.tersegrad.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;

/** Laws of encoders that keep a residual; they find a wrapper that hides the residual of the encoder inside. */
final class ResidualChecks {
    private static final int STEPS = 4;

    static final List<CompressorLaw> LAWS = List.of(
            law(
                    "theNormIsThatOfTheResidual",
                    "residualNorm is the norm of the residual that addResidualTo adds",
                    CompressorLaw.Scope.WITH_RESIDUAL,
                    ResidualChecks::theNormIsThatOfTheResidual),
            law(
                    "aResidualIsHalvedAndCleared",
                    "scaleResidual scales it; once it is cleared, nothing of earlier steps is sent",
                    CompressorLaw.Scope.WITH_RESIDUAL,
                    ResidualChecks::aResidualIsHalvedAndCleared),
            law(
                    "sentPlusResidualEqualsProduced",
                    "everything sent + residual = the sum of all gradients",
                    CompressorLaw.Scope.FORGETS_NOTHING,
                    ResidualChecks::sentPlusResidualEqualsProduced));

    private ResidualChecks() {}

    private static CompressorLaw law(
            String name, String says, CompressorLaw.Scope scope, BiConsumer<Subject, Tensor> check) {
        return new CompressorLaw.OfTensors(new Law("ResidualLaws", name, says), scope, Tensors.harmless(), check);
    }

    private static void theNormIsThatOfTheResidual(Subject subject, Tensor tensor) {
        Worker worker = new Worker(subject.compressor(), tensor);
        worker.steps();
        float[] residual = worker.residual();
        double squares = 0;
        for (float each : residual) {
            squares += (double) each * each;
        }
        double norm = Math.sqrt(squares);
        double told = worker.encoder.residualNorm();
        Require.that(Math.abs(told - norm) <= 1e-5 * norm, "residualNorm is " + told + ", expected is " + norm);
        FloatSlice target = tensor.slice(3);
        float[] expected = target.array().clone();
        for (int i = 0; i < residual.length; i++) {
            expected[target.offset() + i] += -0.5f * residual[i];
        }
        worker.encoder.addResidualTo(target, -0.5f);
        Require.equal(target.array(), expected, "the target of addResidualTo");
    }

    /** And nothing else was remembered: with its residual cleared, an encoder sends of zeros what a new one does. */
    private static void aResidualIsHalvedAndCleared(Subject subject, Tensor tensor) {
        Compressor compressor = subject.compressor();
        Worker worker = new Worker(compressor, tensor);
        worker.steps();
        float[] residual = worker.residual();
        worker.encoder.scaleResidual(0.5f);
        float[] scaled = worker.residual();
        if (worker.payload.isIncrement() && Arrays.equals(scaled, residual)) {
            return; // the difference from an estimate is in no unit that could change
        }
        for (int i = 0; i < residual.length; i++) {
            residual[i] *= 0.5f;
        }
        requireEqual(scaled, residual, "half of the residual");
        worker.encoder.scaleResidual(0f);
        requireEqual(worker.residual(), new float[tensor.size()], "the cleared residual");
        Require.that(worker.encoder.residualNorm() == 0, "a cleared residual has a norm");
        if (!Promises.keepsMomentum(compressor) && !worker.payload.isIncrement()) {
            float[] zeros = new float[tensor.size()];
            float[] fresh = new Worker(compressor, tensor).step(zeros);
            requireEqual(worker.step(zeros), fresh, "the message of zeros after the residual was cleared");
        }
    }

    private static void sentPlusResidualEqualsProduced(Subject subject, Tensor tensor) {
        Worker worker = new Worker(subject.compressor(), tensor);
        worker.steps();
        float[] residual = worker.residual();
        for (int i = 0; i < residual.length; i++) {
            double lost = worker.produced[i] - worker.sent[i] - residual[i];
            if (!(Math.abs(lost) <= 1e-6 * worker.largest)) {
                throw new AssertionError("of element " + i + ", produced were " + worker.produced[i] + ", sent "
                        + worker.sent[i] + ", and the residual is " + residual[i]);
            }
        }
    }

    private static void requireEqual(float[] actual, float[] expected, String what) {
        for (int i = 0; i < expected.length; i++) {
            if (actual[i] != expected[i]) { // 0 is −0
                throw new AssertionError(what + ": element " + i + " is " + actual[i] + ", expected is " + expected[i]);
            }
        }
    }

    /** An encoder, and what its receiver has received. */
    private static final class Worker {
        final Encoder encoder;
        final Payload payload;
        final double[] produced;
        final double[] sent;
        float largest;
        private final Tensor tensor;
        private final Mirror mirror;

        Worker(Compressor compressor, Tensor tensor) {
            this.tensor = tensor;
            encoder = compressor.encoder(tensor.shape(), Seed.of(7));
            payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
            mirror = new Mirror(compressor, tensor.shape());
            produced = new double[tensor.size()];
            sent = new double[tensor.size()];
        }

        void steps() {
            for (int step = 0; step < STEPS; step++) {
                step(tensor.plusSeed(step).values());
            }
        }

        float[] step(float[] gradient) {
            encoder.encode(FloatSlice.of(gradient), payload);
            float[] received = Messages.received(payload, mirror);
            for (int i = 0; i < gradient.length; i++) {
                produced[i] += gradient[i];
                sent[i] += received[i];
                largest = Math.max(largest, Math.max(Math.abs(gradient[i]), Math.abs(received[i])));
            }
            return received;
        }

        float[] residual() {
            float[] residual = new float[tensor.size()];
            encoder.addResidualTo(FloatSlice.of(residual), 1f);
            return residual;
        }
    }
}
