package org.tersegrad.codecs;

/**
 * Bytes that no writer of this library produces: truncated, damaged or never ours.
 *
 * <p>The caller's own mistakes are {@link IllegalArgumentException}s; this one is about what came over the wire. It
 * names the byte at which reading stopped making sense.
 */
public final class MalformedInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** See {@link #offset()}. */
    private final long offset;

    /** See {@link #reason()}. */
    private final String reason;

    /**
     * Names the offset and the reason.
     *
     * @param offset index, in the array that was read, of the byte where the input stopped making sense
     * @param reason what was expected there and what was found
     */
    public MalformedInputException(long offset, String reason) {
        super("malformed input at byte " + offset + ": " + reason);
        this.offset = offset;
        this.reason = reason;
    }

    /** Index, in the array that was read, of the byte where the input stopped making sense. */
    public long offset() {
        return offset;
    }

    /** The expected and the actual content. */
    public String reason() {
        return reason;
    }
}
