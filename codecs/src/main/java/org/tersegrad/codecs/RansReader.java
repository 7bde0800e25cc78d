package org.tersegrad.codecs;

import static org.tersegrad.codecs.SymbolFrequencies.TOTAL;
import static org.tersegrad.codecs.SymbolFrequencies.TOTAL_BITS;

import java.util.Arrays;
import org.tersegrad.codecs.internal.LittleEndian;

/**
 * Reads the states and words of a {@link Rans} message. As long as there are words enough for a symbol of each state, a turn of the
 * loop reads four symbols without a branch; the last ones are read one by one, each word looked for before it is taken.
 */
final class RansReader {
    /** The symbol of every slot. */
    private final byte[] symbolOf = new byte[TOTAL];

    /** For every slot, the frequency of its symbol in bits 0..15, slot − first slot of the symbol in 16..31. */
    private final int[] steps = new int[TOTAL];

    /** The current bytes and the place in them, for the words. */
    private byte[] bytes = LittleEndian.NO_BYTES;

    private int cursor;
    private int end;

    void prepare(SymbolFrequencies frequencies) {
        int slot = 0;
        for (int s = 0; s < frequencies.alphabet(); s++) {
            int frequency = frequencies.frequency(s);
            Arrays.fill(symbolOf, slot, slot + frequency, (byte) s);
            for (int i = 0; i < frequency; i++) {
                steps[slot + i] = frequency | i << 16;
            }
            slot += frequency;
        }
    }

    /**
     * Reads {@code count} symbols, at least one, from bytes that end at {@code inEnd} or behind the last word.
     *
     * @param in not modified
     * @param symbols modified
     * @return where the words end
     */
    int read(byte[] in, int from, int inEnd, int[] symbols, int offset, int count) {
        bytes = in;
        cursor = from;
        end = inEnd;
        int a = nextState();
        int b = nextState();
        int c = nextState();
        int d = nextState();
        int next = cursor;
        int i = offset;
        // A turn takes at most four words, so these turns need no look at what is left. Whether a state takes a word is
        // not predictable, so both outcomes are computed and one is chosen, without a jump.
        for (int turns; (turns = Math.min((offset + count - i) / 4, (inEnd - next) / 8)) > 0; ) {
            int stop = i + 4 * turns;
            for (; i < stop; i += 4) {
                long words = LittleEndian.getLong(in, next);

                symbols[i] = symbolOf[a & (TOTAL - 1)] & 0xff;
                a = step(a, steps);
                int withA = a << 16 | ((int) words & 0xffff);
                words = a < Rans.LOW ? words >>> 16 : words;
                next = a < Rans.LOW ? next + 2 : next;
                a = a < Rans.LOW ? withA : a;

                symbols[i + 1] = symbolOf[b & (TOTAL - 1)] & 0xff;
                b = step(b, steps);
                int withB = b << 16 | ((int) words & 0xffff);
                words = b < Rans.LOW ? words >>> 16 : words;
                next = b < Rans.LOW ? next + 2 : next;
                b = b < Rans.LOW ? withB : b;

                symbols[i + 2] = symbolOf[c & (TOTAL - 1)] & 0xff;
                c = step(c, steps);
                int withC = c << 16 | ((int) words & 0xffff);
                words = c < Rans.LOW ? words >>> 16 : words;
                next = c < Rans.LOW ? next + 2 : next;
                c = c < Rans.LOW ? withC : c;

                symbols[i + 3] = symbolOf[d & (TOTAL - 1)] & 0xff;
                d = step(d, steps);
                int withD = d << 16 | ((int) words & 0xffff);
                next = d < Rans.LOW ? next + 2 : next;
                d = d < Rans.LOW ? withD : d;
            }
        }
        cursor = next;
        for (; i < offset + count; i++) {
            symbols[i] = symbolOf[a & (TOTAL - 1)] & 0xff;
            int state = step(a, steps);
            if (state < Rans.LOW) {
                state = state << 16 | nextWord();
            }
            a = b;
            b = c;
            c = d;
            d = state;
        }
        if (a != Rans.LOW || b != Rans.LOW || c != Rans.LOW || d != Rans.LOW) {
            throw new MalformedInputException(cursor, "the states do not end where a writer begins");
        }
        return cursor;
    }

    /** The state without its symbol. */
    private static int step(int state, int[] steps) {
        int step = steps[state & (TOTAL - 1)];
        return (step & 0xffff) * (state >>> TOTAL_BITS) + (step >>> 16);
    }

    private int nextState() {
        if (end - cursor < 4) {
            throw new MalformedInputException(end, "a state of four bytes is cut off");
        }
        int state = LittleEndian.getInt(bytes, cursor);
        if (state < Rans.LOW) {
            throw new MalformedInputException(cursor, "state " + state + ", the smallest is " + Rans.LOW);
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
