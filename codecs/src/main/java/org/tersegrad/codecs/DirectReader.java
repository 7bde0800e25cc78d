package org.tersegrad.codecs;

import java.util.Arrays;
import org.tersegrad.codecs.internal.LittleEndian;

/** Reads index sets in direct codes, see {@link IndexSetReader}. Reusable; never allocates after construction. */
final class DirectReader implements IndexBlocks {
    private static final int BLOCK = IndexSetCode.BLOCK;

    private final BitPositions bits = new BitPositions();
    private final SqueezedPositions squeezed = new SqueezedPositions();
    private final int[] positions = new int[BLOCK];

    private byte[] in = LittleEndian.NO_BYTES;
    /** Direct; where a switch has a default, that is {@code PACKED_GAPS}. */
    private IndexSetCode code = IndexSetCode.PLAIN;

    private int parameter;
    private int count;
    private int universe;
    /** Indices read so far. */
    private int rank;
    /** Position of the next block of fixed-width fields. */
    private int fieldsAt;
    /** Bounds of the message. */
    private int start;

    private int end;
    /** The last index read, −1 before the first. */
    private int lastIndex;
    /** The last one read from the bit string, −1 before the first. */
    private int lastPosition;

    /**
     * Points this reader at the message in {@code in[offset .. offset + length)}, which is there.
     *
     * @param in not modified
     * @param count how many indices the message holds, at most {@code universe}
     * @param universe all of them are below this
     */
    DirectReader open(byte[] in, int offset, int length, int count, int universe) {
        if (length == 0) {
            throw new MalformedInputException(offset, "an index set begins with a tag byte, but nothing is there");
        }
        this.in = in;
        this.count = count;
        this.universe = universe;
        start = offset;
        end = offset + length;
        code = IndexSetCode.ofTag(in[offset]);
        if (!code.isDirect()) {
            throw new MalformedInputException(offset, code + " inside another index set");
        }
        rewind();
        return this;
    }

    @Override
    public void rewind() {
        int offset = start;
        parameter = IndexSetCode.parameter(in[offset]);
        rank = 0;
        lastIndex = -1;
        lastPosition = -1;
        fieldsAt = offset + IndexSetCode.TAG_BYTES;
        switch (code) {
            case BITMAP -> {
                requireParameter(offset, 0);
                requireLength(offset, 1 + (universe + 7L) / 8);
                bits.startReading(in, fieldsAt, end);
            }
            case PLAIN -> {
                requireParameter(offset, IndexSetCode.plainWidth(universe));
                requireLength(offset, 1 + IndexSetCode.fieldBytes(count, parameter));
                requireZeroPadding(count);
            }
            case RICE, ELIAS_FANO, SQUEEZED -> openSplit(offset, end - offset);
            default -> requireParameter(offset, 0);
        }
        if (count == 0) {
            finish();
        }
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
        int bitsAt = fieldsAt + (int) lowBytes;
        if (code == IndexSetCode.SQUEEZED) {
            // The gaps add up to what is absent, at most, so their high parts add up to no more than this.
            squeezed.startReading(in, bitsAt, end, count, count + ((universe - count) >>> parameter));
        } else {
            bits.startReading(in, bitsAt, end);
        }
    }

    @Override
    public int next(int[] target, int offset) {
        int block = Math.min(BLOCK, count - rank);
        if (block == 0) {
            return 0;
        }
        switch (code) {
            case BITMAP -> nextOfBitmap(target, offset, block);
            case PLAIN -> nextOfFields(target, offset, block);
            case RICE -> nextOfRice(bits, target, offset, block);
            case SQUEEZED -> nextOfRice(squeezed, target, offset, block);
            case ELIAS_FANO -> nextOfEliasFano(target, offset, block);
            default -> nextOfPackedGaps(target, offset, block);
        }
        lastIndex = target[offset + block - 1];
        rank += block;
        if (rank == count) {
            finish();
        }
        return block;
    }

    private void nextOfBitmap(int[] target, int offset, int block) {
        bits.read(target, offset, block);
        requireBelowUniverse(target[offset + block - 1]);
    }

    private void nextOfFields(int[] target, int offset, int block) {
        readFields(target, offset, block);
        requireIncreasing(target, offset, block);
    }

    private void nextOfEliasFano(int[] target, int offset, int block) {
        readFields(target, offset, block);
        bits.read(positions, 0, block);
        lastPosition = positions[block - 1];
        // The high parts cannot fall, so the last one tells whether any is too large to be shifted.
        requireBelowUniverse((long) (lastPosition - (rank + block - 1)) << parameter);
        for (int i = 0; i < block; i++) {
            target[offset + i] |= (positions[i] - (rank + i)) << parameter;
        }
        requireIncreasing(target, offset, block);
    }

    private void nextOfRice(BitPositions high, int[] target, int offset, int block) {
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
            case BITMAP -> bits.requireNoMore();
            case RICE, ELIAS_FANO -> {
                bits.requireNoMore();
                bits.requireEndAt(lastPosition);
            }
            case SQUEEZED -> squeezed.requireNoMore();
            default -> {
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
