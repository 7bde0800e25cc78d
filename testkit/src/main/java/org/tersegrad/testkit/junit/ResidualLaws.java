package org.tersegrad.compressors.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;

/**
 * That an encoder tells of its residual what is true, and lets it be scaled; for compressors that remember. A wrapper that
 * hides the residual of the encoder inside is found here.
 */
public abstract class ResidualLaws {
    private static final int STEPS = 4;

    /** What is tested. */
    protected abstract List<Subject> subjects();

    @Provide
    Arbitrary<Subject> anySubject() {
        return Arbitraries.of(subjects());
    }

    @Provide
    Arbitrary<Tensor> harmlessTensor() {
        return Tensors.harmless();
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void theNormIsThatOfTheResidual(@ForAll("anySubject") Subject subject, @ForAll("harmlessTensor") Tensor tensor) {
        Worker worker = new Worker(subject.compressor(), tensor);
        worker.steps();
        float[] residual = worker.residual();
        double squares = 0;
        for (float each : residual) {
            squares += (double) each * each;
        }
        assertThat(worker.encoder.residualNorm()).isCloseTo(Math.sqrt(squares), within(1e-5 * Math.sqrt(squares)));
        FloatSlice target = tensor.slice(3);
        float[] expected = target.array().clone();
        for (int i = 0; i < residual.length; i++) {
            expected[target.offset() + i] += -0.5f * residual[i];
        }
        worker.encoder.addResidualTo(target, -0.5f);
        assertThat(target.array()).isEqualTo(expected);
    }

    /** And nothing else was remembered: with its residual cleared, an encoder sends of zeros what a new one does. */
    @Property(edgeCases = EdgeCasesMode.NONE)
    void aResidualIsHalvedAndCleared(@ForAll("anySubject") Subject subject, @ForAll("harmlessTensor") Tensor tensor) {
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
        requireEqual(scaled, residual);
        worker.encoder.scaleResidual(0f);
        requireEqual(worker.residual(), new float[tensor.size()]);
        assertThat(worker.encoder.residualNorm()).isZero();
        if (!compressor.keepsMomentum() && !worker.payload.isIncrement()) {
            float[] zeros = new float[tensor.size()];
            requireEqual(worker.step(zeros), new Worker(compressor, tensor).step(zeros));
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void sentPlusResidualEqualsProduced(
            @ForAll("anySubject") Subject subject, @ForAll("harmlessTensor") Tensor tensor) {
        if (!subject.has(Trait.FORGETS_NOTHING)) {
            return;
        }
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

    private static void requireEqual(float[] actual, float[] expected) {
        for (int i = 0; i < expected.length; i++) {
            if (actual[i] != expected[i]) { // 0 is −0
                throw new AssertionError("element " + i + " is " + actual[i] + ", not " + expected[i]);
            }
        }
    }

    /** An encoder, and what its receiver has got. */
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
            mirror = new Mirror(tensor.shape());
            produced = new double[tensor.size()];
            sent = new double[tensor.size()];
        }

        void steps() {
            for (int step = 0; step < STEPS; step++) {
                step(new Tensor(tensor.kind(), tensor.rows(), tensor.columns(), tensor.seed() + step).values());
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
