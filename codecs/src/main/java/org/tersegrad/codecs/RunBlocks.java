package org.tersegrad.codecs;

/** The indices of the runs whose beginnings {@link RunStarts} tells: its inverse. */
final class RunBlocks implements IndexBlocks {
    private final IndexBlocks slots;
    private final IndexBlocks boundaries;
    private final int[] slotBlock = new int[IndexSetCode.BLOCK];
    private final int[] boundaryBlock = new int[IndexSetCode.BLOCK];

    private int count;
    /** Indices delivered so far. */
    private int rank;
    /** The rank at which the current run ends. */
    private int runEnd;
    /** An index of the current run, less its rank. */
    private int slot;

    private int slotsHeld;
    private int slotsUsed;
    private int boundariesHeld;
    private int boundariesUsed;

    RunBlocks(IndexBlocks slots, IndexBlocks boundaries) {
        this.slots = slots;
        this.boundaries = boundaries;
    }

    /** Begins with the {@code count} indices of all runs. */
    RunBlocks start(int count) {
        this.count = count;
        rewind();
        return this;
    }

    @Override
    public void rewind() {
        slots.rewind();
        boundaries.rewind();
        rank = 0;
        runEnd = 0;
        slotsHeld = 0;
        slotsUsed = 0;
        boundariesHeld = 0;
        boundariesUsed = 0;
    }

    @Override
    public int next(int[] target, int offset) {
        int block = Math.min(IndexSetCode.BLOCK, count - rank);
        int done = 0;
        while (done < block) {
            if (rank == runEnd) {
                nextRun();
            }
            int run = Math.min(runEnd - rank, block - done);
            int first = slot + rank;
            for (int i = 0; i < run; i++) {
                target[offset + done + i] = first + i;
            }
            rank += run;
            done += run;
        }
        return block;
    }

    private void nextRun() {
        if (slotsUsed == slotsHeld) {
            slotsHeld = slots.next(slotBlock, 0);
            slotsUsed = 0;
        }
        slot = slotBlock[slotsUsed++];
        if (boundariesUsed == boundariesHeld) {
            boundariesHeld = boundaries.next(boundaryBlock, 0);
            boundariesUsed = 0;
        }
        runEnd = boundariesHeld == 0 ? count : boundaryBlock[boundariesUsed++] + 1;
    }
}
