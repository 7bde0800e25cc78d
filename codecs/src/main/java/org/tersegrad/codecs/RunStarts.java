package org.tersegrad.codecs;

/**
 * Starts of the runs of consecutive indices of an array, in one of two views that together determine the set.
 *
 * <pre>
 *   slots        how many absent indices come before the run: one number for each run, at most universe − count
 *   boundaries   how many present indices come before the run, less 1: for each run but the first, below count − 1
 * </pre>
 *
 * <p>Both increase strictly, because something absent and something present stand between the beginnings of two runs.
 */
final class RunStarts implements IndexBlocks {
    private static final int[] NO_INDICES = {};

    private final boolean slots;
    private int[] indices = NO_INDICES;
    private int begin;
    private int count;
    private int rank;

    private RunStarts(boolean slots) {
        this.slots = slots;
    }

    static RunStarts slots() {
        return new RunStarts(true);
    }

    static RunStarts boundaries() {
        return new RunStarts(false);
    }

    /** Points this at {@code indices[offset .. offset + count)}, which is not modified. */
    void wrap(int[] indices, int offset, int count) {
        this.indices = indices;
        this.begin = offset;
        this.count = count;
        rewind();
    }

    @Override
    public void rewind() {
        rank = slots ? 0 : 1;
    }

    @Override
    public int next(int[] target, int offset) {
        int to = offset;
        int end = offset + IndexSetCode.BLOCK;
        int i = rank;
        for (; i < count && to < end; i++) {
            int index = indices[begin + i];
            int previous = i == 0 ? -2 : indices[begin + i - 1];
            // Whether a run begins cannot be predicted, so there is no branch: what does not count is written over.
            target[to] = slots ? index - i : i - 1;
            to += index == previous + 1 ? 0 : 1;
        }
        rank = i;
        return to - offset;
    }
}
