package org.tersegrad.compressors;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.tersegrad.codecs.MalformedInputException;

/**
 * The format of a body: the one place that knows its bytes, for reading and for writing. Its class note draws the layout, and what
 * an encoder writes is written by methods beside those that read it.
 *
 * <p>A built-in format has a number in the wire format; a custom format has a name and a version, which travel before its body.
 * Header, checksum and bounds are the business of {@link Payload}. For a custom format it also checks that every decoded element
 * is finite, and turns whatever {@link #validate} throws into a {@link MalformedInputException}.
 *
 * <p>A receiver knows the formats of all {@link RecipeProvider}s, those that an encoder has written into the same payload, and
 * those passed to {@link Payload#allocate(int, BodyFormat...)}. A format has no state: the same bytes decode to the same
 * floats, in any order of calls.
 *
 * @see BlockwiseFormat a format that sends every element
 */
public interface BodyFormat {
    /** The most characters of a custom format's name. */
    int MAX_NAME = 64;

    /** The identity of the format on the wire. */
    Id id();

    /**
     * Checks everything, so that {@link #addTo} cannot fail.
     *
     * @throws MalformedInputException if the bytes are not a body of this format; {@link Body#malformed} makes it
     */
    void validate(Body body);

    /**
     * {@code target += weight * decoded}, for a body that was validated or written by an encoder.
     *
     * @param target modified in {@code [offset, offset + body.elements())}
     */
    void addTo(Body body, float[] target, int offset, float weight);

    /**
     * The same for a target of 16-bit floats, or in a buffer: each sum is computed in 32 bits and rounded once. The default takes a
     * pass over the whole tensor.
     *
     * @param target modified; as long as the body has elements
     */
    default void addTo(Body body, Slice target, float weight) {
        float[] sums = body.sums(body.elements());
        target.get(0, body.elements(), sums, 0);
        addTo(body, sums, 0, weight);
        target.set(sums, 0, body.elements(), 0);
    }

    /**
     * The same with the threads of an executor, for a body that is made of parts. The default uses the calling thread alone.
     *
     * @param target modified; as long as the body has elements
     */
    default void addTo(Body body, FloatSlice target, float weight, Executor executor) {
        addTo(body, target.array(), target.offset(), weight);
    }

    /** The number of bits that only fill up the last byte. */
    default int paddingBits(Body body) {
        return 0;
    }

    /** The body in words. */
    String describe(Body body);

    /** The elements that are sent, if all others are 0. */
    default Optional<SparseEntries> entries(Body body) {
        return Optional.empty();
    }

    /** Levels and steps, if elements are sent as such. */
    default Optional<QuantizedLevels> levels(Body body) {
        return Optional.empty();
    }

    /** Bodies that {@link #validate} rejects: one for each of its reasons, with the place and the reason it must name. */
    default List<Malformed> malformed() {
        return List.of();
    }

    /**
     * The length of a payload with a body of this format: its header and, for a custom format, the name included.
     *
     * @throws IllegalArgumentException if a Java array cannot be that long
     */
    default int payloadBytes(long bodyBytes, Shape shape) {
        long bytes = Payload.HEADER_BYTES + NamedFormat.headerBytes(id()) + bodyBytes;
        if (bytes > Payload.MOST_BYTES) {
            throw new IllegalArgumentException("a payload for " + shape.size() + " elements may take " + bytes
                    + " bytes, the limit is " + Payload.MOST_BYTES + "; split the tensor");
        }
        return (int) bytes;
    }

    /**
     * The identity of a format.
     *
     * @param number part of the wire format, 1 to 127, and never reused
     * @param name for a custom format part of the wire format; for a built-in one only for people
     * @param version of a custom format, 0 to 255: one that changes its bytes changes this number, and readers of another version
     *     reject them
     */
    record Id(int number, String name, int version) {
        public Id {
            if (number < 1 || number > Payload.NUMBER_BITS) {
                throw new IllegalArgumentException("the number of a format is 1 to " + Payload.NUMBER_BITS
                        + ", that of " + name + " is " + number);
            }
            if (number == NamedFormat.NUMBER) {
                NamedFormat.requireName(name, version);
            }
        }

        /** A built-in format. */
        public static Id number(int number, String name) {
            return new Id(number, name, 0);
        }

        /**
         * A custom format.
         *
         * @param name 1 to 64 lower-case letters, digits, dots and hyphens, as in {@code org.example.bytes}
         */
        public static Id name(String name, int version) {
            return new Id(NamedFormat.NUMBER, name, version);
        }

        boolean isCustom() {
            return number == NamedFormat.NUMBER;
        }
    }
}
