package org.tersegrad.compressors.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.HalfSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.PayloadSum;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.floats.Half;

/** What holds exactly, for any compressor and any tensor. */
public abstract class CompressorLaws {
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
    void whatIsWrittenIsRead(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Payload payload = encode(subject.compressor(), tensor);
        byte[] bytes = Messages.bytes(payload);
        assertThat(bytes).hasSize(payload.byteLength());
        Payload read = Payload.allocate(bytes.length);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        read.readFrom(in, tensor.size());
        assertThat(in.hasRemaining()).isFalse();
        assertThat(Messages.decoded(read)).isEqualTo(Messages.decoded(payload));
        assertThat(Messages.bytes(read)).isEqualTo(bytes);
        assertThat(read.bits()).isEqualTo(payload.bits());
        assertThat(read).hasToString(payload.toString());
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void outputIsFiniteAndAsLongAsPromised(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Payload payload = encode(subject.compressor(), tensor);
        assertThat(payload.byteLength())
                .isLessThanOrEqualTo(subject.compressor().maxBytes(tensor.shape()));
        assertThat(payload.bits()).isBetween(8L * payload.byteLength() - 7, 8L * payload.byteLength());
        assertThat(payload.length()).isEqualTo(tensor.size());
        assertThat(payload.isIncrement()).isEqualTo(subject.compressor().sendsIncrements(tensor.shape()));
        Messages.requireFinite(Messages.decoded(payload));
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void sameSeedSameBytesAtAnyOffsetAndNothingElseIsTouched(
            @ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Compressor compressor = subject.compressor();
        Encoder one = compressor.encoder(tensor.shape(), Seed.of(7));
        Encoder two = compressor.encoder(tensor.shape(), Seed.of(7));
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        for (int step = 0; step < 3; step++) {
            Tensor next = new Tensor(tensor.kind(), tensor.rows(), tensor.columns(), tensor.seed() + step);
            FloatSlice aligned = FloatSlice.of(next.values());
            FloatSlice shifted = next.slice(step + 1);
            float[] before = shifted.array().clone();
            one.encode(aligned, payload);
            byte[] bytes = Messages.bytes(payload);
            two.encode(shifted, payload);
            assertThat(Messages.bytes(payload)).isEqualTo(bytes);
            assertThat(shifted.array()).isEqualTo(before);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void addingIsAddingWhatWasDecoded(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Payload payload = encode(subject.compressor(), tensor);
        float[] decoded = Messages.decoded(payload);
        FloatSlice target = new Tensor(Tensor.Kind.GAUSSIAN, 1, tensor.size(), 99).slice(3);
        float[] before = target.array().clone();
        Messages.addTo(payload, target, -0.5f);
        // A product of factors is added term by term, and may lose what cancels.
        double lost = 1e-6 * largest(decoded) + Float.MIN_VALUE;
        for (int i = 0; i < before.length; i++) {
            int element = i - target.offset();
            if (element < 0 || element >= decoded.length) {
                if (!Float.isNaN(target.array()[i])) {
                    throw new AssertionError("written beside the target");
                }
            } else {
                double expected = before[i] - 0.5 * decoded[element];
                double tolerance = lost + 1e-5 * (Math.abs((double) decoded[element]) + Math.abs(before[i]));
                if (!(Math.abs(target.array()[i] - expected) <= tolerance)) {
                    throw new AssertionError("element " + element + " is " + target.array()[i] + ", not " + expected);
                }
            }
        }
    }

    /** The sum has the same bits, be the payloads added one after the other or together. */
    @Property(edgeCases = EdgeCasesMode.NONE)
    void addingTogetherIsAddingOneAfterTheOther(
            @ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Compressor compressor = subject.compressor();
        if (compressor.compress().isIncrement()) {
            return;
        }
        float weight = new float[] {1f, 0.125f, -0.3f, 1e30f}[tensor.seed() % 4];
        FloatSlice expected = new Tensor(Tensor.Kind.GAUSSIAN, 1, tensor.size(), 99).slice(3);
        FloatSlice target = new Tensor(Tensor.Kind.GAUSSIAN, 1, tensor.size(), 99).slice(3);
        PayloadSum sum = new PayloadSum(target, weight);
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        for (int worker = 0; worker < 1 + tensor.seed() % 11; worker++) {
            Tensor its = new Tensor(tensor.kind(), tensor.rows(), tensor.columns(), tensor.seed() + worker);
            compressor.encoder(tensor.shape(), Seed.of(worker)).encode(FloatSlice.of(its.values()), payload);
            payload.addTo(expected, weight);
            sum.add(payload);
        }
        sum.finish();
        assertThat(target.array()).isEqualTo(expected.array());
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aGradientOf16BitsGivesThePayloadsOfTheSameFloats(
            @ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Compressor compressor = subject.compressor();
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        for (Half.Format format : Halves.formats()) {
            Encoder one = compressor.encoder(tensor.shape(), Seed.of(7));
            Encoder two = compressor.encoder(tensor.shape(), Seed.of(7));
            for (int step = 0; step < 3; step++) {
                Tensor next = new Tensor(tensor.kind(), tensor.rows(), tensor.columns(), tensor.seed() + step);
                HalfSlice gradient = Halves.of(next, format, step);
                short[] before = gradient.array().clone();
                one.encode(Halves.floats(gradient), payload);
                byte[] bytes = Messages.bytes(payload);
                two.encode(gradient, payload);
                assertThat(Messages.bytes(payload)).isEqualTo(bytes);
                assertThat(gradient.array()).isEqualTo(before);
            }
            assertThat(Messages.state(two)).isEqualTo(Messages.state(one));
        }
    }

    /** NaN and infinities of 16 bits are refused, or taken, as those of 32 bits are, and so is another length. */
    @Property(edgeCases = EdgeCasesMode.NONE)
    void whatIsRefusedIn32BitsIsRefusedIn16(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Compressor compressor = subject.compressor();
        for (Half.Format format : Halves.formats()) {
            HalfSlice gradient = Halves.of(tensor, format, 1);
            if (tensor.size() > 0) {
                int at = 1 + tensor.seed() % tensor.size();
                gradient.array()[at] =
                        (short) (tensor.seed() % 2 == 0 ? 0x7fff : format == Half.Format.FP16 ? 0xfc00 : 0xff80);
            }
            HalfSlice longer = new HalfSlice(gradient.array(), 0, tensor.size() + 1, format);
            for (HalfSlice each : List.of(gradient, longer)) {
                Encoder one = compressor.encoder(tensor.shape(), Seed.of(7));
                Encoder two = compressor.encoder(tensor.shape(), Seed.of(7));
                Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
                String expected = refusal(() -> one.encode(Halves.floats(each), payload));
                assertThat(refusal(() -> two.encode(each, payload))).isEqualTo(expected);
                assertThat(payload.isEmpty()).isEqualTo(!expected.isEmpty());
                assertThat(Messages.state(two)).isEqualTo(Messages.state(one));
            }
        }
    }

    private static String refusal(Runnable call) {
        try {
            call.run();
            return "";
        } catch (IllegalArgumentException e) {
            return e.toString();
        }
    }

    /** Sums for a target of 16 bits are those of 32 bits, rounded once. */
    @Property(edgeCases = EdgeCasesMode.NONE)
    void addingTo16BitsIsAddingToFloatsAndRounding(
            @ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Payload payload = encode(subject.compressor(), tensor);
        if (payload.isIncrement()) {
            return;
        }
        for (Half.Format format : Halves.formats()) {
            HalfSlice target = Halves.of(new Tensor(Tensor.Kind.GAUSSIAN, 1, tensor.size(), 99), format, 3);
            HalfSlice expected = new HalfSlice(target.array().clone(), 3, tensor.size(), format);
            FloatSlice sums = Halves.floats(target);
            payload.addTo(sums, -0.3f);
            expected.set(sums);
            payload.addTo(target, -0.3f);
            assertThat(target.array()).isEqualTo(expected.array());
            HalfSlice longer = new HalfSlice(target.array(), 0, tensor.size() + 1, format);
            assertThatThrownBy(() -> payload.addTo(longer, 1f))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("" + tensor.size());
        }
    }

    private static float largest(float[] values) {
        float largest = 0;
        for (float value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void whatIsRefusedLeavesNoTrace(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Compressor compressor = subject.compressor();
        if (tensor.size() == 0 || subject.has(Trait.TAKES_ANYTHING)) {
            return;
        }
        Encoder one = compressor.encoder(tensor.shape(), Seed.of(7));
        Encoder two = compressor.encoder(tensor.shape(), Seed.of(7));
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        FloatSlice good = FloatSlice.of(tensor.values());
        FloatSlice bad = FloatSlice.of(tensor.values());
        int at = tensor.seed() % tensor.size();
        bad.array()[at] = tensor.seed() % 2 == 0 ? Float.NaN : Float.NEGATIVE_INFINITY;
        one.encode(good, payload);
        two.encode(good, payload);
        if (subject.has(Trait.LOOKS_AT_SOME)) {
            Arrays.fill(bad.array(), Float.NaN);
        }
        double residual = one.residualNorm();
        assertThatThrownBy(() -> one.encode(bad, payload))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("element " + (subject.has(Trait.LOOKS_AT_SOME) ? "" : at + " "));
        assertThat(payload.isEmpty()).isTrue();
        assertThatThrownBy(() -> one.encode(FloatSlice.of(new float[tensor.size() + 1]), payload))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(tensor.size() + "");
        assertThat(one.residualNorm()).isEqualTo(residual);
        one.encode(good, payload);
        byte[] bytes = Messages.bytes(payload);
        two.encode(good, payload);
        assertThat(Messages.bytes(payload)).isEqualTo(bytes);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aRestoredEncoderGoesOn(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Compressor compressor = subject.compressor();
        Encoder one = compressor.encoder(tensor.shape(), Seed.of(3));
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        FloatSlice gradient = FloatSlice.of(tensor.values());
        one.encode(gradient, payload);
        one.encode(gradient, payload);
        ByteBuffer state = ByteBuffer.allocate(one.stateBytes());
        one.save(state);
        assertThat(state.hasRemaining()).isFalse();
        Encoder two = compressor.encoder(tensor.shape(), Seed.of(99)); // the seed is part of the state
        two.restore(state.flip());
        for (int step = 0; step < 2; step++) {
            one.encode(gradient, payload);
            byte[] bytes = Messages.bytes(payload);
            two.encode(gradient, payload);
            assertThat(Messages.bytes(payload)).isEqualTo(bytes);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aStateThatIsDamagedOrOfAnotherShapeIsRefused(
            @ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Compressor compressor = subject.compressor();
        Encoder one = compressor.encoder(tensor.shape(), Seed.of(3));
        Encoder two = compressor.encoder(tensor.shape(), Seed.of(3));
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        FloatSlice gradient = FloatSlice.of(tensor.values());
        one.encode(gradient, payload);
        two.encode(gradient, payload);
        ByteBuffer saved = ByteBuffer.allocate(one.stateBytes());
        one.save(saved);
        one.encode(gradient, payload);
        two.encode(gradient, payload);

        byte[] damaged = saved.array().clone();
        damaged[tensor.seed() % damaged.length] ^= (byte) (1 << tensor.seed() % 8);
        ByteBuffer in = ByteBuffer.wrap(damaged);
        assertThatThrownBy(() -> one.restore(in)).isInstanceOf(MalformedInputException.class);
        assertThat(in.position()).isZero();
        ByteBuffer truncated = saved.duplicate().position(0).limit(tensor.seed() % damaged.length);
        assertThatThrownBy(() -> one.restore(truncated)).isInstanceOf(MalformedInputException.class);
        Shape other = new Shape(tensor.rows(), tensor.columns() + 1);
        assertThatThrownBy(() -> compressor
                        .encoder(other, Seed.of(3))
                        .restore(saved.duplicate().position(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a state of ")
                .hasMessageContaining(tensor.rows() + " x " + tensor.columns());

        one.encode(gradient, payload);
        byte[] bytes = Messages.bytes(payload);
        two.encode(gradient, payload);
        assertThat(Messages.bytes(payload)).isEqualTo(bytes);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aPayloadWithoutRoomIsRefused(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        int maxBytes = subject.compressor().maxBytes(tensor.shape());
        if (maxBytes > Payload.HEADER_BYTES) {
            Encoder encoder = subject.compressor().encoder(tensor.shape(), Seed.of(1));
            Payload tooSmall = Payload.allocate(Payload.HEADER_BYTES);
            assertThatThrownBy(() -> encoder.encode(FloatSlice.of(tensor.values()), tooSmall))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("room for 16 bytes");
            assertThat(tooSmall.isEmpty()).isTrue();
        }
    }

    /** A payload with room for one tensor has room for every smaller one, up to what no array can hold. */
    @Example
    void roomGrowsWithTheTensor() {
        for (Subject subject : subjects()) {
            for (int columns : new int[] {1, 2, 3, 9, 40}) {
                for (int rows = 0; rows < 40; rows++) {
                    requireRoom(subject.compressor(), new Shape(rows, columns), new Shape(rows + 1, columns));
                    requireRoom(subject.compressor(), new Shape(columns, rows), new Shape(columns, rows + 1));
                }
            }
            for (int length = 0; length < 2000; length++) {
                requireRoom(subject.compressor(), Shape.vector(length), Shape.vector(length + 1));
            }
            for (int length = 2048; length > 0; length *= 2) {
                requireRoom(subject.compressor(), Shape.vector(length - 1), Shape.vector(length));
                requireRoom(subject.compressor(), Shape.vector(length), Shape.vector(length + length / 2));
            }
            requireRoom(subject.compressor(), Shape.vector(Shape.MAX_SIZE - 1), Shape.vector(Shape.MAX_SIZE));
        }
    }

    private static void requireRoom(Compressor compressor, Shape small, Shape large) {
        long less = room(compressor, small);
        long more = room(compressor, large);
        if (less > more) {
            throw new AssertionError(
                    compressor + " takes " + less + " bytes for " + small + ", " + more + " for " + large);
        }
    }

    /** Infinite if it is refused. */
    private static long room(Compressor compressor, Shape shape) {
        try {
            return compressor.maxBytes(shape);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("the limit is").hasMessageContaining("split the tensor");
            return Long.MAX_VALUE;
        }
    }

    /** The payload of the first step. */
    static Payload encode(Compressor compressor, Tensor tensor) {
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        compressor.encoder(tensor.shape(), Seed.of(5)).encode(FloatSlice.of(tensor.values()), payload);
        return payload;
    }
}
