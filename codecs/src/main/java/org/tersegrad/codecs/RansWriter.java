package org.tersegrad.codecs;

import static org.tersegrad.codecs.SymbolFrequencies.TOTAL;

import org.tersegrad.codecs.internal.LittleEndian;

/**
 * Writes the states and words of a {@link Rans} message, from the last symbol to the first. Each of the four states has a
 * variable of its own and a turn of the loop takes a symbol for each, so that the CPU works on four chains of operations at once.
 */
final class RansWriter {
    /** Reciprocals are 2^43 / frequency; see {@link #prepare}. */
    private static final int RECIPROCAL_BITS = 43;

    /**
     * Four numbers for each symbol: the last state with room for it, frequency * 2^19 − 1, as a larger one gives off a word first; a
     * reciprocal of its frequency; 4096 − frequency; and the first of its slots.
     */
    private final long[] table;

    /** The states of the symbols before the next piece, in the order in which those take turns. */
    private long a;

    private long b;
    private long c;
    private long d;

    RansWriter(int alphabet) {
        table = new long[4 * alphabet];
    }

    /**
     * Begins a message, the last symbol of which comes first.
     *
     * <p>For x below frequency * 2^19, {@code x / frequency = x * ceil(2^43 / frequency) >>> 43}: the product has less than 63 bits,
     * and what the reciprocal is too large by, times x / 2^43, is too small to reach the next integer.
     */
    void prepare(SymbolFrequencies frequencies) {
        a = Rans.LOW;
        b = Rans.LOW;
        c = Rans.LOW;
        d = Rans.LOW;
        long slot = 0;
        for (int s = 0; s < frequencies.alphabet(); s++) {
            long frequency = frequencies.frequency(s);
            if (frequency == 0) {
                continue; // never written
            }
            table[4 * s] = (frequency << 19) - 1;
            table[4 * s + 1] = ((1L << RECIPROCAL_BITS) + frequency - 1) / frequency;
            table[4 * s + 2] = TOTAL - frequency;
            table[4 * s + 3] = slot;
            slot += frequency;
        }
    }

    /**
     * Writes the words of a piece down from {@code end}.
     *
     * @param symbols not modified; each is in the alphabet
     * @param count a multiple of four, but for the first call after {@link #prepare}
     * @param out modified before {@code end}
     * @return where the words begin
     */
    int write(int[] symbols, int offset, int count, byte[] out, int end) {
        int last = offset + count - count % 4;
        // The symbols after the last whole turn. None gives off a word: the lowest state has room for any symbol.
        long a = last < offset + count ? next(this.a, 4 * symbols[last]) : this.a;
        long b = last + 1 < offset + count ? next(this.b, 4 * symbols[last + 1]) : this.b;
        long c = last + 2 < offset + count ? next(this.c, 4 * symbols[last + 2]) : this.c;
        long d = this.d;
        int at = end;
        for (int i = last - 4; i >= offset; i -= 4) {
            // Whether a state gives off a word is not predictable. So a word is always written, and the next one takes
            // its place if it did not count; what depends on it are two numbers, computed without a jump.
            int entry = 4 * symbols[i + 3];
            long full = (table[entry] - d) >> 63;
            LittleEndian.putShort(out, at - 2, (int) d);
            at += (int) full << 1;
            d = next(d >>> (full & 16), entry);
            entry = 4 * symbols[i + 2];
            full = (table[entry] - c) >> 63;
            LittleEndian.putShort(out, at - 2, (int) c);
            at += (int) full << 1;
            c = next(c >>> (full & 16), entry);
            entry = 4 * symbols[i + 1];
            full = (table[entry] - b) >> 63;
            LittleEndian.putShort(out, at - 2, (int) b);
            at += (int) full << 1;
            b = next(b >>> (full & 16), entry);
            entry = 4 * symbols[i];
            full = (table[entry] - a) >> 63;
            LittleEndian.putShort(out, at - 2, (int) a);
            at += (int) full << 1;
            a = next(a >>> (full & 16), entry);
        }
        this.a = a;
        this.b = b;
        this.c = c;
        this.d = d;
        return at;
    }

    /**
     * Writes the four states that all words have led to.
     *
     * @param out modified: 16 bytes from {@code at} on
     */
    void writeStates(byte[] out, int at) {
        LittleEndian.putInt(out, at, (int) a);
        LittleEndian.putInt(out, at + 4, (int) b);
        LittleEndian.putInt(out, at + 8, (int) c);
        LittleEndian.putInt(out, at + 12, (int) d);
    }

    /** The state after a symbol: x / frequency * 4096 + first slot + x % frequency, for x with room for it. */
    private long next(long x, int entry) {
        long quotient = (x * table[entry + 1]) >>> RECIPROCAL_BITS;
        return x + table[entry + 3] + quotient * table[entry + 2];
    }
}
