package org.tersegrad.codecs;

/** Increasing indices, block by block: from an array, from a message, or worked out from another such sequence. */
interface IndexBlocks {
    /** Goes back to the first index. */
    void rewind();

    /**
     * Delivers the next indices.
     *
     * @param target modified in {@code [offset, offset + returned)}
     * @return {@link IndexSetCode#BLOCK} while that many remain, then the rest, then 0
     */
    int next(int[] target, int offset);
}
