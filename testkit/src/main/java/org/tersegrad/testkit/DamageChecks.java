package org.tersegrad.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;

/**
 * Laws of damaged messages. One throws {@link MalformedInputException} and nothing else, or decodes to finite values of exactly the
 * expected length and is written again to the same bytes; nothing beside the target is touched, and nothing is allocated for a
 * length that a message only claims. Most messages get a right checksum, so that the checksum does not find the damage.
 */
final class DamageChecks {
    /**
     * Far more than an exception, its stack trace and the vectors of code that is not compiled yet take for tensors as small
     * as these; far less than an array for a claim of hundreds of millions.
     */
    private static final long MOST_ALLOCATED = 1 << 24;

    private static final int CHECKSUM_AT = 12;
    /** Elements around the target that must not change. */
    private static final int GUARDS = 64;

    static final List<CompressorLaw> LAWS = List.of(new CompressorLaw.OfCases(
            new Law(
                    "DamageLaws",
                    "damageIsRefusedOrHarmless",
                    "intact bytes are read; damaged bytes throw, or they decode to finite floats of the expected length and are written as the"
                            + " same bytes; nothing outside the target is modified, and no length in a message makes the reader allocate much"),
            CompressorLaw.Scope.ALL,
            30,
            (subject, messages) -> FreshThread.run(() -> damage(subject, messages))));

    private DamageChecks() {}

    private static void damage(Subject subject, int messages) {
        List<Tensor> tensors = List.of(
                new Tensor(Tensor.Kind.GAUSSIAN, 5, 8, 1),
                new Tensor(Tensor.Kind.TIES, 1, 3, 2),
                new Tensor(Tensor.Kind.SPARSE, 12, 50, 3),
                new Tensor(Tensor.Kind.GAUSSIAN, 1, 0, 4));
        int read = 0;
        Damage damage = new Damage(subject.toString().hashCode());
        for (Tensor tensor : tensors) {
            byte[] message = Messages.requireIntactIsRead(subject, tensor);
            Payload payload = Messages.receiver(
                    Messages.first(subject.compressor(), tensor), message.length + Damage.MOST_ADDED + 64);
            read += damage(message, payload, tensor.size(), damage, messages / tensors.size());
        }
        Require.that(read < messages || messages < 100, "all of " + messages + " damaged messages were read");
    }

    private static int damage(byte[] message, Payload payload, int length, Damage damage, int count) {
        FloatSlice target = new FloatSlice(new float[GUARDS + length + GUARDS], GUARDS, length);
        Arrays.fill(target.array(), Float.NaN);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        int accepteds = 0;
        for (int i = 0; i < count; i++) {
            ByteBuffer damaged = damage.of(message);
            long before = threads.getThreadAllocatedBytes(id);
            accepteds += read(damaged, payload, target) ? 1 : 0;
            long allocated = threads.getThreadAllocatedBytes(id) - before;
            if (allocated > MOST_ALLOCATED) {
                throw new AssertionError(allocated + " bytes allocated for a message of " + damaged.limit());
            }
        }
        return accepteds;
    }

    private static boolean read(ByteBuffer damaged, Payload payload, FloatSlice target) {
        try {
            payload.readFrom(damaged, target.length());
        } catch (MalformedInputException e) {
            if (!payload.isEmpty() || damaged.position() != 0) {
                throw new AssertionError("a message that threw left a trace", e);
            }
            return false;
        }
        if (!damaged.flip().equals(ByteBuffer.wrap(Messages.bytes(payload)))) {
            throw new AssertionError("written again, the message has other bytes");
        }
        long padding = 8L * payload.byteLength() - payload.bits();
        if (padding < 0 || padding > 7) {
            throw new AssertionError(payload.bits() + " bits in " + payload.byteLength() + " bytes");
        }
        checkDecoded(payload, target);
        return true;
    }

    private static void checkDecoded(Payload payload, FloatSlice target) {
        float[] array = target.array();
        int end = target.offset() + target.length();
        Arrays.fill(array, target.offset(), end, 0f);
        Messages.addTo(payload, target, 1f);
        for (int i = 0; i < array.length; i++) {
            boolean guard = i < target.offset() || i >= end;
            if (guard ? !Float.isNaN(array[i]) : !Float.isFinite(array[i])) {
                throw new AssertionError("element " + (i - target.offset()) + " is " + array[i]);
            }
        }
    }

    /** Makes damaged copies of messages. */
    private static final class Damage {
        static final int MOST_ADDED = 16;

        private final int seed;
        private final CRC32C checksum = new CRC32C();
        private int position;

        Damage(int seed) {
            this.seed = seed;
        }

        private int next(int bound) {
            return Integer.remainderUnsigned(CounterRandom.word(seed, position++), bound);
        }

        ByteBuffer of(byte[] message) {
            int kind = next(10);
            int length = message.length;
            if (kind == 0) {
                length = next(message.length + 1);
            } else if (kind == 1) {
                length += 1 + next(MOST_ADDED);
            }
            byte[] bytes = Arrays.copyOf(message, length);
            int edits = kind < 2 ? next(2) : 1 + next(3);
            for (int i = 0; i < edits && length > 0; i++) {
                edit(bytes, next(length));
            }
            if (length >= Payload.HEADER_BYTES && next(10) != 0) {
                repair(bytes);
            }
            return ByteBuffer.wrap(bytes);
        }

        private void edit(byte[] bytes, int at) {
            switch (next(6)) {
                case 0 -> bytes[at] ^= (byte) (1 << next(8));
                case 1 -> bytes[at] = (byte) next(256);
                case 2 -> bytes[at] = 0;
                case 3 -> bytes[at] = -1;
                case 4 -> huge(bytes, at);
                default -> bytes[at] += (byte) (next(2) * 2 - 1);
            }
        }

        /** A number or length of 2^23 to 2^31, at any offset. */
        private void huge(byte[] bytes, int at) {
            if (bytes.length >= Integer.BYTES) {
                int to = Math.min(at, bytes.length - Integer.BYTES);
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(to, Integer.MAX_VALUE >>> next(9));
            }
        }

        /** Makes length and checksum those of the bytes, so that it is the body that has to be checked. */
        private void repair(byte[] bytes) {
            ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            header.putInt(8, bytes.length - Payload.HEADER_BYTES);
            checksum.reset();
            checksum.update(bytes, 0, CHECKSUM_AT);
            checksum.update(bytes, Payload.HEADER_BYTES, bytes.length - Payload.HEADER_BYTES);
            header.putInt(CHECKSUM_AT, (int) checksum.getValue());
        }
    }
}
