package org.tersegrad.codecs;

import org.tersegrad.codecs.internal.LittleEndian;

/** Writes measured index sets in direct codes. Reusable; never allocates after construction. */
final class DirectWriter {
    private final BitPositions bits = new BitPositions();
    private final SqueezedPositions squeezed = new SqueezedPositions();
    private final RiceSplit split = new RiceSplit();
    private final int[] block = new int[IndexSetCode.BLOCK];

    /** Writes the set in its cheapest direct code and returns the bytes, which there must be room for. */
    int write(DirectSizes set, byte[] out, int at) {
        return write(set.cheapest(), set, out, at);
    }

    /** Writes the set in {@code code} and returns the bytes, which there must be room for. */
    int write(IndexSetCode code, DirectSizes set, byte[] out, int at) {
        int bytes = (int) set.byteLength(code);
        int parameter = set.parameter(code);
        int end = at + bytes;
        int bitsAt = at + IndexSetCode.TAG_BYTES + (int) IndexSetCode.fieldBytes(set.count(), parameter);
        IndexBlocks indices = set.indices();
        indices.rewind();
        out[at] = code.tag(parameter);
        switch (code) {
            case BITMAP -> writeBitmap(indices, out, bitsAt, end);
            case PLAIN -> writePlain(indices, parameter, out, at + IndexSetCode.TAG_BYTES);
            case RICE -> writeRice(bits, indices, parameter, out, at + IndexSetCode.TAG_BYTES, bitsAt, end);
            case SQUEEZED -> writeRice(squeezed, indices, parameter, out, at + IndexSetCode.TAG_BYTES, bitsAt, end);
            case ELIAS_FANO -> writeEliasFano(indices, parameter, out, at + IndexSetCode.TAG_BYTES, bitsAt, end);
            default -> writePackedGaps(indices, out, at + IndexSetCode.TAG_BYTES);
        }
        return bytes;
    }

    private void writeBitmap(IndexBlocks indices, byte[] out, int from, int end) {
        bits.startWriting(out, from, end);
        for (int got = indices.next(block, 0); got > 0; got = indices.next(block, 0)) {
            bits.write(block, 0, got);
        }
        bits.finishWriting();
    }

    private void writePlain(IndexBlocks indices, int width, byte[] out, int from) {
        int next = from;
        for (int got = indices.next(block, 0); got > 0; got = indices.next(block, 0)) {
            next += packFields(block, got, width, out, next);
        }
    }

    private void writeRice(
            BitPositions high, IndexBlocks indices, int low, byte[] out, int fieldsAt, int bitsAt, int end) {
        int next = fieldsAt;
        split.start(low);
        high.startWriting(out, bitsAt, end);
        for (int got = indices.next(block, 0); got > 0; got = indices.next(block, 0)) {
            split.split(block, got);
            next += packFields(split.fields, got, low, out, next);
            high.write(split.positions, 0, got);
        }
        high.finishWriting();
    }

    private void writeEliasFano(IndexBlocks indices, int low, byte[] out, int fieldsAt, int bitsAt, int end) {
        int mask = (1 << low) - 1;
        int next = fieldsAt;
        int rank = 0;
        bits.startWriting(out, bitsAt, end);
        for (int got = indices.next(block, 0); got > 0; got = indices.next(block, 0)) {
            for (int i = 0; i < got; i++) {
                split.fields[i] = block[i] & mask;
                split.positions[i] = (block[i] >>> low) + rank++;
            }
            next += packFields(split.fields, got, low, out, next);
            bits.write(split.positions, 0, got);
        }
        bits.finishWriting();
    }

    private void writePackedGaps(IndexBlocks indices, byte[] out, int from) {
        int next = from;
        int previous = -1;
        for (int got = indices.next(block, 0); got > 0; got = indices.next(block, 0)) {
            int smallest = Integer.MAX_VALUE;
            int largest = 0;
            for (int i = 0; i < got; i++) {
                int gap = block[i] - previous - 1;
                previous = block[i];
                block[i] = gap;
                smallest = Math.min(smallest, gap);
                largest = Math.max(largest, gap);
            }
            for (int i = 0; i < got; i++) {
                block[i] -= smallest;
            }
            int width = IndexSetCode.plainWidth(largest - smallest + 1);
            out[next] = (byte) width;
            LittleEndian.putInt(out, next + 1, smallest);
            next += IndexSetCode.BLOCK_HEADER_BYTES;
            next += packFields(block, got, width, out, next);
        }
    }

    private static int packFields(int[] values, int count, int width, byte[] out, int at) {
        return width == 0 ? 0 : FixedWidth.pack(values, 0, count, width, out, at);
    }
}
