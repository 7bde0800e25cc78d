package org.tersegrad.reducers.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.codecs.MalformedInputException;

/**
 * The bytes of rounds: blocks, one after another, each with its length in front of it. All numbers are little-endian.
 *
 * <pre>
 *   message of a worker    | sums | maxima | messages to all | payloads to all | messages to worker 0 | ... to worker n − 1 |
 *   answer for all         | sums | maxima | messages to all from worker 0 ... n − 1 | payloads from worker 0 ... n − 1 |
 *   answer for a worker    | messages to it from worker 0 | ... from worker n − 1 |
 *   block                  | bytes, 4 bytes | content |
 *   sums, maxima           floats: the vectors of all tensors that ask for it, one after another
 *   messages               a block for each tensor
 *   payloads               a {@link org.tersegrad.compressors.Frame} of those of all tensors; nothing if there are none
 * </pre>
 */
final class RoundBlocks {
    /** Order of the blocks in a worker's message. */
    static final int SUMS = 0;

    static final int MAXIMA = 1;
    static final int TO_ALL = 2;
    static final int PAYLOADS = 3;
    static final int TO_EACH = 4;

    private RoundBlocks() {}

    /**
     * Puts blocks one after another.
     *
     * @param blocks not modified, their positions included
     */
    static byte[] join(List<ByteBuffer> blocks) {
        long bytes = (long) Integer.BYTES * blocks.size();
        for (ByteBuffer block : blocks) {
            bytes += block.remaining();
        }
        byte[] joined = new byte[size(bytes)];
        ByteBuffer out = ByteBuffer.wrap(joined).order(ByteOrder.LITTLE_ENDIAN);
        for (ByteBuffer block : blocks) {
            out.putInt(block.remaining()).put(block.duplicate());
        }
        return joined;
    }

    /** An empty buffer; throws if the bytes do not fit in one. */
    static ByteBuffer buffer(long bytes) {
        return ByteBuffer.allocate(size(bytes)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int size(long bytes) {
        if (bytes > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a round of " + bytes + " bytes, the limit is 2 GB");
        }
        return (int) bytes;
    }

    /**
     * Takes blocks apart, without copying them.
     *
     * @param bytes not modified
     * @return read-only, little-endian
     * @throws MalformedInputException if there are not exactly {@code count} blocks; offsets count from the start
     */
    static List<ByteBuffer> split(byte[] bytes, int count) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        List<ByteBuffer> blocks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (in.remaining() < Integer.BYTES) {
                throw new MalformedInputException(
                        in.position(), "the length of block " + i + " of " + count + " is cut off");
            }
            int length = in.getInt();
            if (length < 0 || length > in.remaining()) {
                throw new MalformedInputException(
                        in.position() - Integer.BYTES,
                        "block " + i + " of " + count + " announces " + length + " bytes, " + in.remaining()
                                + " are there");
            }
            ByteBuffer block = in.slice().limit(length);
            blocks.add(block.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN));
            in.position(in.position() + length);
        }
        if (in.hasRemaining()) {
            throw new MalformedInputException(in.position(), in.remaining() + " bytes more than expected");
        }
        return blocks;
    }
}
