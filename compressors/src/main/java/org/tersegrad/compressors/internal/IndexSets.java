package org.tersegrad.compressors.internal;

import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.compressors.Body;

/** Index sets in a body: opened with the reader of its working memory, checked, and read as a whole. */
public final class IndexSets {
    private IndexSets() {}

    /**
     * Opens the set of {@code count} elements that takes {@code length} bytes from {@code at} on.
     *
     * @param at counted from the beginning of the body
     */
    public static IndexSetReader open(Body body, int at, int length, int count) {
        return body.scratch(IndexSetReader.class, IndexSetReader::new)
                .open(body.bytes(), body.offset() + at, length, count, body.elements());
    }

    /** Checks the rest of a set. */
    public static void validate(Body body, IndexSetReader reader) {
        while (reader.next(body.ints(), 0) > 0) {
            // reading is checking
        }
    }

    /**
     * Reads a whole set.
     *
     * @param indices modified
     */
    public static void take(Body body, IndexSetReader reader, int[] indices) {
        int[] block = body.ints();
        int done = 0;
        for (int got = reader.next(block, 0); got > 0; got = reader.next(block, 0)) {
            System.arraycopy(block, 0, indices, done, got);
            done += got;
        }
    }
}
