package org.tersegrad.codecs;

import static org.tersegrad.codecs.SymbolFrequencies.TOTAL_BITS;

import java.util.Objects;
import org.tersegrad.codecs.internal.LittleEndian;

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
 *
 * <p>A long message goes piece by piece, so that its symbols need not be in memory at once; the bytes are the same. It is written from
 * the last piece to the first, and read from the first to the last:
 *
 * <pre>
 *   begin with the counts; prepend the last piece, the one before it, ... the first; finish
 *   open; next piece, and the next, ...; close
 * </pre>
 */
public final class Rans {
    /** The lowest state. */
    static final int LOW = 1 << 15;

    private static final int STATE_BYTES = 16;

    private final int most;
    private final SymbolFrequencies frequencies;
    private final RansWriter writer;
    private final RansReader reader = new RansReader();

    /** The words of the message that is being written, from {@link #wordsFrom} to the end. */
    private byte[] words = LittleEndian.NO_BYTES;

    private int wordsFrom;

    /** Whether the table is part of the message that is being written. */
    private boolean withTable = true;

    /**
     * Makes room for the tables of an alphabet, once.
     *
     * @param alphabet how many symbols there are, 1 to 256; they are 0 to {@code alphabet - 1}
     */
    public Rans(int alphabet) {
        if (alphabet < 1 || alphabet > 256) {
            throw new IllegalArgumentException("an alphabet has 1 to 256 symbols, this has " + alphabet);
        }
        most = alphabet;
        frequencies = new SymbolFrequencies(alphabet);
        writer = new RansWriter(alphabet);
    }

    /**
     * Goes on with fewer symbols, which makes the table shorter, or with more again.
     *
     * @param alphabet 1 to as many as there is room for
     * @return this
     */
    public Rans use(int alphabet) {
        if (alphabet < 1 || alphabet > most) {
            throw new IllegalArgumentException("this alphabet has 1 to " + most + " symbols, not " + alphabet);
        }
        frequencies.use(alphabet);
        return this;
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
        return finish(statesAt, out, writer.write(symbols, offset, count, out, end), end, out) - outOffset;
    }

    /** Writes states and words behind the table; returns where they end. */
    private int finish(int statesAt, byte[] from, int begin, int end, byte[] out) {
        writer.writeStates(out, statesAt);
        System.arraycopy(from, begin, out, statesAt + STATE_BYTES, end - begin);
        return statesAt + STATE_BYTES + end - begin;
    }

    /**
     * Estimates the bytes of a message with these counts: less than 10 off, and a hundredth of a percent of the words.
     *
     * @param counts of each symbol of the alphabet, not all 0; not modified
     */
    public long expectedBytes(int[] counts) {
        frequencies.take(counts);
        double bits = 0;
        for (int s = 0; s < frequencies.alphabet(); s++) {
            bits += counts[s] == 0 ? 0 : counts[s] * Logarithms.BITS[frequencies.frequency(s)];
        }
        return frequencies.byteLength() + STATE_BYTES + (long) (bits / 8);
    }

    /**
     * Begins a message that is written from its last piece to its first.
     *
     * @param counts of each symbol of the alphabet in the whole message, not all 0; not modified
     * @param forWords modified from its end to its beginning by {@link #prepend}
     */
    public void begin(int[] counts, byte[] forWords) {
        frequencies.take(counts);
        writer.prepare(frequencies);
        words = forWords;
        wordsFrom = forWords.length;
        withTable = true;
    }

    /**
     * The same without a table, for a reader that knows the counts.
     *
     * @param counts of which those of all symbols that occur are above 0; not modified
     */
    public void beginWithoutTable(int[] counts, byte[] forWords) {
        begin(counts, forWords);
        withTable = false;
    }

    /**
     * Writes the piece before those that are written.
     *
     * @param symbols not modified; each has a count above 0
     * @param count a multiple of four, but for the last piece, which is written first
     * @return whether it fits: without two free bytes for each symbol nothing has been written
     */
    public boolean prepend(int[] symbols, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, symbols.length);
        if (wordsFrom < 2L * count) {
            return false;
        }
        wordsFrom = writer.write(symbols, offset, count, words, wordsFrom);
        return true;
    }

    /** The bytes of the message with the pieces that are written. */
    public long byteLength() {
        return (withTable ? frequencies.byteLength() : 0) + STATE_BYTES + (long) words.length - wordsFrom;
    }

    /**
     * Writes the message.
     *
     * @param out modified in {@code [outOffset, outOffset + byteLength())}
     * @return its bytes
     */
    public int finish(byte[] out, int outOffset) {
        int statesAt = outOffset + (withTable ? frequencies.write(out, outOffset) : 0);
        return finish(statesAt, words, wordsFrom, words.length, out) - outOffset;
    }

    /**
     * Reads {@code count} symbols from exactly {@code inLength} bytes.
     *
     * @param in not modified
     * @param symbols modified in {@code [offset, offset + count)}
     */
    public void read(byte[] in, int inOffset, int inLength, int[] symbols, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, symbols.length);
        if (count > 0) {
            open(in, inOffset, inLength);
            next(symbols, offset, count);
            close();
        } else if (inLength > 0) {
            throw after(inOffset, inLength);
        }
    }

    /**
     * Begins to read a message of at least one symbol, which takes exactly {@code inLength} bytes.
     *
     * @param in not modified
     */
    public void open(byte[] in, int inOffset, int inLength) {
        Objects.checkFromIndexSize(inOffset, inLength, in.length);
        int statesAt = inOffset + frequencies.read(in, inOffset, inLength);
        reader.prepare(frequencies);
        reader.open(in, statesAt, inOffset + inLength);
    }

    /**
     * The same for a message without a table.
     *
     * @param counts that it was begun with; not modified
     */
    public void openWithoutTable(int[] counts, byte[] in, int inOffset, int inLength) {
        Objects.checkFromIndexSize(inOffset, inLength, in.length);
        frequencies.take(counts);
        reader.prepare(frequencies);
        reader.open(in, inOffset, inOffset + inLength);
    }

    /**
     * Reads the next symbols, as many as are asked for.
     *
     * @param symbols modified in {@code [offset, offset + count)}
     */
    public void next(int[] symbols, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, symbols.length);
        reader.read(symbols, offset, count);
    }

    /** Checks that the message ends here. */
    public void close() {
        if (reader.close() < reader.end()) {
            throw after(reader.close(), reader.end() - reader.close());
        }
    }

    private static MalformedInputException after(int at, int bytes) {
        return new MalformedInputException(at, bytes + " bytes after the last symbol");
    }

    /** The bits of a symbol by its frequency. */
    private static final class Logarithms {
        static final double[] BITS = new double[SymbolFrequencies.TOTAL + 1];

        static {
            for (int f = 1; f < BITS.length; f++) {
                BITS[f] = TOTAL_BITS - StrictMath.log(f) / StrictMath.log(2);
            }
        }
    }
}
