package org.tersegrad.codecs;

import java.util.Objects;
import org.tersegrad.codecs.internal.LittleEndian;

/**
 * Reads what {@link BitWriter} wrote, from a caller's bytes, 64 bits at a time.
 *
 * <p>Every read is checked against the end of the range: bytes that end too early give a
 * {@link MalformedInputException} and nothing else. It never allocates.
 */
public final class BitReader {
    private byte[] in = LittleEndian.NO_BYTES;
    private int start;
    private int end;
    private long position;
    private long limit;

    /**
     * Points this reader at the stream in {@code in[offset .. offset + length)}.
     *
     * @param in not modified
     * @return this reader
     */
    public BitReader wrap(byte[] in, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, in.length);
        this.in = in;
        start = offset;
        end = offset + length;
        position = 0;
        limit = 8L * length;
        return this;
    }

    /**
     * Reads the next field.
     *
     * @param width 0 to 64
     */
    public long read(int width) {
        if (width < 0 || width > 64) {
            throw new IllegalArgumentException("the width of a field is 0 to 64, this is " + width);
        }
        if (width > limit - position) {
            throw malformed("a field of " + width + " bits, but only " + (limit - position) + " bits are left");
        }
        if (width == 0) {
            return 0;
        }
        int shift = (int) (position & 7);
        long bits = word() >>> shift;
        if (shift + width > 64) {
            bits |= (long) in[byteIndex() + 8] << (64 - shift);
        }
        position += width;
        return bits & (-1L >>> (64 - width));
    }

    /**
     * Reads a unary number: the count of zero bits before the next one, which is consumed too.
     *
     * @param most a longer run of zeros is malformed, so that no input makes the reader walk far
     */
    public int readUnary(int most) {
        long from = position;
        while (position < limit) {
            int shift = (int) (position & 7);
            long bits = word() >>> shift;
            if (bits != 0) {
                position += Long.numberOfTrailingZeros(bits) + 1;
                long zeros = position - from - 1;
                if (zeros > most) {
                    throw malformed("a unary number of " + zeros + ", the largest allowed here is " + most);
                }
                return (int) zeros;
            }
            position = Math.min(limit, position + 64 - shift);
            if (position - from > most) {
                throw malformed("a unary number above " + most + ", the largest allowed here");
            }
        }
        throw malformed("a unary number that is not closed by a one bit");
    }

    /**
     * Reads {@code count} fields of the same width, back to back.
     *
     * @param values modified in {@code [offset, offset + count)}; a 32-bit field fills its int
     * @param width 0 to 32
     */
    public void readAll(int[] values, int offset, int count, int width) {
        Objects.checkFromIndexSize(offset, count, values.length);
        if (width < 0 || width > 32) {
            throw new IllegalArgumentException("the width of an int field is 0 to 32, this is " + width);
        }
        if ((long) count * width > limit - position) {
            throw malformed(count + " fields of " + width + " bits, but only " + (limit - position) + " bits are left");
        }
        for (int i = offset; i < offset + count; i++) {
            values[i] = (int) read(width);
        }
    }

    /**
     * Reads {@code count} fields back to back, the width of each by its kind: {@code values[i]} has {@code widths[kinds[i]]} bits.
     *
     * @param kinds not modified; from 0 on, each an index of {@code widths}
     * @param widths not modified; each 0 to 28
     * @param values modified in {@code [0, count)}
     */
    public void readEach(int[] kinds, byte[] widths, int count, int[] values) {
        long at = position;
        int last = end - 8;
        int i = 0;
        for (; i < count && start + (int) (at >>> 3) <= last; i++) {
            int width = widths[kinds[i]];
            values[i] = (int) (LittleEndian.getLong(in, start + (int) (at >>> 3)) >>> (at & 7)) & ((1 << width) - 1);
            at += width;
        }
        position = at;
        for (; i < count; i++) {
            values[i] = (int) read(widths[kinds[i]]);
        }
    }

    /** Bits read since {@link #wrap}. */
    public long bitPosition() {
        return position;
    }

    /** Bits that can still be read, padding included. */
    public long bitsLeft() {
        return limit - position;
    }

    /** Skips the padding up to the next byte boundary, which must be zero: a stream has only one spelling. */
    public void align() {
        int at = byteIndex();
        int padding = (int) (-position & 7);
        if (read(padding) != 0) {
            throw new MalformedInputException(at, "padding bits that are not zero");
        }
    }

    /** Checks that nothing but zero padding of the last byte is left. */
    public void requireEnd() {
        align();
        if (position != limit) {
            throw malformed((limit - position) / 8 + " bytes after the end of the stream");
        }
    }

    /** At least the next 57 bits, the first in the lowest place; zeros stand for what lies past the end. */
    long peek() {
        return word() >>> (int) (position & 7);
    }

    /** Goes on by as many bits as a prefix code has used of what it saw, at most {@link #bitsLeft}. */
    void skip(int bits) {
        position += bits;
    }

    /** The exception for what is wrong at the bit this reader has reached. */
    MalformedInputException malformed(String reason) {
        return new MalformedInputException(byteIndex(), reason);
    }

    private int byteIndex() {
        return start + (int) (position >>> 3);
    }

    /** The 64 bits from the byte that holds the next bit on; zeros stand for what lies past the end. */
    private long word() {
        int index = byteIndex();
        if (end - index >= 8) {
            return LittleEndian.getLong(in, index);
        }
        long bits = 0;
        for (int i = end - 1; i >= index; i--) {
            bits = bits << 8 | (in[i] & 0xff);
        }
        return bits;
    }
}
