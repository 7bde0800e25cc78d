package org.tersegrad.codecs;

import java.util.Objects;

/**
 * The exact size of one sorted index set in every {@link IndexSetCode}, from one pass over the indices. Reusable; never
 * allocates.
 */
public final class IndexSetSizes {
    private static final int TAG_BYTES = 1;

    private final long[] bytes = new long[IndexSetCode.CODES];
    private int riceParameter;
    private int eliasFanoParameter;

    /**
     * Measures {@code indices[offset .. offset + count)}.
     *
     * @param indices not modified; strictly increasing, from 0 to {@code universe - 1}
     * @return this
     */
    public IndexSetSizes measure(int[] indices, int offset, int count, int universe) {
        Objects.checkFromIndexSize(offset, count, indices.length);
        if (universe < count) {
            throw new IllegalArgumentException(count + " different indices do not fit below " + universe);
        }
        int last = count == 0 ? -1 : indices[offset + count - 1];
        if (last >= universe) {
            throw new IllegalArgumentException("index " + last + " is not below the universe of " + universe);
        }
        int base = count == 0
                ? 0
                : Math.max(0, Rice.forDensity((double) count / universe).parameter() - 1);
        scan(indices, offset, count, base);
        bytes[IndexSetCode.BITMAP.number()] = TAG_BYTES + (universe + 7L) / 8;
        bytes[IndexSetCode.PLAIN.number()] = TAG_BYTES + fields(count, IndexSetCode.plainWidth(universe));
        bytes[IndexSetCode.ELIAS_FANO.number()] = Long.MAX_VALUE;
        for (int low = 0; low <= Rice.MAX_PARAMETER; low++) {
            long size = split(count, low, Math.max(0, last) >>> low);
            if (size < bytes[IndexSetCode.ELIAS_FANO.number()]) {
                bytes[IndexSetCode.ELIAS_FANO.number()] = size;
                eliasFanoParameter = low;
            }
        }
        return this;
    }

    /** One pass: are the indices in order, how long are three Rice codes around the expected one, how wide the blocks? */
    private void scan(int[] indices, int offset, int count, int base) {
        long packed = TAG_BYTES;
        long high0 = 0;
        long high1 = 0;
        long high2 = 0;
        int previous = -1;
        for (int done = 0; done < count; done += IndexSetCode.BLOCK) {
            int block = Math.min(IndexSetCode.BLOCK, count - done);
            int smallest = Integer.MAX_VALUE;
            int largest = 0;
            int all = 0;
            for (int i = offset + done; i < offset + done + block; i++) {
                int gap = indices[i] - previous - 1;
                previous = indices[i];
                all |= gap | previous;
                smallest = Math.min(smallest, gap);
                largest = Math.max(largest, gap);
                int high = gap >>> base;
                high0 += high;
                high1 += high >>> 1;
                high2 += high >>> 2;
            }
            if (all < 0) {
                throw outOfOrder(indices, offset);
            }
            packed += IndexSetCode.BLOCK_HEADER_BYTES + fields(block, IndexSetCode.plainWidth(largest - smallest + 1));
        }
        bytes[IndexSetCode.PACKED_GAPS.number()] = packed;
        chooseRice(count, base, high0, high1, high2);
    }

    private void chooseRice(int count, int base, long high0, long high1, long high2) {
        long size0 = split(count, base, high0);
        long size1 = split(count, base + 1, high1);
        long size2 = split(count, base + 2, high2);
        long best = Math.min(size0, Math.min(size1, size2));
        bytes[IndexSetCode.RICE.number()] = best;
        riceParameter = base + (best == size0 ? 0 : best == size1 ? 1 : 2);
    }

    /** Bytes of a code with {@code low} bits of every number in fixed width and {@code high} zeros between the ones. */
    private static long split(int count, int low, long high) {
        return TAG_BYTES + fields(count, low) + (count == 0 ? 0 : (count + high + 7) / 8);
    }

    private static long fields(int count, int width) {
        return ((long) count * width + 7) / 8;
    }

    /** The bytes that {@code code} takes, tag included. */
    public long byteLength(IndexSetCode code) {
        return bytes[code.number()];
    }

    /** The code with the fewest bytes; the first of them on a tie. */
    public IndexSetCode cheapest() {
        IndexSetCode best = IndexSetCode.BITMAP;
        for (int i = 1; i < bytes.length; i++) {
            if (bytes[i] < bytes[best.number()]) {
                best = IndexSetCode.ofNumber(i);
            }
        }
        return best;
    }

    int riceParameter() {
        return riceParameter;
    }

    int eliasFanoParameter() {
        return eliasFanoParameter;
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
