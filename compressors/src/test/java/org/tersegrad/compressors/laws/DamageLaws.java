package org.tersegrad.compressors.laws;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;

/**
 * That damaged messages are refused, or decoded to something finite: nothing is thrown but {@link MalformedInputException},
 * and nothing is allocated for what a message only claims. Most get a right checksum, so that the damage is not found by it.
 */
public abstract class DamageLaws {
    /** More than an exception and its stack trace, less than any array that a claim of a million elements would take. */
    private static final long MOST_ALLOCATED = 50_000;

    private static final int CHECKSUM_AT = 12;

    /** What is tested. */
    protected abstract List<Subject> subjects();

    /** How many messages are damaged for each subject. */
    protected int messages() {
        return 100_000;
    }

    @TestFactory
    Stream<DynamicTest> damageIsRefusedOrHarmless() {
        return subjects().stream()
                .map(subject -> DynamicTest.dynamicTest(subject.toString(), () -> inAThreadOfItsOwn(subject)));
    }

    /** There stack traces are short and cheap. */
    private void inAThreadOfItsOwn(Subject subject) throws InterruptedException {
        Throwable[] failure = new Throwable[1];
        Thread thread = new Thread(() -> damage(subject));
        thread.setUncaughtExceptionHandler((where, what) -> failure[0] = what);
        thread.start();
        thread.join();
        if (failure[0] != null) {
            throw new AssertionError(subject + ": " + failure[0], failure[0]);
        }
    }

    private void damage(Subject subject) {
        List<Tensor> tensors = List.of(
                new Tensor(Tensor.Kind.GAUSSIAN, 5, 8, 1),
                new Tensor(Tensor.Kind.TIES, 1, 3, 2),
                new Tensor(Tensor.Kind.SPARSE, 12, 50, 3),
                new Tensor(Tensor.Kind.GAUSSIAN, 1, 0, 4));
        int read = 0;
        Damage damage = new Damage(subject.hashCode());
        for (Tensor tensor : tensors) {
            byte[] message = Messages.bytes(CompressorLaws.encode(subject.compressor(), tensor));
            read += damage(message, tensor.size(), damage, messages() / tensors.size());
        }
        assertThat(read).as("messages read in spite of damage").isLessThan(messages());
    }

    private static int damage(byte[] message, int length, Damage damage, int count) {
        Payload payload = Payload.allocate(message.length + Damage.MOST_ADDED + 64);
        float[] target = new float[1 << 14];
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        int accepteds = 0;
        for (int i = 0; i < count; i++) {
            ByteBuffer damaged = damage.of(message);
            long before = threads.getThreadAllocatedBytes(id);
            boolean accepted = read(damaged, length, payload, target);
            if (threads.getThreadAllocatedBytes(id) - before > MOST_ALLOCATED) {
                // The first use of a line of code may allocate what it needs for good, so once more.
                before = threads.getThreadAllocatedBytes(id);
                read(damaged.position(0), length, payload, target);
                long allocated = threads.getThreadAllocatedBytes(id) - before;
                if (allocated > MOST_ALLOCATED) {
                    throw new AssertionError(allocated + " bytes allocated for a message of " + damaged.limit());
                }
            }
            accepteds += accepted ? 1 : 0;
        }
        return accepteds;
    }

    private static boolean read(ByteBuffer damaged, int length, Payload payload, float[] target) {
        try {
            payload.readFrom(damaged, length);
        } catch (MalformedInputException e) {
            if (!payload.isEmpty() || damaged.position() != 0) {
                throw new AssertionError("a refused message left a trace", e);
            }
            return false;
        }
        checkAccepted(payload, target);
        return true;
    }

    private static void checkAccepted(Payload payload, float[] target) {
        if (payload.bits() <= 0 || payload.length() > target.length || payload.isIncrement()) {
            return; // a sparse message may well speak of many elements; an increment is decoded as a gradient is
        }
        Arrays.fill(target, 0, payload.length(), 0f);
        payload.addTo(new FloatSlice(target, 0, payload.length()), 1f);
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
            switch (next(5)) {
                case 0 -> bytes[at] ^= (byte) (1 << next(8));
                case 1 -> bytes[at] = (byte) next(256);
                case 2 -> bytes[at] = 0;
                case 3 -> bytes[at] = -1;
                default -> bytes[at] += (byte) (next(2) * 2 - 1);
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
