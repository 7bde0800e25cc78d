package org.tersegrad.codecs;

import java.util.Arrays;

/**
 * Frequencies of the symbols of an alphabet, out of 4096: counted, rounded, written and read. The table in front of a
 * {@link Rans} message.
 */
final class SymbolFrequencies {
    static final int TOTAL_BITS = 12;
    static final int TOTAL = 1 << TOTAL_BITS;

    /** The longest code word of a frequency. */
    private static final int MAX_BITS = 25;

    private static final EliasGamma CODE = new EliasGamma();

    private final int[] counts;
    private final int[][] tallies;
    private final Tournament gains;
    private final int[] frequencies;
    private int alphabet;
    private final BitWriter writer = new BitWriter();
    private final BitReader reader = new BitReader();

    SymbolFrequencies(int alphabet) {
        counts = new int[alphabet];
        tallies = new int[4][alphabet];
        gains = new Tournament(alphabet);
        frequencies = new int[alphabet];
        this.alphabet = alphabet;
    }

    int alphabet() {
        return alphabet;
    }

    /** Goes on with the first symbols only, or with more of them again. */
    void use(int symbols) {
        alphabet = symbols;
        Arrays.fill(counts, symbols, counts.length, 0);
        Arrays.fill(frequencies, symbols, counts.length, 0);
    }

    /** No table is longer. */
    int maxBytes() {
        return (MAX_BITS * alphabet() + 7) / 8;
    }

    int frequency(int symbol) {
        return frequencies[symbol];
    }

    /** Takes the frequencies from {@code count} symbols, at least one. */
    void count(int[] symbols, int offset, int count) {
        tally(symbols, offset, count);
        round(count);
    }

    /** Takes the frequencies from counts of all symbols, not all of them 0. */
    void take(int[] ofSymbols) {
        int sum = 0;
        for (int s = 0; s < alphabet; s++) {
            counts[s] = ofSymbols[s];
            sum += ofSymbols[s];
        }
        round(sum);
    }

    private void round(int count) {
        int sum = 0;
        for (int s = 0; s < counts.length; s++) {
            frequencies[s] = counts[s] == 0 ? 0 : Math.max(1, (int) ((long) counts[s] * TOTAL / count));
            sum += frequencies[s];
        }
        if (sum != TOTAL) {
            balance(sum);
        }
    }

    /** One step at a time to where it shortens the message most or lengthens it least, until the sum is right. */
    private void balance(int sum) {
        int step = sum < TOTAL ? 1 : -1;
        for (int s = 0; s < counts.length; s++) {
            gains.enter(s, gain(s, step));
        }
        gains.begin();
        for (int at = sum; at != TOTAL; at += step) {
            int best = gains.winner();
            frequencies[best] += step;
            gains.update(best, gain(best, step));
        }
    }

    /**
     * Half the bits that a step from frequency f saves, about: count / (f + 1/2) up, −count / (f − 1/2) down; frequency 1 cannot go down.
     * A double tells any two such fractions apart: their terms have no more than 31 and 13 bits.
     */
    private double gain(int symbol, int step) {
        int frequency = frequencies[symbol];
        if (symbol >= alphabet || (step < 0 && frequency <= 1)) {
            return Double.NEGATIVE_INFINITY;
        }
        return step * (counts[symbol] / (2.0 * frequency + step));
    }

    /** Counts symbols; the bounds of the tables tell whether one is not in the alphabet, which may be smaller than they are. */
    private void tally(int[] symbols, int offset, int count) {
        try {
            tallyInTurns(symbols, offset, count);
        } catch (ArrayIndexOutOfBoundsException e) {
            throw outside(symbols, offset);
        }
        for (int s = alphabet; s < counts.length; s++) {
            if (counts[s] > 0) {
                throw outside(symbols, offset);
            }
        }
    }

    /** Counts in four tables by turns: the same symbol often follows itself, and an addition waits for the one before it. */
    private void tallyInTurns(int[] symbols, int offset, int count) {
        for (int[] tally : tallies) {
            Arrays.fill(tally, 0);
        }
        int[] first = tallies[0];
        int[] second = tallies[1];
        int[] third = tallies[2];
        int[] fourth = tallies[3];
        int i = offset;
        for (; i < offset + count - 3; i += 4) {
            first[symbols[i]]++;
            second[symbols[i + 1]]++;
            third[symbols[i + 2]]++;
            fourth[symbols[i + 3]]++;
        }
        for (; i < offset + count; i++) {
            first[symbols[i]]++;
        }
        for (int s = 0; s < counts.length; s++) {
            counts[s] = first[s] + second[s] + third[s] + fourth[s];
        }
    }

    /** Names the first symbol that is not in the alphabet. */
    private IllegalArgumentException outside(int[] symbols, int offset) {
        int i = offset;
        while (symbols[i] >= 0 && symbols[i] < alphabet) {
            i++;
        }
        return new IllegalArgumentException(
                "symbol " + symbols[i] + " at index " + i + " is not in the alphabet of 0 to " + (alphabet - 1));
    }

    /** The bytes of the table. */
    int byteLength() {
        int bits = 0;
        for (int s = 0; s < alphabet; s++) {
            bits += 2 * (Integer.SIZE - Integer.numberOfLeadingZeros(frequencies[s] + 1)) - 1;
        }
        return (bits + 7) / 8;
    }

    /** Writes the table and returns its bytes. */
    int write(byte[] out, int offset) {
        writer.wrap(out, offset, byteLength());
        for (int s = 0; s < alphabet; s++) {
            CODE.write(frequencies[s] + 1, writer);
        }
        return writer.finish();
    }

    /** Reads a table from at most {@code length} bytes and returns how many it took. */
    int read(byte[] in, int offset, int length) {
        reader.wrap(in, offset, length);
        int sum = 0;
        for (int s = 0; s < alphabet; s++) {
            int frequency = CODE.read(reader) - 1;
            if (frequency > TOTAL - sum) {
                throw reader.malformed("frequencies that sum to more than " + TOTAL);
            }
            frequencies[s] = frequency;
            sum += frequency;
        }
        if (sum != TOTAL) {
            throw reader.malformed("frequencies that sum to " + sum + " instead of " + TOTAL);
        }
        reader.align();
        return (int) (reader.bitPosition() >>> 3);
    }
}
