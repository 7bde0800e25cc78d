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
    private byte[] out = LittleEndian.NO_BYTES;
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
