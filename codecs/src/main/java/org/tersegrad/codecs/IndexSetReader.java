package org.tersegrad.codecs;

import java.util.Arrays;
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
 * <p>What it returns is strictly increasing and below the universe whatever the bytes are; anything else is a
 * {@link MalformedInputException}, at the latest from the call that returns the last block.
 */
public final class IndexSetReader {
    /** No call of {@link #next} returns more indices. */
    public static final int BLOCK = IndexSetCode.BLOCK;

    private final BitPositions high = new BitPositions();
    private final int[] positions = new int[BLOCK];

    private byte[] in = LittleEndian.NO_BYTES;
    private IndexSetCode code = IndexSetCode.PLAIN;
    private int parameter;
    private int count;
    private int universe;
    /** Indices read so far. */
    private int rank;
    /** Where the next block of fixed-width fields begins. */
    private int fieldsAt;
    /** Where the message ends. */
    private int end;
    /** The last index read, −1 before the first. */
    private int lastIndex;
    /** The last one read from the bit string, −1 before the first. */
    private int lastPosition;

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
        if (length == 0) {
            throw new MalformedInputException(offset, "an index set begins with a tag byte, but nothing is there");
        }
        this.in = in;
        this.count = count;
        this.universe = universe;
        rank = 0;
        lastIndex = -1;
        lastPosition = -1;
        end = offset + length;
        fieldsAt = offset + 1;
        code = IndexSetCode.ofTag(in[offset], offset);
        parameter = IndexSetCode.parameter(in[offset]);
        switch (code) {
            case BITMAP -> {
                requireParameter(offset, 0);
                requireLength(offset, 1 + (universe + 7L) / 8);
                high.startReading(in, fieldsAt, end);
            }
            case PLAIN -> {
                requireParameter(offset, IndexSetCode.plainWidth(universe));
                requireLength(offset, 1 + IndexSetCode.fieldBytes(count, parameter));
                requireZeroPadding(count);
            }
            case RICE, ELIAS_FANO -> openSplit(offset, length);
            case PACKED_GAPS -> requireParameter(offset, 0);
        }
        if (count == 0) {
            finish();
        }
        return this;
    }

    private void openSplit(int offset, int length) {
        if (parameter > Rice.MAX_PARAMETER) {
            throw new MalformedInputException(offset, "parameter " + parameter + ", the largest is 30");
        }
        long lowBytes = IndexSetCode.fieldBytes(count, parameter);
        // A bit string longer than 2^31 bits could overflow a position; no writer makes one.
        if (length < 1 + lowBytes || length - 1 - lowBytes > Integer.MAX_VALUE / 8) {
            throw new MalformedInputException(
                    end, count + " fields of " + parameter + " bits and a bit string do not make " + length + " bytes");
        }
        requireZeroPadding(count);
        high.startReading(in, fieldsAt + (int) lowBytes, end);
    }

    /**
     * Reads the next block.
     *
     * @param target modified in {@code [offset, offset + returned)}; needs room for the smaller of {@link #BLOCK} and
     *     what is left
     * @return how many indices were read; 0 when all have been
     */
    public int next(int[] target, int offset) {
        int block = Math.min(BLOCK, count - rank);
        Objects.checkFromIndexSize(offset, block, target.length);
        if (block == 0) {
            return 0;
        }
        switch (code) {
            case BITMAP -> nextOfBitmap(target, offset, block);
            case PLAIN -> nextOfFields(target, offset, block);
            case RICE -> nextOfRice(target, offset, block);
            case ELIAS_FANO -> nextOfEliasFano(target, offset, block);
            case PACKED_GAPS -> nextOfPackedGaps(target, offset, block);
        }
        lastIndex = target[offset + block - 1];
        rank += block;
        if (rank == count) {
            finish();
        }
        return block;
    }

    private void nextOfBitmap(int[] target, int offset, int block) {
        high.read(target, offset, block);
        requireBelowUniverse(target[offset + block - 1]);
    }

    private void nextOfFields(int[] target, int offset, int block) {
        readFields(target, offset, block);
        requireIncreasing(target, offset, block);
    }

    private void nextOfEliasFano(int[] target, int offset, int block) {
        readFields(target, offset, block);
        high.read(positions, 0, block);
        lastPosition = positions[block - 1];
        // The high parts cannot fall, so the last one tells whether any is too large to be shifted.
        requireBelowUniverse((long) (lastPosition - (rank + block - 1)) << parameter);
        for (int i = 0; i < block; i++) {
            target[offset + i] |= (positions[i] - (rank + i)) << parameter;
        }
        requireIncreasing(target, offset, block);
    }

    private void nextOfRice(int[] target, int offset, int block) {
        readFields(target, offset, block);
        high.read(positions, 0, block);
        int previous = lastPosition;
        long index = lastIndex;
        for (int i = 0; i < block; i++) {
            long quotient = (long) positions[i] - previous - 1;
            previous = positions[i];
            index += 1 + (quotient << parameter | target[offset + i]);
            target[offset + i] = (int) index;
        }
        lastPosition = previous;
        requireBelowUniverse(index);
    }

    private void nextOfPackedGaps(int[] target, int offset, int block) {
        if (end - fieldsAt < IndexSetCode.BLOCK_HEADER_BYTES) {
            throw new MalformedInputException(end, "the header of a block of gaps is cut off");
        }
        parameter = in[fieldsAt];
        int smallest = LittleEndian.getInt(in, fieldsAt + 1);
        if (parameter < 0 || parameter > 31 || smallest < 0) {
            throw new MalformedInputException(
                    fieldsAt, "a block of gaps of width " + parameter + " from " + smallest + " on");
        }
        fieldsAt += IndexSetCode.BLOCK_HEADER_BYTES;
        if (end - fieldsAt < IndexSetCode.fieldBytes(block, parameter)) {
            throw new MalformedInputException(
                    end, "a block of " + block + " gaps of " + parameter + " bits is cut off");
        }
        requireZeroPadding(block);
        readFields(target, offset, block);
        long index = lastIndex;
        for (int i = offset; i < offset + block; i++) {
            index += 1L + smallest + target[i];
            target[i] = (int) index;
        }
        requireBelowUniverse(index);
    }

    private void readFields(int[] target, int offset, int block) {
        if (parameter == 0) {
            Arrays.fill(target, offset, offset + block, 0);
        } else {
            FixedWidth.unpackUnchecked(in, fieldsAt, parameter, target, offset, block);
            fieldsAt += FixedWidth.byteLength(block, parameter);
        }
    }

    private void finish() {
        switch (code) {
            case BITMAP -> high.requireNoMore();
            case RICE, ELIAS_FANO -> {
                high.requireNoMore();
                high.requireEndAt(lastPosition);
            }
            case PLAIN, PACKED_GAPS -> {
                if (fieldsAt != end) {
                    throw new MalformedInputException(fieldsAt, "bytes after the last index");
                }
            }
        }
    }

    private void requireZeroPadding(int fields) {
        if (parameter > 0) {
            FixedWidth.requireZeroPadding(in, fieldsAt, fields, parameter);
        }
    }

    private void requireIncreasing(int[] target, int offset, int block) {
        int previous = lastIndex;
        int order = 0;
        for (int i = offset; i < offset + block; i++) {
            order |= target[i] - previous - 1; // negative if not above the previous one
            previous = target[i];
        }
        if (order < 0) {
            throw new MalformedInputException(fieldsAt, "indices that do not increase");
        }
        requireBelowUniverse(previous);
    }

    private void requireBelowUniverse(long index) {
        if (index >= universe) {
            throw new MalformedInputException(fieldsAt, "index " + index + " is not below " + universe);
        }
    }

    private void requireParameter(int offset, int expected) {
        if (parameter != expected) {
            throw new MalformedInputException(
                    offset, code + " with parameter " + parameter + ", here it must be " + expected);
        }
    }

    private void requireLength(int offset, long expected) {
        if (end - offset != expected) {
            throw new MalformedInputException(
                    Math.min(end, offset + expected),
                    code + " of " + count + " indices below " + universe + " takes " + expected + " bytes, these are "
                            + (end - offset));
        }
    }
}
