package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.MalformedInputException;

/**
 * A body of one's own: how the bytes that a {@link FormatEncoder} writes are read. They travel in an ordinary payload, behind
 * the format's name and version. Header, checksum, bounds and the check that every decoded element is finite stay with
 * {@link Payload}; whatever a format throws while it looks at bytes from outside becomes a {@link MalformedInputException}.
 *
 * <p>A receiver finds formats that are registered as services ({@code provides} in a module-info,
 * {@code META-INF/services/org.tersegrad.compressors.BodyFormat} on the class path), and those that are passed to
 * {@link Payload#allocate(int, BodyFormat...)}. A format has no state: the same bytes decode to the same floats, in any order
 * of calls.
 */
public interface BodyFormat {
    /** The most characters of a name. */
    int MAX_NAME = 64;

    /** What stands on the wire: 1 to 64 lower-case letters, digits, dots and hyphens, as in {@code org.example.bytes}. */
    String name();

    /** 0 to 255. A format that changes its bytes changes this number; a reader of another version refuses them. */
    int version();

    /**
     * Checks everything, so that {@link #decode} cannot fail.
     *
     * @param body read-only, little-endian, from 0 to its limit
     * @param elements of the tensor
     * @throws MalformedInputException if the bytes are not a body of this format; the offset counts from the body's first byte
     */
    void validate(ByteBuffer body, int elements);

    /**
     * Decodes elements {@code from .. from + count}, for a body that was validated or written by an encoder.
     *
     * @param body read-only, little-endian, from 0 to its limit
     * @param elements of the tensor
     * @param from a multiple of 5120
     * @param count 5120, or what is left
     * @param out modified in {@code [0, count)}: finite
     */
    void decode(ByteBuffer body, int elements, int from, int count, float[] out);

    /** How many bits of the last byte only fill it up. */
    default int paddingBits(ByteBuffer body, int elements) {
        return 0;
    }

    /** The body in words. */
    default String describe(ByteBuffer body, int elements) {
        return name() + " version " + version();
    }
}
