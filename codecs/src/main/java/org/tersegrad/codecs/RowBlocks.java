package org.tersegrad.codecs;

/** The indices whose rows and places {@link RowViews} tells: its inverse. Every row holds an index, so a set has one spelling. */
final class RowBlocks implements IndexBlocks {
    private final IndexBlocks rows;
    private final int[] rowBlock = new int[IndexSetCode.BLOCK];

    private IndexBlocks places;
    private int messageAt;
    private int width;
    private int number;
    private int universe;
    private int left;
    private int count;

    /** Rows that have been used, and the place after the current one. */
    private int used;

    private long rowEnd;
    /** An index of the current row, less its place. */
    private long shift;

    private int held;
    private int passed;

    RowBlocks(IndexBlocks rows) {
        this.rows = rows;
        places = rows;
    }

    /** Begins with {@code count} indices in {@code number} rows of a message at {@code messageAt}. */
    RowBlocks start(IndexBlocks newPlaces, int newCount, int newNumber, int newWidth, int newUniverse, int at) {
        places = newPlaces;
        count = newCount;
        number = newNumber;
        width = newWidth;
        universe = newUniverse;
        messageAt = at;
        left = newCount;
        used = 0;
        rowEnd = 0;
        held = 0;
        passed = 0;
        return this;
    }

    @Override
    public void rewind() {
        rows.rewind();
        places.rewind();
        start(places, count, number, width, universe, messageAt);
    }

    @Override
    public int next(int[] target, int offset) {
        int got = places.next(target, offset);
        for (int i = offset; i < offset + got; i++) {
            if (target[i] >= rowEnd) {
                nextRow();
                if (target[i] >= rowEnd) {
                    throw rowWithoutIndex();
                }
            }
            long index = target[i] + shift;
            if (index >= universe) {
                throw new MalformedInputException(messageAt, "index " + index + " is not below " + universe);
            }
            target[i] = (int) index;
        }
        left -= got;
        if (left == 0 && used < number) {
            throw rowWithoutIndex();
        }
        return got;
    }

    private void nextRow() {
        if (passed == held) {
            held = rows.next(rowBlock, 0);
            passed = 0;
        }
        shift = (long) rowBlock[passed++] * width - rowEnd;
        rowEnd += width;
        used++;
    }

    private MalformedInputException rowWithoutIndex() {
        return new MalformedInputException(messageAt, "ROWS with a row that holds no index");
    }
}
