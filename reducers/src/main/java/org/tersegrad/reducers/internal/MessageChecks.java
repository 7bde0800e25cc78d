package org.tersegrad.reducers.internal;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.MalformedInputException;

/** Checks of the messages of other workers. */
public final class MessageChecks {
    private MessageChecks() {}

    /**
     * Copies a message of a known length.
     *
     * @param out modified in {@code [to, to + bytes)}
     */
    public static void take(ByteBuffer message, byte[] out, int to, int bytes) {
        requireBytes(message, bytes);
        message.get(out, to, bytes);
    }

    /** Rejects a message of another length. */
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
