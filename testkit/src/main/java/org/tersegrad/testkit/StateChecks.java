package org.tersegrad.testkit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;

/**
 * Laws of saved states. A damaged state throws and changes nothing, or is accepted and the encoder works: it saves the same bytes,
 * accepts the next gradients, and sends finite values. All checksums are corrected, so that the content has to be checked.
 */
final class StateChecks {
    private static final int ROWS = 12;
    private static final int COLUMNS = 20;

    static final List<CompressorLaw> LAWS = List.of(new CompressorLaw.OfCases(
            new Law(
                    "StateLaws",
                    "aDamagedStateIsRefusedWithoutATraceOrTheEncoderWorks",
                    "a damaged state with right checksums throws and save writes the same bytes as before, or the encoder accepts the"
                            + " next gradients and their payloads decode to finite numbers"),
            CompressorLaw.Scope.ALL,
            3,
            (subject, states) -> FreshThread.run(() -> damage(subject, states))));

    private StateChecks() {}

    private static void damage(Subject subject, int states) {
        Encoder encoder = encoderAfter(subject, 3);
        byte[] before = Messages.state(encoder);
        Damage damage = new Damage(
                Messages.state(encoderAfter(subject, 2)), subject.toString().hashCode());
        for (int i = 0; i < states; i++) {
            byte[] damaged = damage.next();
            try {
                encoder.restore(ByteBuffer.wrap(damaged));
            } catch (MalformedInputException | IllegalArgumentException e) {
                if (!Arrays.equals(Messages.state(encoder), before)) {
                    throw new AssertionError("a state that threw left a trace: " + e.getMessage(), e);
                }
                continue;
            }
            if (!Arrays.equals(Messages.state(encoder), damaged)) {
                throw new AssertionError("a state was accepted, and the encoder saves another one");
            }
            requireWorks(subject, encoder);
            encoder.restore(ByteBuffer.wrap(before));
        }
    }

    private static Encoder encoderAfter(Subject subject, int steps) {
        Tensor tensor = tensor(0);
        Encoder encoder = subject.compressor().encoder(tensor.shape(), Seed.of(11));
        Payload payload = Payload.allocate(subject.compressor().maxBytes(tensor.shape()));
        for (int step = 0; step < steps; step++) {
            encoder.encode(FloatSlice.of(tensor(step).values()), payload);
        }
        return encoder;
    }

    private static Tensor tensor(int seed) {
        return new Tensor(Tensor.Kind.GAUSSIAN, ROWS, COLUMNS, seed);
    }

    private static void requireWorks(Subject subject, Encoder encoder) {
        Tensor tensor = tensor(77);
        Payload payload = Payload.allocate(subject.compressor().maxBytes(tensor.shape()));
        Mirror mirror = new Mirror(subject.compressor(), tensor.shape());
        for (int step = 0; step < 2; step++) {
            encoder.encode(FloatSlice.of(tensor.values()), payload);
            Require.finite(Messages.received(payload, mirror), "decoded after a damaged state");
        }
        encoder.restore(ByteBuffer.wrap(Messages.state(encoder)));
    }

    /** Makes damaged copies of a state, and corrects the checksums of all states inside it. */
    private static final class Damage {
        private static final int CONTENT_AT = 4;
        private static final int CHECKSUM_AT = 16;
        private static final int HEADER_BYTES = 22;
        private static final int[] INTS = {
            0x7fc00000, 0x7f800000, 0xff800000, 0x7f7fffff, 0xff7fffff, -1, 1, 0, Integer.MIN_VALUE
        };
        private static final long[] LONGS = {-1, 0, 1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40};

        private final byte[] state;
        private final int seed;
        private final List<int[]> spans = new ArrayList<>();
        private int position;

        Damage(byte[] state, int seed) {
            this.state = state;
            this.seed = seed;
            for (int at = 0; at + HEADER_BYTES <= state.length; at++) {
                long length = length(at);
                if (state[at] == 'T'
                        && state[at + 1] == 's'
                        && length <= state.length - at
                        && checksum(state, at, at + (int) length)
                                == buffer(state).getInt(at + CHECKSUM_AT)) {
                    spans.add(0, new int[] {at, at + (int) length}); // inner ones come before the one around them
                }
            }
        }

        private static ByteBuffer buffer(byte[] bytes) {
            return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }

        private long length(int at) {
            int owner = Short.toUnsignedInt(buffer(state).getShort(at + HEADER_BYTES - 2));
            return (long) HEADER_BYTES
                    + owner
                    + Integer.toUnsignedLong(buffer(state).getInt(at + CONTENT_AT));
        }

        private static int checksum(byte[] bytes, int from, int to) {
            CRC32C checksum = new CRC32C();
            checksum.update(bytes, from, CHECKSUM_AT);
            checksum.update(bytes, from + CHECKSUM_AT + 4, to - from - CHECKSUM_AT - 4);
            return (int) checksum.getValue();
        }

        private int next(int bound) {
            return Integer.remainderUnsigned(CounterRandom.word(seed, position++), bound);
        }

        byte[] next() {
            boolean otherLength = next(20) == 0;
            int length = otherLength ? state.length + next(17) - 8 : state.length;
            byte[] bytes = Arrays.copyOf(state, length);
            if (otherLength) {
                int content = buffer(bytes).getInt(CONTENT_AT);
                buffer(bytes).putInt(CONTENT_AT, content + length - state.length);
            }
            int edits = otherLength ? next(2) : 1 + next(2);
            for (int i = 0; i < edits; i++) {
                edit(bytes);
            }
            for (int[] span : spans) {
                int end = Math.min(span[1] == state.length ? length : span[1], length);
                if (span[0] + HEADER_BYTES <= end) {
                    buffer(bytes).putInt(span[0] + CHECKSUM_AT, checksum(bytes, span[0], end));
                }
            }
            return bytes;
        }

        /** Edits a content, most often in whole words at its beginning or its end: that is where numbers are. */
        private void edit(byte[] bytes) {
            int[] span = spans.get(next(spans.size()));
            int at = span[1] - 4 - 4 * next((span[1] - span[0]) / 4);
            int first =
                    span[0] + HEADER_BYTES + Short.toUnsignedInt(buffer(state).getShort(span[0] + HEADER_BYTES - 2));
            switch (next(5)) {
                case 0 -> bytes[next(bytes.length)] ^= (byte) (1 << next(8));
                case 1 -> bytes[next(bytes.length)] = (byte) next(256);
                case 2 -> putLong(bytes, first + 8 * next(2), LONGS[next(LONGS.length)]);
                case 3 -> putLong(bytes, at, LONGS[next(LONGS.length)]);
                default -> buffer(bytes).putInt(Math.max(0, Math.min(at, bytes.length - 4)), INTS[next(INTS.length)]);
            }
        }

        private static void putLong(byte[] bytes, int at, long value) {
            buffer(bytes).putLong(Math.max(0, Math.min(at, bytes.length - 8)), value);
        }
    }
}
