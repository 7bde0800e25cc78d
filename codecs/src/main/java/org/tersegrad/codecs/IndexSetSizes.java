package org.tersegrad.codecs;

import java.util.Objects;

/**
 * The exact size of one sorted index set in every {@link IndexSetCode}, from a few passes over the indices. Reusable; never
 * allocates.
 */
public final class IndexSetSizes {
    private final ArrayBlocks presentBlocks = new ArrayBlocks();
    private final ComplementBlocks absentBlocks = new ComplementBlocks(presentBlocks);
    private final RunStarts slotBlocks = RunStarts.slots();
    private final RunStarts boundaryBlocks = RunStarts.boundaries();

    private final RowViews rowBlocks = RowViews.rows();
    private final RowViews placeBlocks = RowViews.places();
    private final ComplementBlocks otherPlaceBlocks = new ComplementBlocks(placeBlocks);

    private final DirectSizes.Scratch scratch = new DirectSizes.Scratch();
    private final DirectSizes present = new DirectSizes(presentBlocks, scratch);
    private final DirectSizes absent = new DirectSizes(absentBlocks, scratch);
    private final DirectSizes slots = new DirectSizes(slotBlocks, scratch);
    private final DirectSizes boundaries = new DirectSizes(boundaryBlocks, scratch);
    private final DirectSizes rows = new DirectSizes(rowBlocks, scratch);
    private final DirectSizes places = new DirectSizes(placeBlocks, scratch);
    private final DirectSizes otherPlaces = new DirectSizes(otherPlaceBlocks, scratch);

    private final int rowWidth;
    private long complementBytes;
    private long runsBytes;
    private long rowsBytes;
    private boolean complementOfPlaces;

    /** Sizes in all codes but {@link IndexSetCode#ROWS}. */
    public IndexSetSizes() {
        this(0);
    }

    /**
     * Sizes in all codes.
     *
     * @param rowWidth the width of rows in which indices may cluster, for {@link IndexSetCode#ROWS}; 0 for none
     */
    public IndexSetSizes(int rowWidth) {
        if (rowWidth < 0) {
            throw new IllegalArgumentException("rows have 1 index or more, 0 for no rows, not " + rowWidth);
        }
        this.rowWidth = rowWidth;
    }

    /**
     * Measures {@code indices[offset .. offset + count)}.
     *
     * @param indices not modified; strictly increasing, from 0 to {@code universe - 1}
     * @return this
     */
    public IndexSetSizes measure(int[] indices, int offset, int count, int universe) {
        measure(indices, offset, count, universe, true);
        return this;
    }

    /** Measures the same, with {@code all} in every code, else only in those that a writer considers. */
    void measure(int[] indices, int offset, int count, int universe, boolean all) {
        Objects.checkFromIndexSize(offset, count, indices.length);
        if (universe < count) {
            throw new IllegalArgumentException(count + " different indices do not fit below " + universe);
        }
        int last = count == 0 ? -1 : indices[offset + count - 1];
        if (last >= universe) {
            throw new IllegalArgumentException("index " + last + " is not below the universe of " + universe);
        }
        presentBlocks.wrap(indices, offset, count);
        if (!present.measure(count, universe, all)) {
            throw outOfOrder(indices, offset);
        }
        complementBytes = Long.MAX_VALUE;
        if (IndexSetCode.allowsComplement(count, universe)) {
            absentBlocks.start(universe - count, universe);
            absent.measure(universe - count, universe, false);
            complementBytes = IndexSetCode.TAG_BYTES + absent.cheapestBytes();
        }
        runsBytes = Long.MAX_VALUE;
        if (count > 0 && (all || isClustered(count, universe))) {
            slotBlocks.wrap(indices, offset, count);
            slots.measure(runs(), universe - count + 1, false);
            boundaryBlocks.wrap(indices, offset, count);
            boundaries.measure(runs() - 1, count - 1, false);
            runsBytes = IndexSetCode.RUNS_HEADER_BYTES + slots.cheapestBytes() + boundaries.cheapestBytes();
        }
        rowsBytes = Long.MAX_VALUE;
        if (count > 0 && rowWidth > 0) {
            measureRows(indices, offset, count, universe, all);
        }
    }

    /** A writer considers rows if at most 3/4 of those hold an index that could: of all rows, or of as many as there are indices. */
    private void measureRows(int[] indices, int offset, int count, int universe, boolean all) {
        int allRows = IndexSetCode.rows(universe, rowWidth);
        int most = all ? count : (int) (3L * Math.min(count, allRows) / 4);
        rowBlocks.wrap(indices, offset, count, rowWidth);
        int number = rowBlocks.count(most);
        if (number > most) {
            return;
        }
        int below = IndexSetCode.places(number, rowWidth, universe);
        rows.measure(number, allRows, false);
        placeBlocks.wrap(indices, offset, count, rowWidth);
        places.measure(count, below, false);
        long placeBytes = places.cheapestBytes();
        complementOfPlaces = false;
        if (IndexSetCode.allowsComplement(count, below)) {
            otherPlaceBlocks.start(below - count, below);
            otherPlaces.measure(below - count, below, false);
            complementOfPlaces = IndexSetCode.TAG_BYTES + otherPlaces.cheapestBytes() < placeBytes;
        }
        rowsBytes = IndexSetCode.ROWS_HEADER_BYTES
                + rows.cheapestBytes()
                + (complementOfPlaces ? IndexSetCode.TAG_BYTES + otherPlaces.cheapestBytes() : placeBytes);
    }

    /** Whether there are at most 3/4 of the runs that randomly placed indices make. */
    private boolean isClustered(int count, int universe) {
        return (double) runs() * universe <= 0.75 * count * (universe - count);
    }

    /**
     * The bytes that {@code code} takes, tag included; {@link Long#MAX_VALUE} if the set cannot be written in it:
     * {@link IndexSetCode#COMPLEMENT} is for more than half of the universe, {@link IndexSetCode#RUNS} and {@link IndexSetCode#ROWS}
     * for at least one index.
     */
    public long byteLength(IndexSetCode code) {
        return switch (code) {
            case COMPLEMENT -> complementBytes;
            case RUNS -> runsBytes;
            case ROWS -> rowsBytes;
            default -> present.byteLength(code);
        };
    }

    /** The code with the fewest bytes; the first of them on a tie. */
    public IndexSetCode cheapest() {
        IndexSetCode best = present.cheapest();
        if (complementBytes < byteLength(best)) {
            best = IndexSetCode.COMPLEMENT;
        }
        if (runsBytes < byteLength(best)) {
            best = IndexSetCode.RUNS;
        }
        return rowsBytes < byteLength(best) ? IndexSetCode.ROWS : best;
    }

    int runs() {
        return present.runs();
    }

    /** The indices and what they take in a direct code. */
    DirectSizes present() {
        return present;
    }

    /** The same of the indices that are not there, if that was worth measuring. */
    DirectSizes absent() {
        return absent;
    }

    DirectSizes slots() {
        return slots;
    }

    DirectSizes boundaries() {
        return boundaries;
    }

    int rowWidth() {
        return rowWidth;
    }

    DirectSizes rows() {
        return rows;
    }

    /** The places in the rows, or those that are absent: whatever is cheaper. */
    DirectSizes places() {
        return complementOfPlaces ? otherPlaces : places;
    }

    boolean complementOfPlaces() {
        return complementOfPlaces;
    }

    private static IllegalArgumentException outOfOrder(int[] indices, int offset) {
        int previous = -1;
        int i = offset;
        while (indices[i] > previous) {
            previous = indices[i++];
        }
        return new IllegalArgumentException("indices must increase from 0 on, but index " + indices[i] + " at position "
                + i + " follows " + (i == offset ? "nothing" : Integer.toString(previous)));
    }
}
