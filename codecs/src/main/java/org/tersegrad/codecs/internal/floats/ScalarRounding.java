package org.tersegrad.codecs.internal.floats;

import java.util.Arrays;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;

/** The specification of {@link RoundingKernels}. */
public final class ScalarRounding implements RoundingKernels {
    private static final int LANES = Kernels.LANES;

    @Override
    public void roundAtRandom(
            float[] values,
            int from,
            int count,
            float factor,
            int fraction,
            float magic,
            int[] words,
            int first,
            int offset,
            int[] fields,
            int to) {
        int base = (Float.floatToRawIntBits(magic) >>> fraction) - offset;
        int done = 0;
        while (done < count) {
            int element = (first + done) % Kernels.GROUP;
            int lane = element % LANES;
            int end = Math.min(done + LANES - lane, count);
            int group = (first + done) / Kernels.GROUP * Kernels.ROUNDING_WORDS;
            int word = group + element / 32 * LANES + lane;
            int dither = group + Kernels.DITHER + lane;
            int shift = shift(element / LANES, fraction);
            for (; done < end; done++) {
                float value = values[from + done];
                fields[to + done] =
                        atRandom(value, factor, fraction, magic, words[word++] >> shift, words[dither++]) - base;
            }
        }
    }

    @Override
    public void packAtRandom(
            float[] values,
            int from,
            int groups,
            float factor,
            int fraction,
            float magic,
            int[] words,
            int wordsFrom,
            int offset,
            int width,
            byte[] out,
            int to) {
        int base = (Float.floatToRawIntBits(magic) >>> fraction) - offset;
        for (int group = 0; group < groups; group++) {
            int at = to + group * width * Kernels.ROW_BYTES;
            clear(out, at, width);
            int wordsAt = wordsFrom + group * Kernels.ROUNDING_WORDS;
            for (int i = 0; i < Kernels.GROUP; i++) {
                int word = words[wordsAt + i / 32 * LANES + i % LANES] >> shift(i / LANES, fraction);
                int dither = words[wordsAt + Kernels.DITHER + i % LANES];
                float value = values[from + group * Kernels.GROUP + i];
                add(atRandom(value, factor, fraction, magic, word, dither) - base, i, width, out, at);
            }
        }
    }

    @Override
    public void roundToNearest(float[] values, int from, int count, float factor, int offset, int[] fields, int to) {
        for (int i = 0; i < count; i++) {
            fields[to + i] = Float.floatToRawIntBits(values[from + i] * factor + MAGIC) - (MAGIC_BITS - offset);
        }
    }

    @Override
    public void packNearest(
            float[] values, int from, int groups, float factor, int offset, int width, byte[] out, int to) {
        for (int group = 0; group < groups; group++) {
            clear(out, to + group * width * Kernels.ROW_BYTES, width);
            for (int i = 0; i < Kernels.GROUP; i++) {
                float scaled = values[from + group * Kernels.GROUP + i] * factor + MAGIC;
                int field = Float.floatToRawIntBits(scaled) - (MAGIC_BITS - offset);
                add(field, i, width, out, to + group * width * Kernels.ROW_BYTES);
            }
        }
    }

    /** Position of the random bits of a slot in their word: the lowest for an even slot, the highest for an odd one. */
    private static int shift(int slot, int fraction) {
        return slot % 2 * (32 - fraction);
    }

    /**
     * The level of one element, together with what the magic number leaves in it.
     *
     * @param random in its lowest bits
     * @param dither the bits of a float
     */
    private static int atRandom(float value, float factor, int fraction, float magic, int random, int dither) {
        int bits = Float.floatToRawIntBits(value);
        float dithered = value * factor + Float.intBitsToFloat(dither ^ (bits & Integer.MIN_VALUE));
        int above = (random ^ bits >> 31) & ((1 << fraction) - 1);
        return (Float.floatToRawIntBits(dithered + magic) + above) >>> fraction;
    }

    private static void clear(byte[] out, int at, int width) {
        Arrays.fill(out, at, at + width * Kernels.ROW_BYTES, (byte) 0);
    }

    /** Adds element {@code i} of a group to its lane's word. */
    private static void add(int field, int i, int width, byte[] out, int groupAt) {
        int bit = i / LANES * width;
        int at = groupAt + bit / 32 * Kernels.ROW_BYTES + i % LANES * 4;
        LittleEndian.putInt(out, at, LittleEndian.getInt(out, at) + (field << bit));
    }

    @Override
    public void upperHalves(float[] values, int from, int count, byte[] out, int to) {
        for (int i = 0; i < count; i++) {
            int bits = Float.floatToRawIntBits(values[from + i]);
            LittleEndian.putShort(out, to + 2 * i, (bits + 0x7fff + (bits >>> 16 & 1)) >>> 16);
        }
    }

    @Override
    public void toPowersOfTwo(float[] values, int from, int count, int[] words, int at) {
        for (int i = 0; i < count; i++) {
            words[at + i] = powerOfTwo(values[from + i], words[at + i]);
        }
    }

    /** Sign and exponent of one float, to whose fraction 23 random bits are added. */
    public static int powerOfTwo(float value, int random) {
        int bits = Float.floatToRawIntBits(value);
        int exponent = ((bits & Integer.MAX_VALUE) + (random >>> 9)) >>> 23;
        return bits >>> 31 << 8 | Math.min(exponent, LARGEST_EXPONENT);
    }

    @Override
    public void fromPowersOfTwo(int[] fields, int from, int count, float[] values, int to) {
        for (int i = 0; i < count; i++) {
            values[to + i] = Float.intBitsToFloat(fields[from + i] << 23);
        }
    }
}
