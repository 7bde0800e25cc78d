package org.tersegrad.codecs;

import java.util.Arrays;

/**
 * How often each symbol of an alphabet occurs, out of 4096: counted, rounded, written and read. The table in front of a
 * {@link Rans} message.
 */
final class SymbolFrequencies {
    static final int TOTAL_BITS = 12;
    static final int TOTAL = 1 << TOTAL_BITS;

    /** The longest code word of a frequency. */
    private static final int MAX_BITS = 25;

    private static final EliasGamma CODE = new EliasGamma();

    private final int[] counts;
    private final int[] frequencies;
    private final BitWriter writer = new BitWriter();
    private final BitReader reader = new BitReader();

    SymbolFrequencies(int alphabet) {
        counts = new int[alphabet];
        frequencies = new int[alphabet];
    }

    int alphabet() {
        return counts.length;
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
        Arrays.fill(counts, 0);
        for (int i = offset; i < offset + count; i++) {
            if (symbols[i] < 0 || symbols[i] >= counts.length) {
                throw new IllegalArgumentException("symbol " + symbols[i] + " at index " + i
                        + " is not in the alphabet of 0 to " + (counts.length - 1));
            }
            counts[symbols[i]]++;
        }
        int sum = 0;
        for (int s = 0; s < counts.length; s++) {
            frequencies[s] = counts[s] == 0 ? 0 : Math.max(1, (int) ((long) counts[s] * TOTAL / count));
            sum += frequencies[s];
        }
        // One step at a time to where it shortens the message most or lengthens it least.
        for (; sum < TOTAL; sum++) {
            frequencies[mostInNeed()]++;
        }
        for (; sum > TOTAL; sum--) {
            frequencies[leastInNeed()]--;
        }
    }

    /** A step up from frequency f saves about count / (f + 1/2) bits. */
    private int mostInNeed() {
        int best = 0;
        for (int s = 1; s < counts.length; s++) {
            if ((long) counts[s] * (2 * frequencies[best] + 1) > (long) counts[best] * (2 * frequencies[s] + 1)) {
                best = s;
            }
        }
        return best;
    }

    /** A step down from frequency f costs about count / (f − 1/2) bits; frequency 1 cannot go down. */
    private int leastInNeed() {
        int best = -1;
        for (int s = 0; s < counts.length; s++) {
            if (frequencies[s] > 1
                    && (best < 0
                            || (long) counts[s] * (2 * frequencies[best] - 1)
                                    < (long) counts[best] * (2 * frequencies[s] - 1))) {
                best = s;
            }
        }
        return best;
    }

    /** Writes the table and returns its bytes. */
    int write(byte[] out, int offset) {
        writer.wrap(out, offset, maxBytes());
        for (int frequency : frequencies) {
            CODE.write(frequency + 1, writer);
        }
        return writer.finish();
    }

    /** Reads a table from at most {@code length} bytes and returns how many it took. */
    int read(byte[] in, int offset, int length) {
        reader.wrap(in, offset, length);
        int sum = 0;
        for (int s = 0; s < frequencies.length; s++) {
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
