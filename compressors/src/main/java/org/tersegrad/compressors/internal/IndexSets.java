package org.tersegrad.compressors.internal;

import org.tersegrad.codecs.IndexSetReader;

/** Index sets, checked and read as a whole. */
public final class IndexSets {
    private IndexSets() {}

    /**
     * Checks the rest of a set.
     *
     * @param block modified: indices in pieces
     */
    public static void validate(IndexSetReader reader, int[] block) {
        while (reader.next(block, 0) > 0) {
            // reading is checking
        }
    }

    /**
     * Reads a whole set.
     *
     * @param block modified: indices in pieces
     * @param indices modified
     */
    public static void take(IndexSetReader reader, int[] block, int[] indices) {
        int done = 0;
        for (int got = reader.next(block, 0); got > 0; got = reader.next(block, 0)) {
            System.arraycopy(block, 0, indices, done, got);
            done += got;
        }
    }
}
