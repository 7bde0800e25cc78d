package org.tersegrad.testkit;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.PayloadSum;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Slice;

/** Laws that hold exactly, for any compressor and any tensor. */
final class ExactChecks {
    private static final String KIND = "CompressorLaws";

    static final List<CompressorLaw> LAWS = List.of(
            law(
                    "whatIsWrittenIsRead",
                    "the bytes of a payload read back as a payload with the same elements, which is written as the same bytes",
                    ExactChecks::whatIsWrittenIsRead),
            law(
                    "outputIsFiniteAndAsLongAsPromised",
                    "maxBytes is never exceeded, sendsIncrements is true, and nothing decodes to NaN",
                    ExactChecks::outputIsFiniteAndAsLongAsPromised),
            law(
                    "sameSeedSameBytesAtAnyOffsetAndNothingElseIsTouched",
                    "neither the offset in an array nor the elements around it matter, and the gradient is not modified",
                    ExactChecks::sameSeedSameBytesAtAnyOffsetAndNothingElseIsTouched),
            law(
                    "addingIsAddingWhatWasDecoded",
                    "addTo adds what decompress shows, and writes nowhere else",
                    ExactChecks::addingIsAddingWhatWasDecoded),
            law(
                    "addingTogetherIsAddingOneAfterTheOther",
                    "a PayloadSum has the bits of single additions",
                    ExactChecks::addingTogetherIsAddingOneAfterTheOther),
            law(
                    "aGradientOfAnyKindGivesThePayloadsOfTheSameFloats",
                    "a gradient of 16-bit floats or in a buffer gives the bytes and the state of the same numbers in an array",
                    ExactChecks::aGradientOfAnyKindGivesThePayloadsOfTheSameFloats),
            law(
                    "whatIsRefusedInAnArrayIsRefusedInAnyKind",
                    "NaN, infinity and another length throw for 16-bit floats and buffers as they do for arrays",
                    ExactChecks::whatIsRefusedInAnArrayIsRefusedInAnyKind),
            law(
                    "addingToAnyKindIsAddingToFloatsAndRounding",
                    "sums for a target of 16 bits or in a buffer are those of an array, rounded once",
                    ExactChecks::addingToAnyKindIsAddingToFloatsAndRounding),
            law(
                    "whatIsRefusedLeavesNoTrace",
                    "NaN, infinity and wrong lengths throw, naming the element; the payload is empty and the next step unaffected",
                    ExactChecks::whatIsRefusedLeavesNoTrace),
            law(
                    "aRestoredEncoderGoesOn",
                    "after save and restore the next payloads are the same",
                    ExactChecks::aRestoredEncoderGoesOn),
            law(
                    "aStateThatIsDamagedOrOfAnotherShapeIsRefused",
                    "such a state throws and leaves the encoder unchanged",
                    ExactChecks::aStateThatIsDamagedOrOfAnotherShapeIsRefused),
            law(
                    "aPayloadWithoutRoomIsRefused",
                    "a payload that is too small throws before any byte is written",
                    ExactChecks::aPayloadWithoutRoomIsRefused),
            new CompressorLaw.OfCases(
                    new Law(
                            KIND,
                            "roomGrowsWithTheTensor",
                            "maxBytes never falls as rows or columns are added, up to the largest tensor"),
                    CompressorLaw.Scope.ALL,
                    0,
                    (subject, cases) -> roomGrowsWithTheTensor(subject.compressor())));

    private ExactChecks() {}

    private static CompressorLaw law(String name, String says, BiConsumer<Subject, Tensor> check) {
        return new CompressorLaw.OfTensors(new Law(KIND, name, says), CompressorLaw.Scope.ALL, Tensors.any(), check);
    }

    private static void whatIsWrittenIsRead(Subject subject, Tensor tensor) {
        Payload payload = Messages.first(subject.compressor(), tensor);
        byte[] bytes = Messages.bytes(payload);
        Payload read = Messages.receiver(payload, bytes.length);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        read.readFrom(in, tensor.size());
        Require.that(!in.hasRemaining(), in.remaining() + " bytes of the message were not read");
        Require.equal(Messages.decoded(read), Messages.decoded(payload), "decoded from the bytes");
        Require.equal(Messages.bytes(read), bytes, "the message, written again");
        Require.equal(read.bits(), payload.bits(), "the number of bits");
        Require.equal(read.toString(), payload.toString(), "the description");
    }

    private static void outputIsFiniteAndAsLongAsPromised(Subject subject, Tensor tensor) {
        Compressor compressor = subject.compressor();
        Payload payload = Messages.first(compressor, tensor);
        int most = compressor.maxBytes(tensor.shape());
        Require.that(payload.byteLength() <= most, payload.byteLength() + " bytes, promised were at most " + most);
        long padding = 8L * payload.byteLength() - payload.bits();
        Require.that(padding >= 0 && padding <= 7, payload.bits() + " bits in " + payload.byteLength() + " bytes");
        Require.equal(payload.length(), tensor.size(), "the number of elements");
        Require.equal(
                payload.isIncrement(),
                Promises.sendsIncrements(compressor, tensor.shape()),
                "whether the payload is an increment");
        Require.finite(Messages.decoded(payload), "decoded");
    }

    private static void sameSeedSameBytesAtAnyOffsetAndNothingElseIsTouched(Subject subject, Tensor tensor) {
        Compressor compressor = subject.compressor();
        Encoder one = compressor.encoder(tensor.shape(), Seed.of(7));
        Encoder two = compressor.encoder(tensor.shape(), Seed.of(7));
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        for (int step = 0; step < 3; step++) {
            Tensor next = tensor.plusSeed(step);
            FloatSlice aligned = FloatSlice.of(next.values());
            FloatSlice shifted = next.slice(step + 1);
            float[] before = shifted.array().clone();
            one.encode(aligned, payload);
            byte[] bytes = Messages.bytes(payload);
            two.encode(shifted, payload);
            Require.equal(Messages.bytes(payload), bytes, "the message of a gradient at another offset");
            Require.equal(shifted.array(), before, "the caller's array");
            Arrays.fill(
                    aligned.array(),
                    Float.NaN); // the caller's to use again: an encoder that looks at it later is found
        }
    }

    private static void addingIsAddingWhatWasDecoded(Subject subject, Tensor tensor) {
        Payload payload = Messages.first(subject.compressor(), tensor);
        float[] decoded = Messages.decoded(payload);
        FloatSlice target = new Tensor(Tensor.Kind.GAUSSIAN, 1, tensor.size(), 99).slice(3);
        float[] before = target.array().clone();
        Messages.addTo(payload, target, -0.5f);
        // A product of factors is added term by term, and may lose what cancels.
        double lost = 1e-6 * largest(decoded) + Float.MIN_VALUE;
        for (int i = 0; i < before.length; i++) {
            int element = i - target.offset();
            if (element < 0 || element >= decoded.length) {
                Require.that(Float.isNaN(target.array()[i]), "an element beside the target was written");
            } else {
                double expected = before[i] - 0.5 * decoded[element];
                double tolerance = lost + 1e-5 * (Math.abs((double) decoded[element]) + Math.abs(before[i]));
                if (!(Math.abs(target.array()[i] - expected) <= tolerance)) {
                    throw new AssertionError(
                            "element " + element + " is " + target.array()[i] + ", expected is " + expected);
                }
            }
        }
    }

    private static void addingTogetherIsAddingOneAfterTheOther(Subject subject, Tensor tensor) {
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
            Tensor its = tensor.plusSeed(worker);
            compressor.encoder(tensor.shape(), Seed.of(worker)).encode(FloatSlice.of(its.values()), payload);
            payload.addTo(expected, weight);
            sum.add(payload);
        }
        sum.finish();
        Require.equal(target.array(), expected.array(), "the sum of several payloads");
    }

    private static void aGradientOfAnyKindGivesThePayloadsOfTheSameFloats(Subject subject, Tensor tensor) {
        Compressor compressor = subject.compressor();
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        for (Stored.Kind kind : Stored.Kind.someFor(tensor)) {
            Encoder one = compressor.encoder(tensor.shape(), Seed.of(7));
            Encoder two = compressor.encoder(tensor.shape(), Seed.of(7));
            for (int step = 0; step < 3; step++) {
                Stored gradient = kind.of(tensor.plusSeed(step), step);
                float[] before = gradient.memory();
                one.encode(gradient.floats(), payload);
                byte[] bytes = Messages.bytes(payload);
                two.encode(gradient.slice(), payload);
                Require.equal(Messages.bytes(payload), bytes, "the message of a gradient of the kind " + kind);
                Require.equal(gradient.memory(), before, "the caller's memory");
            }
            Require.equal(Messages.state(two), Messages.state(one), "the state after gradients of the kind " + kind);
        }
    }

    private static void whatIsRefusedInAnArrayIsRefusedInAnyKind(Subject subject, Tensor tensor) {
        Compressor compressor = subject.compressor();
        for (Stored.Kind kind : Stored.Kind.someFor(tensor)) {
            Stored gradient = kind.of(tensor, 1);
            if (tensor.size() > 0) {
                int at = tensor.seed() % tensor.size();
                float bad = tensor.seed() % 2 == 0 ? Float.NaN : Float.NEGATIVE_INFINITY;
                gradient.slice().set(new float[] {bad}, 0, 1, at);
            }
            for (Slice each : List.of(gradient.slice(), gradient.longer())) {
                Encoder one = compressor.encoder(tensor.shape(), Seed.of(7));
                Encoder two = compressor.encoder(tensor.shape(), Seed.of(7));
                Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
                String expected = rejection(() -> one.encode(Stored.floats(each), payload));
                Require.equal(rejection(() -> two.encode(each, payload)), expected, "the exception for " + kind);
                Require.equal(payload.isEmpty(), !expected.isEmpty(), "whether the payload is empty");
                Require.equal(Messages.state(two), Messages.state(one), "the state after gradients of " + kind);
            }
        }
    }

    private static String rejection(Runnable call) {
        try {
            call.run();
            return "";
        } catch (IllegalArgumentException e) {
            return e.toString();
        }
    }

    private static void addingToAnyKindIsAddingToFloatsAndRounding(Subject subject, Tensor tensor) {
        Payload payload = Messages.first(subject.compressor(), tensor);
        if (payload.isIncrement()) {
            return;
        }
        for (Stored.Kind kind : Stored.Kind.someFor(tensor)) {
            Tensor before = new Tensor(Tensor.Kind.GAUSSIAN, 1, tensor.size(), 99);
            Stored target = kind.of(before, 3);
            Stored expected = kind.of(before, 3);
            FloatSlice sums = target.floats();
            payload.addTo(sums, -0.3f);
            expected.slice().set(sums);
            payload.addTo(target.slice(), -0.3f);
            Require.equal(target.memory(), expected.memory(), "the target of the kind " + kind);
            Require.thrown(
                    IllegalArgumentException.class, () -> payload.addTo(target.longer(), 1f), "" + tensor.size());
        }
    }

    private static float largest(float[] values) {
        float largest = 0;
        for (float value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }

    private static void whatIsRefusedLeavesNoTrace(Subject subject, Tensor tensor) {
        Compressor compressor = subject.compressor();
        if (tensor.size() == 0) {
            return;
        }
        Encoder one = compressor.encoder(tensor.shape(), Seed.of(7));
        Encoder two = compressor.encoder(tensor.shape(), Seed.of(7));
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        FloatSlice good = FloatSlice.of(tensor.values());
        FloatSlice bad = FloatSlice.of(tensor.values());
        int at = tensor.seed() % tensor.size();
        bad.array()[at] = tensor.seed() % 2 == 0 ? Float.NaN : Float.NEGATIVE_INFINITY;
        if (subject.has(Claim.TAKES_ANYTHING)) {
            one.encode(bad, payload);
            for (float each : payload.isIncrement() ? new float[0] : payload.decompress()) {
                Require.that(Float.isFinite(each), "a gradient with " + bad.array()[at] + " decodes to " + each);
            }
            return;
        }
        one.encode(good, payload);
        two.encode(good, payload);
        double residual = one.residualNorm();
        Require.thrown(IllegalArgumentException.class, () -> one.encode(bad, payload), "element " + at + " ");
        Require.that(payload.isEmpty(), "the payload is not empty after a gradient with " + bad.array()[at]);
        Require.thrown(
                IllegalArgumentException.class,
                () -> one.encode(FloatSlice.of(new float[tensor.size() + 1]), payload),
                tensor.size() + "");
        Require.equal(one.residualNorm(), residual, "the norm of the residual");
        one.encode(good, payload);
        byte[] bytes = Messages.bytes(payload);
        two.encode(good, payload);
        Require.equal(bytes, Messages.bytes(payload), "the message after gradients that threw");
    }

    private static void aRestoredEncoderGoesOn(Subject subject, Tensor tensor) {
        Compressor compressor = subject.compressor();
        Encoder one = compressor.encoder(tensor.shape(), Seed.of(3));
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        FloatSlice gradient = FloatSlice.of(tensor.values());
        one.encode(gradient, payload);
        one.encode(gradient, payload);
        ByteBuffer state = ByteBuffer.allocate(one.stateBytes());
        one.save(state);
        Require.that(!state.hasRemaining(), "save wrote " + state.position() + " bytes of " + one.stateBytes());
        Encoder two = compressor.encoder(tensor.shape(), Seed.of(99)); // the seed is part of the state
        two.restore(state.flip());
        for (int step = 0; step < 2; step++) {
            one.encode(gradient, payload);
            byte[] bytes = Messages.bytes(payload);
            two.encode(gradient, payload);
            Require.equal(Messages.bytes(payload), bytes, "the message of the restored encoder");
        }
    }

    private static void aStateThatIsDamagedOrOfAnotherShapeIsRefused(Subject subject, Tensor tensor) {
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
        Require.that(damaged.length > 0, "a state of 0 bytes cannot be checked: extend SavedState");
        damaged[tensor.seed() % damaged.length] ^= (byte) (1 << tensor.seed() % 8);
        ByteBuffer in = ByteBuffer.wrap(damaged);
        Require.thrown(MalformedInputException.class, () -> one.restore(in));
        Require.equal(in.position(), 0, "the position after a damaged state");
        ByteBuffer truncated = saved.duplicate().position(0).limit(tensor.seed() % damaged.length);
        Require.thrown(MalformedInputException.class, () -> one.restore(truncated));
        Shape other = new Shape(tensor.rows(), tensor.columns() + 1);
        Require.thrown(
                IllegalArgumentException.class,
                () -> compressor
                        .encoder(other, Seed.of(3))
                        .restore(saved.duplicate().position(0)),
                "a state of ",
                tensor.rows() + " x " + tensor.columns());

        one.encode(gradient, payload);
        byte[] bytes = Messages.bytes(payload);
        two.encode(gradient, payload);
        Require.equal(bytes, Messages.bytes(payload), "the message after states that threw");
    }

    private static void aPayloadWithoutRoomIsRefused(Subject subject, Tensor tensor) {
        int maxBytes = subject.compressor().maxBytes(tensor.shape());
        if (maxBytes > Payload.HEADER_BYTES) {
            Encoder encoder = subject.compressor().encoder(tensor.shape(), Seed.of(1));
            Payload tooSmall = Payload.allocate(Payload.HEADER_BYTES);
            Require.thrown(
                    IllegalArgumentException.class,
                    () -> encoder.encode(FloatSlice.of(tensor.values()), tooSmall),
                    "16 bytes");
            Require.that(tooSmall.isEmpty(), "a payload that is too small is not empty");
        }
    }

    /** A payload for one tensor suffices for every smaller one, up to what no array can hold. */
    private static void roomGrowsWithTheTensor(Compressor compressor) {
        for (int columns : new int[] {1, 2, 3, 9, 40}) {
            for (int rows = 0; rows < 40; rows++) {
                requireNoLess(compressor, new Shape(rows, columns), new Shape(rows + 1, columns));
                requireNoLess(compressor, new Shape(columns, rows), new Shape(columns, rows + 1));
            }
        }
        for (int length = 0; length < 2000; length++) {
            requireNoLess(compressor, Shape.vector(length), Shape.vector(length + 1));
        }
        for (int length = 2048; length > 0; length *= 2) {
            requireNoLess(compressor, Shape.vector(length - 1), Shape.vector(length));
            requireNoLess(compressor, Shape.vector(length), Shape.vector(length + length / 2));
        }
        requireNoLess(compressor, Shape.vector(Shape.MAX_SIZE - 1), Shape.vector(Shape.MAX_SIZE));
    }

    private static void requireNoLess(Compressor compressor, Shape small, Shape large) {
        long less = bytes(compressor, small);
        long more = bytes(compressor, large);
        Require.that(
                less <= more, compressor + " takes " + less + " bytes for " + small + ", " + more + " for " + large);
    }

    /** Infinite if no array can hold them. */
    private static long bytes(Compressor compressor, Shape shape) {
        try {
            return compressor.maxBytes(shape);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            Require.that(
                    message.contains("the limit is") && message.contains("split the tensor"),
                    "the message for " + shape + " names no limit: " + message);
            return Long.MAX_VALUE;
        }
    }
}
