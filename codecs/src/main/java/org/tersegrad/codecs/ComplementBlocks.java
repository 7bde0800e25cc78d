package org.tersegrad.codecs;

/**
 * All indices below the universe that another sequence leaves out. A writer turns the present indices into the absent ones
 * with it, and a reader turns them back. It goes through the universe in words of 64 bits, because where one sequence ends
 * and the other begins cannot be predicted.
 */
final class ComplementBlocks implements IndexBlocks {
    private final IndexBlocks others;
    private final int[] block = new int[IndexSetCode.BLOCK];

    private int universe;
    private int count;
    /** Indices that have not been delivered. */
    private int left;
    /** The first index after the current word. */
    private long wordEnd;
    /** Indices of the current word that have not been delivered. */
    private long word;
    /** Others in the block, and how many of them have been passed. */
    private int held;

    private int passed;

    ComplementBlocks(IndexBlocks others) {
        this.others = others;
    }

    /** Begins with the {@code count} indices that the others leave out below {@code universe}. */
    ComplementBlocks start(int count, int universe) {
        this.count = count;
        this.universe = universe;
        rewind();
        return this;
    }

    @Override
    public void rewind() {
        others.rewind();
        left = count;
        wordEnd = 0;
        word = 0;
        held = 0;
        passed = 0;
    }

    @Override
    public int next(int[] target, int offset) {
        int to = offset;
        // Absent indices that will be rejected later may be fewer so far than announced.
        int end = offset + Math.min(IndexSetCode.BLOCK, left);
        while (to < end) {
            if (word == 0) {
                nextWord();
            }
            int first = (int) (wordEnd - 64);
            long bits = word;
            int stop = Math.min(end, to + Long.bitCount(bits));
            while (to < stop) {
                target[to++] = first + Long.numberOfTrailingZeros(bits);
                bits &= bits - 1;
            }
            word = bits;
        }
        left -= to - offset;
        if (left == 0) {
            while (held > 0) { // a message is also rejected for what follows the last one
                held = others.next(block, 0);
            }
        }
        return to - offset;
    }

    private void nextWord() {
        wordEnd += 64;
        long bits = 0;
        while (true) {
            while (passed < held && block[passed] < wordEnd) {
                bits |= 1L << block[passed++];
            }
            if (passed < held) {
                break;
            }
            passed = 0;
            held = others.next(block, 0);
            if (held == 0) {
                break;
            }
        }
        long beyond = Math.max(0, wordEnd - universe);
        word = ~bits & -1L >>> beyond;
    }
}
