package org.tersegrad.compressors.internal.bodies.kinds;

import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;

/**
 * A body for each run of elements.
 *
 * <pre>
 *   | elements of a chunk, 4 bytes | for each chunk, the last one shorter:
 *                                    | scheme, 1 byte | bytes, 4 bytes | body |
 *
 *   the scheme is not that of chunks
 * </pre>
 */
public final class ChunksBody implements Body {
    /** Bytes before the chunks. */
    public static final int FIELDS = 4;
    /** Bytes before the body of a chunk. */
    public static final int CHUNK_FIELDS = 5;
    /** Elements that a thread takes at a time, about, if several threads share the chunks. */
    private static final int PIECE = 1 << 14;

    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireAtLeast(body, FIELDS);
        int chunk = chunk(body);
        if (chunk < 1) {
            throw new MalformedInputException(
                    body.offset, "chunks of " + Integer.toUnsignedString(chunk) + " elements");
        }
        int at = body.offset + FIELDS;
        BodyView inner = workspace.inner();
        inner.formats = body.formats;
        for (int from = 0; from < body.elements; from += inner.elements) {
            if (body.end() - at < CHUNK_FIELDS) {
                throw new MalformedInputException(body.end(), "the fields of a chunk are cut off");
            }
            BodyKind scheme = BodyKind.of(body.bytes[at], at);
            int length = LittleEndian.getInt(body.bytes, at + 1);
            if (scheme == BodyKind.CHUNKS || length < 0 || length > body.end() - at - CHUNK_FIELDS) {
                throw new MalformedInputException(
                        at, "a chunk of scheme " + scheme + " and " + Integer.toUnsignedString(length) + " bytes");
            }
            inner.set(body.bytes, at + CHUNK_FIELDS, length, Math.min(chunk, body.elements - from));
            scheme.body().validate(inner, workspace);
            at = inner.end();
        }
        if (at != body.end()) {
            throw new MalformedInputException(at, "bytes after the last chunk");
        }
    }

    @Override
    public void addTo(BodyView body, float[] target, int offset, float weight, Workspace workspace) {
        addChunks(body, body.offset + FIELDS, 0, body.elements, target, offset, weight, workspace);
    }

    /** Adds the chunks with the elements from {@code first} to {@code last}; those of the first one stand at {@code start}. */
    static void addChunks(
            BodyView body,
            int start,
            int first,
            int last,
            float[] target,
            int offset,
            float weight,
            Workspace workspace) {
        int at = start;
        BodyView inner = workspace.inner();
        inner.formats = body.formats;
        for (int from = first; from < last; from += inner.elements) {
            BodyKind scheme = open(body, at, from, inner);
            scheme.body().addTo(inner, target, offset + from, weight, workspace);
            at = inner.end();
        }
    }

    /** How many elements a thread takes at a time: whole chunks, and so many that taking them costs nothing in comparison. */
    public static int pieceElements(int chunk) {
        return chunk * Math.max(1, PIECE / chunk);
    }

    /**
     * Looks where the pieces of a body begin.
     *
     * @param elements of each piece but the last one
     * @param starts modified: where the first chunk of each piece begins
     */
    static void findPieces(BodyView body, int elements, int[] starts) {
        int at = body.offset + FIELDS;
        int chunk = chunk(body);
        for (long from = 0; from < body.elements; from += chunk) {
            if (from % elements == 0) {
                starts[(int) (from / elements)] = at;
            }
            at += CHUNK_FIELDS + LittleEndian.getInt(body.bytes, at + 1);
        }
    }

    /** Points {@code inner} at the chunk at {@code at}, whose first element is {@code from}, of a body that was validated. */
    private static BodyKind open(BodyView body, int at, int from, BodyView inner) {
        int length = LittleEndian.getInt(body.bytes, at + 1);
        inner.set(body.bytes, at + CHUNK_FIELDS, length, Math.min(chunk(body), body.elements - from));
        return BodyKind.of(body.bytes[at], at);
    }

    static int chunk(BodyView body) {
        return LittleEndian.getInt(body.bytes, body.offset);
    }

    /** Only the padding of the last chunk can be left out: the others stand before something. */
    @Override
    public int paddingBits(BodyView body) {
        int padding = 0;
        BodyView inner = new BodyView();
        inner.formats = body.formats;
        int at = body.offset + FIELDS;
        for (int from = 0; from < body.elements; from += inner.elements) {
            padding = open(body, at, from, inner).body().paddingBits(inner);
            at = inner.end();
        }
        return padding;
    }

    @Override
    public String describe(BodyView body) {
        if (body.elements == 0) {
            return "no chunks";
        }
        BodyView first = new BodyView();
        first.formats = body.formats;
        BodyKind scheme = open(body, body.offset + FIELDS, 0, first);
        int chunks = (body.elements - 1) / chunk(body) + 1;
        return chunks + " chunks of " + chunk(body) + " elements; the first: "
                + scheme.body().describe(first);
    }
}
