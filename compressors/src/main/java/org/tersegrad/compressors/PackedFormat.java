package org.tersegrad.compressors;

/** A format whose bodies can be added several at a time, so that the target goes through the cache once. */
public interface PackedFormat extends BodyFormat {
    /** Whether two bodies, validated or written by an encoder, can be added by one call of {@link #addAllTo}. */
    boolean joins(Body body, Body other);

    /**
     * Does what {@link #addTo} does for each of the bodies, in their order, bit for bit.
     *
     * @param bodies each joins the first one
     * @param target modified in {@code [offset, offset + elements)}
     */
    void addAllTo(PackedBodies bodies, float[] target, int offset, float weight);
}
