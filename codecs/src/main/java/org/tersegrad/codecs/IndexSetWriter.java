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
    private final IndexSetSizes sizes = new IndexSetSizes();
    private final DirectWriter direct = new DirectWriter();

    /** No set of {@code count} or fewer indices below {@code universe} takes more bytes: the lesser of bitmap and plain. */
    public static int maxBytes(int count, int universe) {
        if (count < 0 || universe < count) {
            throw new IllegalArgumentException(count + " different indices do not fit below " + universe);
        }
        long plain = IndexSetCode.fieldBytes(count, IndexSetCode.plainWidth(universe));
        return (int) (1 + Math.min(plain, (universe + 7L) / 8));
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
            default -> direct.write(code, sizes.present(), out, at);
        }
        return bytes;
    }
}
