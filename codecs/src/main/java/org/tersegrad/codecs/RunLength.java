package org.tersegrad.codecs;

import java.util.Objects;

/**
 * Runs of equal values: each run is the value in {@code width} bits and its length in Elias gamma. For levels that are
 * mostly zero, or for tensors with large constant parts.
 *
 * <p>Neighbouring runs have different values, and a reader insists on it: a sequence has one spelling.
 *
 * @param width bits of one value, 1 to 32
 */
public record RunLength(int width) {
    private static final EliasGamma LENGTH = new EliasGamma();

    public RunLength {
        if (width < 1 || width > 32) {
            throw new IllegalArgumentException("the width of a value is 1 to 32 bits, this is " + width);
        }
    }

    /** The exact length in bits of what {@link #write} appends. */
    public long bits(int[] values, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, values.length);
        long bits = 0;
        for (int i = offset; i < offset + count; ) {
            int run = run(values, i, offset + count);
            bits += width + LENGTH.bits(run);
            i += run;
        }
        return bits;
    }

    /**
     * Appends {@code values[offset .. offset + count)}.
     *
     * @param values not modified; read as unsigned, each must fit in {@code width} bits
     */
    public void write(int[] values, int offset, int count, BitWriter out) {
        out.reserve(bits(values, offset, count));
        for (int i = offset; i < offset + count; ) {
            int run = run(values, i, offset + count);
            out.write(Integer.toUnsignedLong(values[i]), width);
            LENGTH.write(run, out);
            i += run;
        }
    }

    /**
     * Reads {@code count} values.
     *
     * @param values modified in {@code [offset, offset + count)}
     */
    public void read(BitReader in, int[] values, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, values.length);
        int end = offset + count;
        for (int i = offset; i < end; ) {
            int value = (int) in.read(width);
            if (i > offset && value == values[i - 1]) {
                throw in.malformed("two runs of the value " + Integer.toUnsignedString(value) + " in a row");
            }
            int run = LENGTH.read(in);
            if (run > end - i) {
                throw in.malformed("a run of " + run + " values where " + (end - i) + " are left");
            }
            for (int to = i + run; i < to; i++) {
                values[i] = value;
            }
        }
    }

    private static int run(int[] values, int from, int end) {
        int to = from + 1;
        while (to < end && values[to] == values[from]) {
            to++;
        }
        return to - from;
    }
}
