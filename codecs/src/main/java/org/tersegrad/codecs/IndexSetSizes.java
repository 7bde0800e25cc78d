package org.tersegrad.codecs;

import java.util.Objects;
import org.tersegrad.codecs.internal.ActiveKernels;

/**
 * The exact size of one sorted index set in every {@link IndexSetCode}, from one pass over the indices. Reusable; never
 * allocates.
 */
public final class IndexSetSizes {
    private static final int TAG_BYTES = 1;

    private final long[] bytes = new long[IndexSetCode.CODES];
    /** Or, smallest, largest and sum of a block's gaps. */
    private final int[] gaps = new int[4];

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
        riceParameter = count == 0 ? 0 : Rice.parameterForDensity((double) count / universe);
        scan(indices, offset, count);
        bytes[IndexSetCode.BITMAP.number()] = TAG_BYTES + (universe + 7L) / 8;
        bytes[IndexSetCode.PLAIN.number()] =
                TAG_BYTES + IndexSetCode.fieldBytes(count, IndexSetCode.plainWidth(universe));
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

    /** One pass: are the indices in order, how long is the Rice code, how wide are the blocks of gaps? */
    private void scan(int[] indices, int offset, int count) {
        long packed = TAG_BYTES;
        int high = 0; // all gaps together are below the universe, so their parts do not overflow
        for (int done = 0; done < count; done += IndexSetCode.BLOCK) {
            int block = Math.min(IndexSetCode.BLOCK, count - done);
            int first = 0;
            if (done == 0) {
                first = 1; // it has no index before it: the gap is the index itself
                startGaps(indices[offset], indices[offset], indices[offset], indices[offset] >>> riceParameter);
            } else {
                startGaps(0, Integer.MAX_VALUE, 0, 0);
            }
            ActiveKernels.KERNELS.gaps(indices, offset + done + first, block - first, riceParameter, gaps);
            if (gaps[0] < 0) {
                throw outOfOrder(indices, offset);
            }
            int range = gaps[2] - gaps[1];
            packed += IndexSetCode.BLOCK_HEADER_BYTES
                    + IndexSetCode.fieldBytes(block, IndexSetCode.plainWidth(range + 1));
            high += gaps[3];
        }
        bytes[IndexSetCode.PACKED_GAPS.number()] = packed;
        bytes[IndexSetCode.RICE.number()] = split(count, riceParameter, high);
    }

    private void startGaps(int or, int smallest, int largest, int sum) {
        gaps[0] = or;
        gaps[1] = smallest;
        gaps[2] = largest;
        gaps[3] = sum;
    }

    /** Bytes of a code with {@code low} bits of every number in fixed width and {@code high} zeros between the ones. */
    private static long split(int count, int low, long high) {
        return TAG_BYTES + IndexSetCode.fieldBytes(count, low) + (count == 0 ? 0 : (count + high + 7) / 8);
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
