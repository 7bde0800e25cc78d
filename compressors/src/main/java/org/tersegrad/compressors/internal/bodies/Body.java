package org.tersegrad.compressors.internal.bodies;

import java.util.Optional;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.QuantizedLevels;
import org.tersegrad.compressors.SparseEntries;
import org.tersegrad.compressors.internal.Workspace;

/** How the body of one scheme is read. Stateless: what a reader needs to work with is in the {@link Workspace}. */
public interface Body {
    /**
     * Checks everything, so that {@link #addTo} cannot fail.
     *
     * @throws MalformedInputException if the bytes are not a body of this scheme
     */
    void validate(BodyView body, Workspace workspace);

    /**
     * {@code target += weight * decoded}, for a body that was validated or written by an encoder.
     *
     * @param target modified in {@code [offset, offset + body.elements)}
     */
    void addTo(BodyView body, float[] target, int offset, float weight, Workspace workspace);

    /**
     * The same for a target of 16-bit floats: each sum is computed in 32 bits and rounded once. What stands here takes a pass over
     * the whole tensor.
     *
     * @param target modified in {@code [offset, offset + body.elements)}
     */
    default void addTo(BodyView body, short[] target, int offset, HalfFloat format, float weight, Workspace workspace) {
        float[] sums = workspace.sums(body.elements);
        format.toFloats(target, offset, body.elements, sums, 0);
        addTo(body, sums, 0, weight, workspace);
        format.round(sums, 0, body.elements, target, offset);
    }

    /** The elements that are sent, if all others are 0. */
    default Optional<SparseEntries> entries(BodyView body, Workspace workspace) {
        return Optional.empty();
    }

    /** Levels and steps, if elements are sent as such. */
    default Optional<QuantizedLevels> levels(BodyView body, Workspace workspace) {
        return Optional.empty();
    }

    /** Whether two bodies, validated or written by an encoder, can be added by one call of {@link #addAllTo}. */
    default boolean joins(BodyView body, BodyView other) {
        return false;
    }

    /**
     * What {@link #addTo} does for each of the bodies, in their order, to the bit.
     *
     * @param bodies each joins the first one
     * @param target modified in {@code [offset, offset + elements)}
     */
    default void addAllTo(PackedBodies bodies, float[] target, int offset, float weight, Workspace workspace) {
        for (int m = 0; m < bodies.count(); m++) {
            addTo(bodies.view(m), target, offset, weight, workspace);
        }
    }

    /** How many bits of the last byte only fill it up. */
    int paddingBits(BodyView body);

    /** The body in words. */
    String describe(BodyView body);

    /** Refuses a body that is not {@code expected} bytes long. */
    static void requireLength(BodyView body, long expected) {
        if (body.length != expected) {
            throw new MalformedInputException(
                    body.offset + Math.min(body.length, expected),
                    "a body for " + body.elements + " elements takes " + expected + " bytes here, this has "
                            + body.length);
        }
    }

    /** Refuses a body of less than {@code least} bytes. */
    static void requireAtLeast(BodyView body, long least) {
        if (body.length < least) {
            throw new MalformedInputException(
                    body.end(), "a body of " + body.length + " bytes; the fields before its data take " + least);
        }
    }
}
