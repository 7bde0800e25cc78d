package org.tersegrad.codecs;

import static org.tersegrad.codecs.SymbolFrequencies.TOTAL_BITS;

import java.util.Objects;

/**
 * Entropy coding for symbols of a small alphabet, such as quantized levels: a message comes within a percent of its
 * empirical entropy, plus the table.
 *
 * <p>Range asymmetric numeral systems (J. Duda, arXiv:1311.2540) with static frequencies out of 4096. Four states take
 * turns, so that the CPU has four symbols in flight; a symbol costs a multiplication and a table look-up, no division.
 *
 * <pre>
 *   | table | states: 4 x 4 bytes | words: 2 bytes each |
 *   table   for each symbol of the alphabet Elias gamma of (frequency + 1), padded to a byte; the sum is 4096
 *   state   from 2^15 to 2^31 − 1; state i % 4 yields symbol i; all are at 2^15 when the last symbol has been read
 *   words   16 bits each, in the order in which a reader needs them
 *   read    slot = state % 4096 names the symbol; state = frequency * (state / 4096) + slot − first slot of the symbol;
 *           if that is below 2^15: state = state * 65536 + next word
 * </pre>
 *
 * <p>The count is known from elsewhere; no symbols take no bytes. One object serves one alphabet and any number of
 * messages without allocating.
 */
public final class Rans {
    /** The lowest state. */
    static final int LOW = 1 << 15;

    private static final int STATE_BYTES = 16;

    private final SymbolFrequencies frequencies;
    private final RansWriter writer;
    private final RansReader reader = new RansReader();

    /**
     * Makes room for the tables of an alphabet, once.
     *
     * @param alphabet how many symbols there are, 1 to 256; they are 0 to {@code alphabet - 1}
     */
    public Rans(int alphabet) {
        if (alphabet < 1 || alphabet > 256) {
            throw new IllegalArgumentException("an alphabet has 1 to 256 symbols, this has " + alphabet);
        }
        frequencies = new SymbolFrequencies(alphabet);
        writer = new RansWriter(alphabet);
    }

    /** No message of {@code count} symbols is longer: the longest table, the states, and 12 bits a symbol. */
    public int maxBytes(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("a count is not negative, this is " + count);
        }
        long words = ((long) count * TOTAL_BITS + 15) / 16 + 4;
        long bytes = count == 0 ? 0 : frequencies.maxBytes() + STATE_BYTES + 2 * words;
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    count + " symbols may take " + bytes + " bytes, the limit is " + Integer.MAX_VALUE);
        }
        return (int) bytes;
    }

    /**
     * Writes {@code symbols[offset .. offset + count)}.
     *
     * @param symbols not modified; each is in the alphabet
     * @param out modified in {@code [outOffset, outOffset + maxBytes(count))}, which must be there: the words are made
     *     from the last to the first and then moved to the front
     * @return the bytes of the message
     */
    public int write(int[] symbols, int offset, int count, byte[] out, int outOffset) {
        Objects.checkFromIndexSize(offset, count, symbols.length);
        int room = maxBytes(count);
        Objects.checkFromIndexSize(outOffset, room, out.length);
        if (count == 0) {
            return 0;
        }
        frequencies.count(symbols, offset, count);
        writer.prepare(frequencies);
        int statesAt = outOffset + frequencies.write(out, outOffset);
        int end = outOffset + room;
        int wordsAt = statesAt + STATE_BYTES;
        int begin = writer.write(symbols, offset, count, out, statesAt, end);
        System.arraycopy(out, begin, out, wordsAt, end - begin);
        return wordsAt + end - begin - outOffset;
    }

    /**
     * Reads {@code count} symbols from exactly {@code inLength} bytes.
     *
     * @param in not modified
     * @param symbols modified in {@code [offset, offset + count)}
     */
    public void read(byte[] in, int inOffset, int inLength, int[] symbols, int offset, int count) {
        Objects.checkFromIndexSize(inOffset, inLength, in.length);
        Objects.checkFromIndexSize(offset, count, symbols.length);
        int end = inOffset + inLength;
        int wordsEnd = inOffset;
        if (count > 0) {
            int statesAt = inOffset + frequencies.read(in, inOffset, inLength);
            reader.prepare(frequencies);
            wordsEnd = reader.read(in, statesAt, end, symbols, offset, count);
        }
        if (wordsEnd != end) {
            throw new MalformedInputException(wordsEnd, (end - wordsEnd) + " bytes after the last symbol");
        }
    }
}
