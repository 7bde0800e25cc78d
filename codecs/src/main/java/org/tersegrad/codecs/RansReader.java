package org.tersegrad.codecs;

import static org.tersegrad.codecs.SymbolFrequencies.TOTAL;
import static org.tersegrad.codecs.SymbolFrequencies.TOTAL_BITS;

import org.tersegrad.codecs.internal.LittleEndian;

/**
 * Reads the states and words of a {@link Rans} message. As long as there are words enough for a symbol of each state, a turn of the
 * loop reads four symbols without a branch; the last ones are read one by one, each word looked for before it is taken.
 */
final class RansReader {
    private static final int PLACE_AT = 8;
    private static final int FREQUENCY_AT = PLACE_AT + TOTAL_BITS;

    /** For every slot its symbol in bits 0 to 7, slot − first slot of the symbol, and from bit 20 on the symbol's frequency − 1. */
    private final int[] steps = new int[TOTAL];

    /** The current bytes and the place in them, for the words. */
    private byte[] bytes = LittleEndian.NO_BYTES;

    private int cursor;
    private int end;

    /** The states, that of the next symbol first. */
    private int a;

    private int b;
    private int c;
    private int d;

    void prepare(SymbolFrequencies frequencies) {
        int slot = 0;
        for (int s = 0; s < frequencies.alphabet(); s++) {
            int frequency = frequencies.frequency(s);
            for (int i = 0; i < frequency; i++) {
                steps[slot + i] = s | (frequency - 1) << FREQUENCY_AT | i << PLACE_AT;
            }
            slot += frequency;
        }
    }

    /**
     * Reads the states of a message whose bytes end at {@code inEnd} or before.
     *
     * @param in not modified
     */
    void open(byte[] in, int from, int inEnd) {
        bytes = in;
        cursor = from;
        end = inEnd;
        a = nextState();
        b = nextState();
        c = nextState();
        d = nextState();
    }

    /**
     * Reads the next {@code count} symbols.
     *
     * @param symbols modified
     */
    void read(int[] symbols, int offset, int count) {
        byte[] in = bytes;
        int inEnd = end;
        int a = this.a;
        int b = this.b;
        int c = this.c;
        int d = this.d;
        int next = cursor;
        int i = offset;
        // A turn takes at most four words, so these turns need no look at what is left. Whether a state takes a word is
        // not predictable, so it is a number, all ones or all zeros, and what depends on it is computed without a jump.
        for (int turns; (turns = Math.min((offset + count - i) / 4, (inEnd - next) / 8)) > 0; ) {
            int stop = i + 4 * turns;
            for (; i < stop; i += 4) {
                long words = LittleEndian.getLong(in, next);
                int taken = 0; // −1 for each word
                int step;
                int low;

                step = steps[a & (TOTAL - 1)];
                symbols[i] = step & 0xff;
                a = after(a, step);
                low = (a - Rans.LOW) >> 31;
                a = a << (low & 16) | ((int) words & 0xffff & low);
                words >>>= low & 16;
                taken += low;

                step = steps[b & (TOTAL - 1)];
                symbols[i + 1] = step & 0xff;
                b = after(b, step);
                low = (b - Rans.LOW) >> 31;
                b = b << (low & 16) | ((int) words & 0xffff & low);
                words >>>= low & 16;
                taken += low;

                step = steps[c & (TOTAL - 1)];
                symbols[i + 2] = step & 0xff;
                c = after(c, step);
                low = (c - Rans.LOW) >> 31;
                c = c << (low & 16) | ((int) words & 0xffff & low);
                words >>>= low & 16;
                taken += low;

                step = steps[d & (TOTAL - 1)];
                symbols[i + 3] = step & 0xff;
                d = after(d, step);
                low = (d - Rans.LOW) >> 31;
                d = d << (low & 16) | ((int) words & 0xffff & low);
                taken += low;
                next -= 2 * taken;
            }
        }
        cursor = next;
        for (; i < offset + count; i++) {
            int step = steps[a & (TOTAL - 1)];
            symbols[i] = step & 0xff;
            int state = after(a, step);
            if (state < Rans.LOW) {
                state = state << 16 | nextWord();
            }
            a = b;
            b = c;
            c = d;
            d = state;
        }
        this.a = a;
        this.b = b;
        this.c = c;
        this.d = d;
    }

    /** Checks that the last symbol has been read and returns where the words end. */
    int close() {
        if (a != Rans.LOW || b != Rans.LOW || c != Rans.LOW || d != Rans.LOW) {
            throw new MalformedInputException(cursor, "the states do not end where a writer begins");
        }
        return cursor;
    }

    int end() {
        return end;
    }

    /** The state without its symbol. */
    private static int after(int state, int step) {
        int quotient = state >>> TOTAL_BITS;
        return (step >>> FREQUENCY_AT) * quotient + (quotient + (step >>> PLACE_AT & (TOTAL - 1)));
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
