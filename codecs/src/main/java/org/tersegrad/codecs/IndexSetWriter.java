package org.tersegrad.codecs;

import java.util.Objects;
import org.tersegrad.codecs.internal.LittleEndian;

/**
 * Writes sorted index sets, each in its cheapest {@link IndexSetCode}. Reusable; never allocates after construction.
 *
 * <pre>{@code
 * IndexSetWriter writer = new IndexSetWriter();
 * byte[] out = new byte[IndexSetWriter.maxBytes(count, universe)];
 * int byteLength = writer.write(indices, 0, count, universe, out, 0);
 * }</pre>
 */
public final class IndexSetWriter {
    private final IndexSetSizes sizes;
    private final DirectWriter direct = new DirectWriter();

    /** A writer for indices of which no rows are known: all codes but {@link IndexSetCode#ROWS}. */
    public IndexSetWriter() {
        this(0);
    }

    /**
     * A writer that also considers {@link IndexSetCode#ROWS}.
     *
     * @param rowWidth the width of rows in which indices may cluster, such as the columns of a matrix; 0 for none
     */
    public IndexSetWriter(int rowWidth) {
        sizes = new IndexSetSizes(rowWidth);
    }

    /** No set of {@code count} or fewer indices below {@code universe} takes more bytes: the least of bitmap, plain and Elias–Fano. */
    public static int maxBytes(int count, int universe) {
        if (count < 0 || universe < count) {
            throw new IllegalArgumentException(count + " different indices do not fit below " + universe);
        }
        long most = Math.min(IndexSetCode.fieldBytes(count, IndexSetCode.plainWidth(universe)), (universe + 7L) / 8);
        for (int low = 0; low <= Rice.MAX_PARAMETER; low++) {
            most = Math.min(most, IndexSetCode.splitBytes(count, low, Math.max(0, universe - 1) >>> low));
        }
        return (int) (IndexSetCode.TAG_BYTES + most);
    }

    /** The bytes that {@link #write} would take for the same indices. */
    public int byteLength(int[] indices, int offset, int count, int universe) {
        sizes.measure(indices, offset, count, universe, false);
        return Math.toIntExact(sizes.byteLength(sizes.cheapest()));
    }

    /**
     * Writes {@code indices[offset .. offset + count)} in the cheapest code.
     *
     * @param indices not modified; strictly increasing, from 0 to {@code universe - 1}
     * @param out modified in {@code [outOffset, outOffset + the bytes written)}
     * @return the bytes written, at most {@link #maxBytes}
     */
    public int write(int[] indices, int offset, int count, int universe, byte[] out, int outOffset) {
        sizes.measure(indices, offset, count, universe, false);
        return write(sizes.cheapest(), out, outOffset);
    }

    /**
     * Writes the same in one given code, which may take more than {@link #maxBytes}.
     *
     * @throws IllegalArgumentException if the set cannot be written in it, see {@link IndexSetSizes#byteLength}
     */
    public int writeAs(
            IndexSetCode code, int[] indices, int offset, int count, int universe, byte[] out, int outOffset) {
        sizes.measure(indices, offset, count, universe, true);
        if (sizes.byteLength(code) == Long.MAX_VALUE) {
            throw new IllegalArgumentException(count + " indices below " + universe + " cannot be written as " + code);
        }
        return write(code, out, outOffset);
    }

    private int write(IndexSetCode code, byte[] out, int at) {
        int bytes = Math.toIntExact(sizes.byteLength(code));
        Objects.checkFromIndexSize(at, bytes, out.length);
        switch (code) {
            case COMPLEMENT -> {
                out[at] = code.tag(0);
                direct.write(sizes.absent(), out, at + IndexSetCode.TAG_BYTES);
            }
            case RUNS -> {
                out[at] = code.tag(0);
                int to = at + IndexSetCode.RUNS_HEADER_BYTES;
                int slotBytes = direct.write(sizes.slots(), out, to);
                direct.write(sizes.boundaries(), out, to + slotBytes);
                LittleEndian.putInt(out, at + IndexSetCode.RUNS_AT, sizes.runs());
                LittleEndian.putInt(out, at + IndexSetCode.SLOT_BYTES_AT, slotBytes);
            }
            case ROWS -> {
                out[at] = code.tag(1);
                int to = at + IndexSetCode.ROWS_HEADER_BYTES;
                int rowBytes = direct.write(sizes.rows(), out, to);
                LittleEndian.putInt(out, at + IndexSetCode.WIDTH_AT, sizes.rowWidth());
                LittleEndian.putInt(out, at + IndexSetCode.ROWS_AT, sizes.rows().count());
                LittleEndian.putInt(out, at + IndexSetCode.ROW_BYTES_AT, rowBytes);
                to += rowBytes;
                if (sizes.complementOfPlaces()) {
                    out[to++] = IndexSetCode.COMPLEMENT.tag(0);
                }
                direct.write(sizes.places(), out, to);
            }
            default -> direct.write(code, sizes.present(), out, at);
        }
        return bytes;
    }
}
