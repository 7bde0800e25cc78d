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
    private final BitPositions high = new BitPositions();
    private final int[] fields = new int[IndexSetCode.BLOCK];
    private final int[] positions = new int[IndexSetCode.BLOCK];

    /** No set of {@code count} indices below {@code universe} takes more bytes: the lesser of bitmap and plain. */
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
        sizes.measure(indices, offset, count, universe);
        return write(sizes.cheapest(), indices, offset, count, universe, out, outOffset);
    }

    /** Writes the same in one given code, which may take more than {@link #maxBytes}. */
    public int writeAs(
            IndexSetCode code, int[] indices, int offset, int count, int universe, byte[] out, int outOffset) {
        sizes.measure(indices, offset, count, universe);
        return write(code, indices, offset, count, universe, out, outOffset);
    }

    private int write(
            IndexSetCode code, int[] indices, int offset, int count, int universe, byte[] out, int outOffset) {
        int bytes = Math.toIntExact(sizes.byteLength(code));
        Objects.checkFromIndexSize(outOffset, bytes, out.length);
        int from = outOffset + 1;
        int end = outOffset + bytes;
        int parameter = 0;
        switch (code) {
            case BITMAP -> writeBitmap(indices, offset, count, out, from, end);
            case PLAIN -> {
                parameter = IndexSetCode.plainWidth(universe);
                packFields(indices, offset, count, parameter, out, from);
            }
            case RICE -> {
                parameter = sizes.riceParameter();
                writeRice(indices, offset, count, parameter, out, from, end);
            }
            case ELIAS_FANO -> {
                parameter = sizes.eliasFanoParameter();
                writeEliasFano(indices, offset, count, parameter, out, from, end);
            }
            case PACKED_GAPS -> writePackedGaps(indices, offset, count, out, from);
        }
        out[outOffset] = code.tag(parameter);
        return bytes;
    }

    private void writeBitmap(int[] indices, int offset, int count, byte[] out, int from, int end) {
        high.startWriting(out, from, end);
        high.write(indices, offset, count);
        high.finishWriting();
    }

    private void writeRice(int[] indices, int offset, int count, int low, byte[] out, int from, int end) {
        int mask = (1 << low) - 1;
        int next = from;
        high.startWriting(out, from + (int) IndexSetCode.fieldBytes(count, low), end);
        int previous = -1;
        int position = -1;
        for (int done = 0; done < count; done += IndexSetCode.BLOCK) {
            int block = Math.min(IndexSetCode.BLOCK, count - done);
            for (int i = 0; i < block; i++) {
                int gap = indices[offset + done + i] - previous - 1;
                previous = indices[offset + done + i];
                fields[i] = gap & mask;
                position += (gap >>> low) + 1;
                positions[i] = position;
            }
            next += packFields(fields, 0, block, low, out, next);
            high.write(positions, 0, block);
        }
        high.finishWriting();
    }

    private void writeEliasFano(int[] indices, int offset, int count, int low, byte[] out, int from, int end) {
        int mask = (1 << low) - 1;
        int next = from;
        high.startWriting(out, from + (int) IndexSetCode.fieldBytes(count, low), end);
        for (int done = 0; done < count; done += IndexSetCode.BLOCK) {
            int block = Math.min(IndexSetCode.BLOCK, count - done);
            for (int i = 0; i < block; i++) {
                int index = indices[offset + done + i];
                fields[i] = index & mask;
                positions[i] = (index >>> low) + done + i;
            }
            next += packFields(fields, 0, block, low, out, next);
            high.write(positions, 0, block);
        }
        high.finishWriting();
    }

    private void writePackedGaps(int[] indices, int offset, int count, byte[] out, int from) {
        int next = from;
        int previous = -1;
        for (int done = 0; done < count; done += IndexSetCode.BLOCK) {
            int block = Math.min(IndexSetCode.BLOCK, count - done);
            int smallest = Integer.MAX_VALUE;
            int largest = 0;
            for (int i = 0; i < block; i++) {
                fields[i] = indices[offset + done + i] - previous - 1;
                previous = indices[offset + done + i];
                smallest = Math.min(smallest, fields[i]);
                largest = Math.max(largest, fields[i]);
            }
            for (int i = 0; i < block; i++) {
                fields[i] -= smallest;
            }
            int width = IndexSetCode.plainWidth(largest - smallest + 1);
            out[next] = (byte) width;
            LittleEndian.putInt(out, next + 1, smallest);
            next += IndexSetCode.BLOCK_HEADER_BYTES;
            next += packFields(fields, 0, block, width, out, next);
        }
    }

    private static int packFields(int[] values, int offset, int count, int width, byte[] out, int at) {
        return width == 0 ? 0 : FixedWidth.pack(values, offset, count, width, out, at);
    }
}
