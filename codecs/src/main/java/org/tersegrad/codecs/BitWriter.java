package org.tersegrad.codecs;

import java.util.Objects;
import org.tersegrad.codecs.internal.LittleEndian;

/**
 * Writes bit fields into a caller's bytes, 64 bits at a time.
 *
 * <p>The stream is little-endian and LSB first: bit {@code i} of the stream is bit {@code i % 8} of byte {@code i / 8},
 * and the lowest bit of a field comes first. One writer can be pointed at many places in turn with {@link #wrap}; it
 * never allocates.
 *
 * <pre>{@code
 * BitWriter writer = new BitWriter().wrap(bytes, 0, bytes.length);
 * writer.write(5, 3);
 * int byteLength = writer.finish();
 * }</pre>
 */
public final class BitWriter {
    /** The fields of each width that {@link #writeEach} takes. */
    private static final long[] MASKS = new long[29];

    static {
        for (int width = 0; width < MASKS.length; width++) {
            MASKS[width] = (1L << width) - 1;
        }
    }

    private byte[] out = LittleEndian.NO_BYTES;
    private int start;
    private int next;
    private long capacity;
    private long written;
    /** The newest {@code written % 64} bits, lowest first; the bits above them are zero. */
    private long pending;

    /**
     * Points this writer at an empty stream in {@code out[offset .. offset + length)}.
     *
     * @param out modified by the writes that follow, in that range only
     * @return this writer
     */
    public BitWriter wrap(byte[] out, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, out.length);
        this.out = out;
        start = offset;
        next = offset;
        capacity = 8L * length;
        written = 0;
        pending = 0;
        return this;
    }

    /**
     * Appends the low {@code width} bits of {@code value}.
     *
     * @param value its bits above {@code width} must be zero
     * @param width 0 to 64
     */
    public void write(long value, int width) {
        if (width < 64 && (width < 0 || value >>> width != 0)) {
            throw new IllegalArgumentException("value " + Long.toUnsignedString(value) + " does not fit in " + width
                    + " bits (the width is 0 to 64)");
        }
        reserve(width);
        append(value, width);
    }

    /** Appends {@code zeros} zero bits and then a one: a unary number. */
    public void writeUnary(int zeros) {
        if (zeros < 0) {
            throw new IllegalArgumentException("a unary number is not negative, this is " + zeros);
        }
        reserve(1L + zeros);
        int left = zeros;
        for (; left >= 64; left -= 64) {
            append(0, 64);
        }
        append(1L << left, left + 1);
    }

    /**
     * Appends {@code count} fields of the same width, back to back, at whatever bit the stream has reached.
     *
     * @param values not modified; each value is unsigned and fits in {@code width} bits
     * @param width 0 to 32
     */
    public void writeAll(int[] values, int offset, int count, int width) {
        Objects.checkFromIndexSize(offset, count, values.length);
        if (width < 0 || width > 32) {
            throw new IllegalArgumentException("the width of an int field is 0 to 32, this is " + width);
        }
        reserve((long) count * width);
        for (int i = offset; i < offset + count; i++) {
            write(Integer.toUnsignedLong(values[i]), width);
        }
    }

    /**
     * Appends {@code count} fields back to back, the width of each by its kind: {@code values[i]} in {@code widths[kinds[i]]} bits.
     *
     * @param values not modified; from 0 on; bits above the width of a field are left out
     * @param kinds not modified; from 0 on, each an index of {@code widths}
     * @param widths not modified; each 0 to 28
     * @return whether they fit; else nothing has been written
     */
    public boolean writeEach(int[] values, int[] kinds, byte[] widths, int count) {
        long bits = 0;
        for (int i = 0; i < count; i++) {
            bits += widths[kinds[i]];
        }
        if (bits > capacity - written) {
            return false;
        }
        // Every store has eight bytes, of which those that are not full are stored again: no branch depends on a
        // width. Two fields and the rest of a byte fit in a long.
        int end = start + (int) (capacity >>> 3) - 16;
        int at = start + (int) (written >>> 3);
        int fill = (int) (written & 7);
        long last = pending >>> (written & 56);
        int i = 0;
        if (at <= end && (written & 63) > 7) {
            LittleEndian.putLong(out, next, pending);
        }
        for (; i < count - 1 && at <= end; i += 2) {
            int one = widths[kinds[i]];
            int two = widths[kinds[i + 1]];
            long both = (values[i] & MASKS[one]) | ((values[i + 1] & MASKS[two]) << one);
            last |= both << fill;
            LittleEndian.putLong(out, at, last);
            fill += one + two;
            at += fill >>> 3;
            last >>>= fill & 56;
            fill &= 7;
        }
        if (i > 0) {
            written = 8L * (at - start) + fill;
            next = start + (int) (written >>> 6 << 3);
            pending = (written & 63) == 0 ? 0 : LittleEndian.getLong(out, next) & (-1L >>> -written);
        }
        for (; i < count; i++) {
            int width = widths[kinds[i]];
            append(values[i] & MASKS[width], width);
        }
        return true;
    }

    /** Bits written since {@link #wrap}, without padding. */
    public long bitLength() {
        return written;
    }

    /**
     * Fills the last byte with zero bits and stores all that is pending. The stream then ends on a byte boundary and
     * may be continued there.
     *
     * @return the number of bytes from the start of the stream to here
     */
    public int finish() {
        int inWord = (int) (written & 63);
        for (int bit = 0; bit < inWord; bit += 8) {
            out[next + (bit >>> 3)] = (byte) (pending >>> bit);
        }
        written = (written + 7) & ~7L;
        if ((written & 63) == 0 && inWord > 0) {
            next += 8;
            pending = 0;
        }
        return (int) (written >>> 3);
    }

    /** Throws if {@code bits} more do not fit; nothing has been written then. */
    void reserve(long bits) {
        if (bits > capacity - written) {
            throw new IllegalArgumentException("the output has room for " + capacity + " bits, " + written
                    + " are written and " + bits + " more do not fit");
        }
    }

    private void append(long value, int width) {
        int inWord = (int) (written & 63);
        pending |= value << inWord;
        written += width;
        if (inWord + width >= 64) {
            LittleEndian.putLong(out, next, pending);
            next += 8;
            // Java masks a shift by 64 to a shift by 0, hence the two steps when the word was empty.
            pending = inWord == 0 ? 0 : value >>> (64 - inWord);
        }
    }
}
