package org.tersegrad.reducers.internal;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.reducers.Collective;

/**
 * Gives messages to a receiver that reads all of each: refuses bytes that are left, and says of every message that is refused
 * which worker sent it.
 *
 * @param reader what reads
 */
public record NamedMessages(Collective.Receiver reader) implements Collective.Receiver {
    @Override
    public void accept(int rank, ByteBuffer message) {
        int start = message.position();
        try {
            reader.accept(rank, message);
            if (message.hasRemaining()) {
                throw new MalformedInputException(
                        message.position() - start, message.remaining() + " bytes more than expected");
            }
        } catch (MalformedInputException e) {
            throw new MalformedInputException(e.offset(), "message of worker " + rank + ": " + e.reason());
        }
    }

    /**
     * Copies a message of a known length.
     *
     * @param out modified in {@code [to, to + bytes)}
     */
    public static void take(ByteBuffer message, byte[] out, int to, int bytes) {
        requireBytes(message, bytes);
        message.get(out, to, bytes);
    }

    /** Refuses a message of another length. */
    public static void requireBytes(ByteBuffer message, int bytes) {
        if (message.remaining() != bytes) {
            throw new MalformedInputException(
                    Math.min(bytes, message.remaining()),
                    bytes + " bytes are expected, these are " + message.remaining());
        }
    }

    /** An element that is not finite, or with which a sum is not. */
    public static MalformedInputException notFinite(int worker, int element, float value) {
        return new MalformedInputException(
                (long) Float.BYTES * element,
                "message of worker " + worker + ": element " + element + " is " + value
                        + (Float.isFinite(value) ? "; the sum is more than a float can hold" : ""));
    }
}
