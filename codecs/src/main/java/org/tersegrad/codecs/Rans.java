package org.tersegrad.codecs;

import static org.tersegrad.codecs.SymbolFrequencies.TOTAL;
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
 *
 *   table   for each symbol of the alphabet Elias gamma of (frequency + 1), padded to a byte; the sum is 4096
 *   state   from 2^15 to 2^31 − 1; state i % 4 yields symbol i; all stand at 2^15 when the last symbol has been read
 *   words   16 bits each, in the order in which a reader needs them
 *
 *   read    slot = state % 4096 names the symbol; state = frequency * (state / 4096) + slot − first slot of the symbol;
 *           if that is below 2^15: state = state * 65536 + next word
 * </pre>
 *
 * <p>The count is known from elsewhere; no symbols take no bytes. One object serves one alphabet and any number of
 * messages without allocating.
 */
public final class Rans {
    private static final int LOW = 1 << 15;
    private static final int STATE_BYTES = 16;

    private static final long RECIPROCAL_MASK = 0xffff_ffffL;
    private static final int REST_AT = 32;
    private static final int REST_MASK = (1 << 13) - 1;
    private static final int FIRST_AT = 45;
    private static final int SHIFT_AT = 57;

    private final SymbolFrequencies frequencies;
    /**
     * What it takes to write each symbol, in one word: in bits 0..31 a reciprocal of its frequency, then 13 bits with 4096 −
     * frequency, 12 with the first of its slots, and what the product with the reciprocal is shifted by, beyond 31.
     */
    private final long[] steps;

    /** For every slot: its symbol in bits 0..7, the symbol's frequency − 1 in 8..19, slot − first slot in 20..31. */
    private final int[] slots = new int[TOTAL];

    /** The bytes at hand and the place in them, for the words. */
    private byte[] bytes = LittleEndian.NO_BYTES;

    private int cursor;
    private int end;

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
        steps = new long[alphabet];
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
        prepareWriting();
        int statesAt = outOffset + frequencies.write(out, outOffset);
        int end = outOffset + room;
        int wordsAt = statesAt + STATE_BYTES;
        int begin = writeWords(symbols, offset, count, out, statesAt, end);
        System.arraycopy(out, begin, out, wordsAt, end - begin);
        return wordsAt + end - begin - outOffset;
    }

    /** Writes words down from {@code end} and the states they lead to; returns where the words begin. */
    private int writeWords(int[] symbols, int offset, int count, byte[] out, int statesAt, int end) {
        int at = end;
        // a belongs to the symbol written last, d to the one four before it, which is next in turn.
        int a = LOW;
        int b = LOW;
        int c = LOW;
        int d = LOW;
        for (int i = offset + count - 1; i >= offset; i--) {
            long step = steps[symbols[i]];
            int rest = (int) (step >>> REST_AT) & REST_MASK;
            // 1 if the state is too large for the symbol and gives off a word. That cannot be predicted, so there is no
            // branch: a word is always written, and the next one goes to the same place if this one did not count.
            int leaving = (TOTAL - 1 - rest - (d >>> 19)) >>> 31;
            LittleEndian.putShort(out, at - 2, d);
            at -= 2 * leaving;
            int x = d >>> (16 * leaving);
            int quotient = (int) ((x * (step & RECIPROCAL_MASK)) >>> (31 + (int) (step >>> SHIFT_AT)));
            d = c;
            c = b;
            b = a;
            a = x + quotient * rest + ((int) (step >>> FIRST_AT) & (TOTAL - 1));
        }
        LittleEndian.putInt(out, statesAt, a);
        LittleEndian.putInt(out, statesAt + 4, b);
        LittleEndian.putInt(out, statesAt + 8, c);
        LittleEndian.putInt(out, statesAt + 12, d);
        return at;
    }

    /**
     * For x below 2^31, {@code x / f = x * ceil(2^(31 + n) / f) >>> (31 + n)} with n = ceil(log2 f): the error of the
     * reciprocal is too small to reach the next integer.
     */
    private void prepareWriting() {
        long slot = 0;
        for (int s = 0; s < frequencies.alphabet(); s++) {
            long frequency = Math.max(1, frequencies.frequency(s)); // where it is 0 the step is never taken
            long shift = IndexSetCode.plainWidth((int) frequency);
            long reciprocal = ((1L << (31 + shift)) + frequency - 1) / frequency;
            steps[s] = reciprocal | (TOTAL - frequency) << REST_AT | slot << FIRST_AT | shift << SHIFT_AT;
            slot += frequencies.frequency(s);
        }
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
        bytes = in;
        end = inOffset + inLength;
        cursor = inOffset;
        if (count > 0) {
            cursor += frequencies.read(in, inOffset, inLength);
            prepareReading();
            readSymbols(symbols, offset, count);
        }
        if (cursor != end) {
            throw new MalformedInputException(cursor, (end - cursor) + " bytes after the last symbol");
        }
    }

    private void prepareReading() {
        int slot = 0;
        for (int s = 0; s < frequencies.alphabet(); s++) {
            int frequency = frequencies.frequency(s);
            for (int i = 0; i < frequency; i++) {
                slots[slot++] = s | (frequency - 1) << 8 | i << 20;
            }
        }
    }

    private void readSymbols(int[] symbols, int offset, int count) {
        int a = nextState();
        int b = nextState();
        int c = nextState();
        int d = nextState();
        for (int i = offset; i < offset + count; i++) {
            int slot = slots[a & (TOTAL - 1)];
            symbols[i] = slot & 0xff;
            int state = ((slot >>> 8 & 0xfff) + 1) * (a >>> TOTAL_BITS) + (slot >>> 20);
            if (state < LOW) {
                state = state << 16 | nextWord();
            }
            a = b;
            b = c;
            c = d;
            d = state;
        }
        if (a != LOW || b != LOW || c != LOW || d != LOW) {
            throw new MalformedInputException(cursor, "the states do not end where a writer begins");
        }
    }

    private int nextState() {
        if (end - cursor < 4) {
            throw new MalformedInputException(end, "a state of four bytes is cut off");
        }
        int state = LittleEndian.getInt(bytes, cursor);
        if (state < LOW) {
            throw new MalformedInputException(cursor, "state " + state + ", the smallest is " + LOW);
        }
        cursor += 4;
        return state;
    }

    private int nextWord() {
        if (end - cursor < 2) {
            throw new MalformedInputException(end, "the words end before the last symbol");
        }
        cursor += 2;
        return LittleEndian.getShort(bytes, cursor - 2);
    }
}
