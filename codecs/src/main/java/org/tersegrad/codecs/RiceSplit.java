package org.tersegrad.codecs;

/** Splits gaps for a Rice code: low bits into fields, the rest into positions of ones in a bit string. */
final class RiceSplit {
    final int[] fields = new int[IndexSetCode.BLOCK];
    final int[] positions = new int[IndexSetCode.BLOCK];

    private int low;
    private int previousIndex;
    private int position;

    void start(int low) {
        this.low = low;
        previousIndex = -1;
        position = -1;
    }

    /** Fills the first {@code block} fields and positions. */
    void split(int[] indices, int block) {
        int mask = (1 << low) - 1;
        int shift = low;
        int previous = previousIndex;
        int at = position;
        for (int i = 0; i < block; i++) {
            int gap = indices[i] - previous - 1;
            previous = indices[i];
            fields[i] = gap & mask;
            at += (gap >>> shift) + 1;
            positions[i] = at;
        }
        previousIndex = previous;
        position = at;
    }
}
