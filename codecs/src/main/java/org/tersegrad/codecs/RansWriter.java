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

    private static final int REST_AT = 32;

    /** For each symbol the first state that is too large for it and gives off a word first: frequency * 2^19. */
    private final long[] limits;

    /** For each symbol a reciprocal of its frequency. */
    private final long[] reciprocals;

    /** For each symbol the first of its slots, and from bit 32 on 4096 − frequency. */
    private final long[] places;

    RansWriter(int alphabet) {
        limits = new long[alphabet];
        reciprocals = new long[alphabet];
        places = new long[alphabet];
    }

    /**
     * For x below frequency * 2^19, {@code x / frequency = x * ceil(2^43 / frequency) >>> 43}: the product has less than 63 bits,
     * and what the reciprocal is too large by, times x / 2^43, is too small to reach the next integer.
     */
    void prepare(SymbolFrequencies frequencies) {
        long slot = 0;
        for (int s = 0; s < places.length; s++) {
            long frequency = Math.max(1, frequencies.frequency(s)); // where it is 0 the symbol is never written
            limits[s] = frequency << 19;
            reciprocals[s] = ((1L << RECIPROCAL_BITS) + frequency - 1) / frequency;
            places[s] = slot | (TOTAL - frequency) << REST_AT;
            slot += frequencies.frequency(s);
        }
    }

    /**
     * Writes words down from {@code end} and the states they lead to.
     *
     * @param symbols not modified; each is in the alphabet
     * @param out modified: 16 bytes from {@code statesAt} on, and before {@code end}
     * @return where the words begin
     */
    int write(int[] symbols, int offset, int count, byte[] out, int statesAt, int end) {
        int last = offset + count - count % 4;
        // The symbols after the last whole turn. None gives off a word: the lowest state has room for any symbol.
        long a = last < offset + count ? next(Rans.LOW, symbols[last]) : Rans.LOW;
        long b = last + 1 < offset + count ? next(Rans.LOW, symbols[last + 1]) : Rans.LOW;
        long c = last + 2 < offset + count ? next(Rans.LOW, symbols[last + 2]) : Rans.LOW;
        long d = Rans.LOW;
        int at = end;
        for (int i = last - 4; i >= offset; i -= 4) {
            // Whether a state gives off a word is not predictable. So a word is always written, and the next one takes
            // its place if it did not count; what is left to choose between are two numbers, without a jump.
            int symbol = symbols[i + 3];
            LittleEndian.putShort(out, at - 2, (int) d);
            at = d < limits[symbol] ? at : at - 2;
            d = next(d < limits[symbol] ? d : d >>> 16, symbol);
            symbol = symbols[i + 2];
            LittleEndian.putShort(out, at - 2, (int) c);
            at = c < limits[symbol] ? at : at - 2;
            c = next(c < limits[symbol] ? c : c >>> 16, symbol);
            symbol = symbols[i + 1];
            LittleEndian.putShort(out, at - 2, (int) b);
            at = b < limits[symbol] ? at : at - 2;
            b = next(b < limits[symbol] ? b : b >>> 16, symbol);
            symbol = symbols[i];
            LittleEndian.putShort(out, at - 2, (int) a);
            at = a < limits[symbol] ? at : at - 2;
            a = next(a < limits[symbol] ? a : a >>> 16, symbol);
        }
        LittleEndian.putInt(out, statesAt, (int) a);
        LittleEndian.putInt(out, statesAt + 4, (int) b);
        LittleEndian.putInt(out, statesAt + 8, (int) c);
        LittleEndian.putInt(out, statesAt + 12, (int) d);
        return at;
    }

    /** The state after the symbol: x / frequency * 4096 + first slot + x % frequency, for x below the limit. */
    private long next(long x, int symbol) {
        long quotient = (x * reciprocals[symbol]) >>> RECIPROCAL_BITS;
        return x + quotient * (places[symbol] >>> REST_AT) + (int) places[symbol];
    }
}
