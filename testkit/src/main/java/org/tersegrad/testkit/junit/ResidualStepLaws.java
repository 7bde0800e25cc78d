package org.tersegrad.compressors.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.tersegrad.compressors.HalfSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.floats.Half;

/** That a step with a memory, however it is done, is what three plain loops do; for compressors that do not remember. */
public abstract class MemoryLaws {
    private static final int STEPS = 4;

    /** What is tested. */
    protected abstract List<Subject> subjects();

    @Provide
    Arbitrary<Subject> anySubject() {
        return Arbitraries.of(subjects());
    }

    @Provide
    Arbitrary<Tensor> anyTensor() {
        return Tensors.any();
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void residualEqualsSumMinusDecoded(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Compressor compressor = subject.compressor();
        float decay = tensor.seed() % 2 == 0 ? 1f : 0.875f;
        Residual memory = new Residual(tensor.size(), decay);
        Encoder encoder = compressor.encoder(tensor.shape(), Seed.of(7));
        Encoder plain = compressor.encoder(tensor.shape(), Seed.of(7));
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        float[] residual = new float[tensor.size()];
        for (int step = 0; step < STEPS; step++) {
            FloatSlice gradient =
                    new Tensor(tensor.kind(), tensor.rows(), tensor.columns(), tensor.seed() + step).slice(step);
            float[] before = gradient.array().clone();
            for (int i = 0; i < residual.length; i++) {
                residual[i] = bounded(decay * residual[i] + gradient.array()[gradient.offset() + i]);
            }
            plain.encode(FloatSlice.of(residual), payload);
            byte[] expected = Messages.bytes(payload);
            payload.addTo(FloatSlice.of(residual), -1f);
            for (int i = 0; i < residual.length; i++) {
                residual[i] = bounded(residual[i]);
            }

            encoder.encode(gradient, memory, payload);
            assertThat(Messages.bytes(payload)).as("payload of step %d", step).isEqualTo(expected);
            assertThat(gradient.array()).isEqualTo(before);
            if (step % 2 == 1) { // to look at a memory must not change what comes
                requireSame(memory, residual);
            }
        }
        requireSame(memory, residual);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void whatIsRefusedIsNotRemembered(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        if (tensor.size() == 0) {
            return;
        }
        Compressor compressor = subject.compressor();
        Residual memory = new Residual(tensor.size());
        Encoder encoder = compressor.encoder(tensor.shape(), Seed.of(7));
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        encoder.encode(FloatSlice.of(tensor.values()), memory, payload);
        float[] residual = values(memory);
        FloatSlice bad = FloatSlice.of(tensor.values());
        int at = tensor.seed() % tensor.size();
        bad.array()[at] = tensor.seed() % 2 == 0 ? Float.NaN : Float.NEGATIVE_INFINITY;
        for (int i = at + 1; i < bad.length(); i++) {
            bad.array()[i] = 0f; // so that no sum overflows before
        }
        for (int i = 0; i < at; i++) {
            bad.array()[i] = 0f;
        }
        assertThatThrownBy(() -> encoder.encode(bad, memory, payload))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("element " + at + " ");
        assertThat(payload.isEmpty()).isTrue();
        requireSame(memory, residual);
        assertThatThrownBy(() -> encoder.encode(FloatSlice.of(new float[tensor.size() + 1]), memory, payload))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(tensor.size() + "");
        assertThatThrownBy(
                        () -> encoder.encode(FloatSlice.of(tensor.values()), new Residual(tensor.size() + 1), payload))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(tensor.size() + 1 + "");
        assertThat(payload.isEmpty()).isTrue();
        requireSame(memory, residual);
    }

    /** Also where an element is refused, and where sums stay at the largest float. */
    @Property(edgeCases = EdgeCasesMode.NONE)
    void aGradientOf16BitsIsRememberedAsTheSameFloats(
            @ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Compressor compressor = subject.compressor();
        float decay = tensor.seed() % 2 == 0 ? 1f : 0.875f;
        for (Half.Format format : Halves.formats()) {
            Residual memory = new Residual(tensor.size(), decay);
            Residual expected = new Residual(tensor.size(), decay);
            Encoder encoder = compressor.encoder(tensor.shape(), Seed.of(7));
            Encoder plain = compressor.encoder(tensor.shape(), Seed.of(7));
            Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
            for (int step = 0; step < STEPS; step++) {
                Tensor next = new Tensor(tensor.kind(), tensor.rows(), tensor.columns(), tensor.seed() + step);
                HalfSlice gradient = Halves.of(next, format, step);
                plain.encode(Halves.floats(gradient), expected, payload);
                byte[] bytes = Messages.bytes(payload);
                encoder.encode(gradient, memory, payload);
                assertThat(Messages.bytes(payload))
                        .as("payload of step %d", step)
                        .isEqualTo(bytes);
            }
            requireSame(memory, values(expected));
            if (tensor.size() > 0) {
                HalfSlice bad = Halves.of(tensor, format, 2);
                int at = tensor.seed() % tensor.size();
                bad.array()[2 + at] = 0x7fff;
                assertThatThrownBy(() -> encoder.encode(bad, memory, payload))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("element " + at + " ");
                assertThat(payload.isEmpty()).isTrue();
                requireSame(memory, values(expected));
            }
        }
    }

    private static float bounded(float sum) {
        return Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, sum));
    }

    private static float[] values(Residual memory) {
        float[] values = new float[memory.length()];
        memory.addTo(FloatSlice.of(values), 1f);
        return values;
    }

    private static void requireSame(Residual memory, float[] expected) {
        float[] actual = values(memory);
        double squares = 0;
        for (int i = 0; i < expected.length; i++) {
            if (actual[i] != expected[i]) {
                throw new AssertionError("element " + i + " has a residual of " + actual[i] + ", not " + expected[i]);
            }
            squares += (double) expected[i] * expected[i];
        }
        double norm = Math.sqrt(squares);
        if (!(Math.abs(memory.norm() - norm) <= 1e-5 * norm)) {
            throw new AssertionError("a norm of " + memory.norm() + ", not " + norm);
        }
    }
}
