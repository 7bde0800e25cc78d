package org.tersegrad.compressors.floats;

import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.ExponentKernels;

/**
 * Signs and fractions of floats as bytes: all 24 bits of a rest, or the upper 8. Two of three bytes each are one word of 64 bits; what
 * it has beyond them belongs to the next.
 */
final class Rests {
    /** Bytes of all of a rest. */
    static final int FLOAT = 3;
    /** Bytes of the rest of an upper half. */
    static final int UPPER_HALF = 1;

    private static final int BITS = 8 * FLOAT;
    private static final int HIGHEST_BYTE = 16;
    /** Elements that have the 8 bytes of a word. */
    private static final int WORD = 3;

    private Rests() {}

    /**
     * Writes the rests of floats.
     *
     * @param scratch modified in {@code [0, count)}
     * @param out modified from {@code at} on: {@code bytes} for each float
     */
    static void write(float[] values, int offset, int count, int[] scratch, int bytes, byte[] out, int at) {
        ExponentKernels.RESTS.at(count).rests(values, offset, count, scratch);
        if (bytes == FLOAT) {
            pack(scratch, count, out, at);
            return;
        }
        for (int i = 0; i < count; i++) {
            out[at + i] = (byte) (scratch[i] >>> HIGHEST_BYTE);
        }
    }

    private static void pack(int[] rests, int count, byte[] out, int at) {
        int i = 0;
        for (; i <= count - WORD; i += 2) {
            LittleEndian.putLong(out, at + FLOAT * i, rests[i] | (long) rests[i + 1] << BITS);
        }
        for (; i < count; i++) {
            LittleEndian.putShort(out, at + FLOAT * i, rests[i]);
            out[at + FLOAT * i + 2] = (byte) (rests[i] >>> HIGHEST_BYTE);
        }
    }

    /**
     * Reads rests as {@link ExponentKernels#join} takes them.
     *
     * @param rests modified in {@code [0, count)}
     */
    static void read(byte[] in, int at, int bytes, int count, int[] rests) {
        if (bytes == FLOAT) {
            unpack(in, at, count, rests);
            return;
        }
        for (int i = 0; i < count; i++) {
            rests[i] = in[at + i] << HIGHEST_BYTE;
        }
    }

    private static void unpack(byte[] in, int at, int count, int[] rests) {
        int i = 0;
        for (; i <= count - WORD; i += 2) {
            long two = LittleEndian.getLong(in, at + FLOAT * i);
            rests[i] = (int) two;
            rests[i + 1] = (int) (two >>> BITS);
        }
        for (; i < count; i++) {
            rests[i] = LittleEndian.getShort(in, at + FLOAT * i) | in[at + FLOAT * i + 2] << HIGHEST_BYTE;
        }
    }
}
