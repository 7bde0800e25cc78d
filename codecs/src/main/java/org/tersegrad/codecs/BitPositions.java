package org.tersegrad.codecs;

import org.tersegrad.codecs.internal.LittleEndian;

/**
 * A bit string with ones at increasing positions, the common part of bitmaps, Rice and Elias–Fano codes. Blocks of positions go
 * through a 64-bit word kept in a register. {@link #store} and {@link #load} decide where words are written and read, one after the
 * other: here it is the bytes themselves.
 */
class BitPositions {
    private byte[] bytes = LittleEndian.NO_BYTES;
    private int start;
    private int end;
    /** The 64-bit word at hand, counted from the start; reading clears the ones it has taken. */
    private int wordIndex;

    private long word;

    /** Begins to write into {@code out[start .. end)}, the exact section. */
    void startWriting(byte[] out, int start, int end) {
        this.bytes = out;
        this.start = start;
        this.end = end;
        startWriting();
    }

    final void startWriting() {
        wordIndex = 0;
        word = 0;
    }

    /** Sets the bits at the next {@code count} positions. */
    final void write(int[] positions, int offset, int count) {
        long bits = word;
        int index = wordIndex;
        for (int i = offset; i < offset + count; i++) {
            int position = positions[i];
            if (position >>> 6 != index) {
                store(index, bits);
                bits = 0;
                index = skipTo(position >>> 6, index + 1);
            }
            bits |= 1L << position;
        }
        word = bits;
        wordIndex = index;
    }

    /** Stores zeros for the words from {@code from} on that hold no one, and returns {@code target}. */
    private int skipTo(int target, int from) {
        for (int index = from; index < target; index++) {
            store(index, 0);
        }
        return target;
    }

    /** Stores a word that others follow. */
    void store(int index, long bits) {
        LittleEndian.putLong(bytes, start + 8 * index, bits);
    }

    /** Stores what is left. */
    final void finishWriting() {
        storeLast(wordIndex, word);
    }

    /** Stores the last word; bytes up to the end of the section are zero. */
    void storeLast(int index, long bits) {
        long left = bits;
        for (int at = start + 8 * index; at < end; at++) {
            bytes[at] = (byte) left;
            left >>>= 8;
        }
    }

    /** Begins to read from {@code in[start .. end)}. */
    void startReading(byte[] in, int start, int end) {
        this.bytes = in;
        this.start = start;
        this.end = end;
        startReading();
    }

    final void startReading() {
        wordIndex = 0;
        word = load(0);
    }

    /** Reads the next {@code count} positions of ones. */
    final void read(int[] positions, int offset, int count) {
        long bits = word;
        int index = wordIndex;
        for (int i = offset; i < offset + count; i++) {
            while (bits == 0) {
                index++;
                requireWord(index);
                bits = load(index);
            }
            positions[i] = index << 6 | Long.numberOfTrailingZeros(bits);
            bits &= bits - 1;
        }
        word = bits;
        wordIndex = index;
    }

    /** Checks that the string goes on with the word at {@code index}. */
    void requireWord(int index) {
        if (start + 8L * index >= end) {
            throw new MalformedInputException(end, "the bit string ends before the last index");
        }
    }

    /** Ones that were loaded and not read. */
    final boolean holdsOne() {
        return word != 0;
    }

    /** Checks that no one is left before the end. */
    void requireNoMore() {
        for (long bits = word; ; bits = load(wordIndex)) {
            if (bits != 0) {
                throw new MalformedInputException(
                        start + 8 * wordIndex + Long.numberOfTrailingZeros(bits) / 8, "a one bit after the last index");
            }
            wordIndex++;
            if (start + 8L * wordIndex >= end) {
                return;
            }
        }
    }

    /** Checks that the byte of {@code lastPosition} is the last of the section; −1 stands for an empty one. */
    void requireEndAt(int lastPosition) {
        long expected = start + (lastPosition + 8L) / 8;
        if (expected != end) {
            throw new MalformedInputException(expected, "bytes after the last index");
        }
    }

    /** The word at {@code index}, which is the first one or follows the one loaded before. */
    long load(int index) {
        int at = start + 8 * index;
        if (end - at >= 8) {
            return LittleEndian.getLong(bytes, at);
        }
        long bits = 0;
        for (int i = end - 1; i >= at; i--) {
            bits = bits << 8 | (bytes[i] & 0xff);
        }
        return bits;
    }
}
