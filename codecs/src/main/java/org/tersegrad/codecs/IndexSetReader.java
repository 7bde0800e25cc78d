package org.tersegrad.codecs;

import java.util.Objects;
import org.tersegrad.codecs.internal.LittleEndian;

/**
 * Reads a sorted index set block by block, so that a caller can use indices while they are in cache and needs no memory
 * for all of them. Reusable; never allocates after construction.
 *
 * <pre>{@code
 * reader.open(bytes, offset, length, count, universe);
 * int block = 0;
 * while ((block = reader.next(indices, 0)) > 0) {
 *     System.out.println(block + " indices");
 * }
 * }</pre>
 *
 * <p>The result is strictly increasing and below the universe whatever the bytes are; anything else is a {@link
 * MalformedInputException}, at the latest from the call that returns the last block.
 */
public final class IndexSetReader {
    /** No call of {@link #next} returns more indices. */
    public static final int BLOCK = IndexSetCode.BLOCK;

    private final DirectReader direct = new DirectReader();
    private final DirectReader boundaries = new DirectReader();
    private final ComplementBlocks complement = new ComplementBlocks(direct);
    private final RunBlocks runs = new RunBlocks(direct, boundaries);
    private final ComplementBlocks otherPlaces = new ComplementBlocks(boundaries);
    private final RowBlocks rows = new RowBlocks(direct);

    private IndexBlocks blocks = direct;
    /** Indices that have not been read. */
    private int left;

    /**
     * Points this reader at the message in {@code in[offset .. offset + length)}.
     *
     * @param in not modified
     * @param count how many indices the message holds
     * @param universe all of them are below this
     * @return this reader
     */
    public IndexSetReader open(byte[] in, int offset, int length, int count, int universe) {
        Objects.checkFromIndexSize(offset, length, in.length);
        if (count < 0 || universe < count) {
            throw new IllegalArgumentException(count + " different indices do not fit below " + universe);
        }
        left = 0; // nothing can be read from rejected input
        IndexSetCode code = length == 0 ? IndexSetCode.PLAIN : IndexSetCode.ofTag(in[offset]);
        switch (code) {
            case COMPLEMENT -> {
                openComplement(direct, in, offset, length, count, universe);
                blocks = complement.start(count, universe);
            }
            case RUNS -> openRuns(in, offset, length, count, universe);
            case ROWS -> openRows(in, offset, length, count, universe);
            default -> blocks = direct.open(in, offset, length, count, universe);
        }
        left = count;
        return this;
    }

    /** Points a reader at the indices that are absent. */
    private static void openComplement(
            DirectReader absent, byte[] in, int offset, int length, int count, int universe) {
        requireNoParameter(in, offset);
        if (!IndexSetCode.allowsComplement(count, universe)) {
            throw new MalformedInputException(
                    offset, "COMPLEMENT of " + count + " indices below " + universe + ", which is not more than half");
        }
        absent.open(in, offset + IndexSetCode.TAG_BYTES, length - IndexSetCode.TAG_BYTES, universe - count, universe);
    }

    private void openRuns(byte[] in, int offset, int length, int count, int universe) {
        requireNoParameter(in, offset);
        int end = offset + length;
        if (length < IndexSetCode.RUNS_HEADER_BYTES) {
            throw new MalformedInputException(end, "the header of RUNS is cut off");
        }
        int number = LittleEndian.getInt(in, offset + IndexSetCode.RUNS_AT);
        if (number < 1 || number > count || number - 1 > universe - count) {
            throw new MalformedInputException(
                    offset + IndexSetCode.RUNS_AT,
                    Integer.toUnsignedString(number) + " runs of " + count + " indices below " + universe);
        }
        int slotBytes = LittleEndian.getInt(in, offset + IndexSetCode.SLOT_BYTES_AT);
        int slotsAt = offset + IndexSetCode.RUNS_HEADER_BYTES;
        if (slotBytes < 0 || slotBytes > end - slotsAt) {
            throw new MalformedInputException(
                    offset + IndexSetCode.SLOT_BYTES_AT,
                    Integer.toUnsignedString(slotBytes) + " bytes for the slots of runs, but " + (end - slotsAt)
                            + " are left");
        }
        direct.open(in, slotsAt, slotBytes, number, universe - count + 1);
        boundaries.open(in, slotsAt + slotBytes, end - slotsAt - slotBytes, number - 1, count - 1);
        blocks = runs.start(count);
    }

    private void openRows(byte[] in, int offset, int length, int count, int universe) {
        int end = offset + length;
        if (length < IndexSetCode.ROWS_HEADER_BYTES) {
            throw new MalformedInputException(end, "the header of ROWS is cut off");
        }
        int width = LittleEndian.getInt(in, offset + IndexSetCode.WIDTH_AT);
        if (width < 1) {
            throw new MalformedInputException(
                    offset + IndexSetCode.WIDTH_AT, "rows of " + Integer.toUnsignedString(width) + " indices");
        }
        int number = LittleEndian.getInt(in, offset + IndexSetCode.ROWS_AT);
        int all = IndexSetCode.rows(universe, width);
        int placesBelow = number < 1 ? 0 : IndexSetCode.places(number, width, universe);
        if (number < 1 || number > Math.min(count, all) || count > placesBelow) {
            throw new MalformedInputException(
                    offset + IndexSetCode.ROWS_AT,
                    Integer.toUnsignedString(number) + " of " + all + " rows of " + width + " for " + count
                            + " indices");
        }
        int rowBytes = LittleEndian.getInt(in, offset + IndexSetCode.ROW_BYTES_AT);
        int rowsAt = offset + IndexSetCode.ROWS_HEADER_BYTES;
        if (rowBytes < 0 || rowBytes > end - rowsAt) {
            throw new MalformedInputException(
                    offset + IndexSetCode.ROW_BYTES_AT,
                    Integer.toUnsignedString(rowBytes) + " bytes for the rows, but " + (end - rowsAt) + " are left");
        }
        direct.open(in, rowsAt, rowBytes, number, all);
        int placesAt = rowsAt + rowBytes;
        IndexBlocks places = boundaries;
        if (placesAt < end && IndexSetCode.ofTag(in[placesAt]) == IndexSetCode.COMPLEMENT) {
            openComplement(boundaries, in, placesAt, end - placesAt, count, placesBelow);
            places = otherPlaces.start(count, placesBelow);
        } else {
            boundaries.open(in, placesAt, end - placesAt, count, placesBelow);
        }
        blocks = rows.start(places, count, number, width, universe, offset);
    }

    private static void requireNoParameter(byte[] in, int offset) {
        int parameter = IndexSetCode.parameter(in[offset]);
        if (parameter != 0) {
            throw new MalformedInputException(
                    offset, IndexSetCode.ofTag(in[offset]) + " with parameter " + parameter + ", here it must be 0");
        }
    }

    /**
     * Reads the next block.
     *
     * @param target modified in {@code [offset, offset + returned)}; needs room for the smaller of {@link #BLOCK} and
     *     what is left
     * @return how many indices were read; 0 when all have been
     */
    public int next(int[] target, int offset) {
        Objects.checkFromIndexSize(offset, Math.min(BLOCK, left), target.length);
        if (left == 0) {
            return 0;
        }
        int got = blocks.next(target, offset);
        left -= got;
        return got;
    }
}
