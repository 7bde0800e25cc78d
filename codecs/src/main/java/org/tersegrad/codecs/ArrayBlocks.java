package org.tersegrad.codecs;

/** The indices of a caller's array. */
final class ArrayBlocks implements IndexBlocks {
    private static final int[] NO_INDICES = {};

    private int[] indices = NO_INDICES;
    private int begin;
    private int end;
    private int at;

    /** Points this at {@code indices[offset .. offset + count)}, which is not modified. */
    void wrap(int[] indices, int offset, int count) {
        this.indices = indices;
        begin = offset;
        end = offset + count;
        at = offset;
    }

    @Override
    public void rewind() {
        at = begin;
    }

    @Override
    public int next(int[] target, int offset) {
        int block = Math.min(IndexSetCode.BLOCK, end - at);
        System.arraycopy(indices, at, target, offset, block);
        at += block;
        return block;
    }
}
