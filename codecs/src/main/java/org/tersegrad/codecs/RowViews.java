package org.tersegrad.codecs;

/**
 * The indices of an array seen as rows of one width, in one of two views that together determine the set.
 *
 * <pre>
 *   rows     the rows that hold an index
 *   places   the indices once the rows without one are taken out: rank of the row times width, plus column
 * </pre>
 */
final class RowViews implements IndexBlocks {
    private static final int[] NO_INDICES = {};

    private final boolean rows;
    private int[] indices = NO_INDICES;
    private int begin;
    private int end;
    private int width;

    private int at;
    /** The first index after the current row. */
    private long rowEnd;
    /** Number of indices that the rows taken out would hold. */
    private int skipped;

    private RowViews(boolean rows) {
        this.rows = rows;
    }

    static RowViews rows() {
        return new RowViews(true);
    }

    static RowViews places() {
        return new RowViews(false);
    }

    /** Points this at {@code indices[offset .. offset + count)}, which is not modified. */
    RowViews wrap(int[] newIndices, int offset, int count, int newWidth) {
        indices = newIndices;
        begin = offset;
        end = offset + count;
        width = newWidth;
        rewind();
        return this;
    }

    /** The number of rows that hold an index, up to {@code most} + 1: what is more is not counted. */
    int count(int most) {
        long next = 0;
        int found = 0;
        for (int i = begin; i < end && found <= most; i++) {
            if (indices[i] >= next) {
                next = ((long) indices[i] / width + 1) * width;
                found++;
            }
        }
        return found;
    }

    @Override
    public void rewind() {
        at = begin;
        rowEnd = 0;
        skipped = 0;
    }

    @Override
    public int next(int[] target, int offset) {
        int to = offset;
        int i = at;
        for (; i < end && to < offset + IndexSetCode.BLOCK; i++) {
            int index = indices[i];
            boolean first = index >= rowEnd;
            if (first) {
                int row = index / width;
                skipped += (int) ((long) row * width - rowEnd);
                rowEnd = (row + 1L) * width;
                target[to] = row;
            }
            if (!rows) {
                target[to] = index - skipped;
            }
            to += first || !rows ? 1 : 0;
        }
        at = i;
        return to - offset;
    }
}
