package org.tersegrad.codecs.internal;

import java.util.Arrays;

/** Inputs and outputs for the samples of all kernels: see {@link Kernel}. */
public final class SampleBlock {
    /** Elements of a rehearsal by kernels that take any count. */
    static final int REHEARSAL = 256;

    private static final int GROUP = Kernels.GROUP;

    /** Elements for kernels that take any count. */
    public final int count;

    // Inputs, two groups of each. Samples do not write them.
    /** Uniform words. */
    public final int[] words = new int[2 * GROUP];
    /** Uniform, between −1 and 1. */
    public final float[] floats = new float[2 * GROUP];
    /** Finite, half of them tiny and half of them large. */
    public final float[] scattered = new float[2 * GROUP];
    /** Any bits: subnormal floats, infinities and NaNs among them. */
    public final float[] anyFloats = new float[2 * GROUP];
    /** Any bits. */
    public final short[] shorts = new short[2 * GROUP];
    /** Fields of 13 bits. */
    public final int[] fields13 = new int[2 * GROUP];
    /** Fields of 8 bits, below 243. */
    public final int[] fields8 = new int[2 * GROUP];
    /** Fields of 4 bits. */
    public final int[] fields4 = new int[2 * GROUP];
    /** −1, 0 and 1. */
    public final int[] trits = new int[2 * GROUP];
    /** Ascending, with gaps of 0, 1 and 2. */
    public final int[] indices = new int[2 * GROUP];
    /** Below 243, as bytes of trits are. */
    public final byte[] bytes = new byte[4 * GROUP];
    /** Pairs that are finite floats of 16 bits in either format. */
    public final byte[] finiteHalves = new byte[4 * GROUP];
    /** Two messages, where they begin, and their factors. */
    public final byte[][] messages = {bytes, new byte[4 * GROUP]};

    public final int[] starts = {0, 0};
    public final float[] factors = {0.3f, 0.7f};
    /** Scales of blocks, such that half of the elements are subnormal. */
    public final float[] scales = new float[GROUP / 8];
    /** Random words for one group and its dither, between −1/2 and 1/2. */
    public final int[] rounding = new int[Kernels.ROUNDING_WORDS];
    /** Thresholds of quantizers with four and eight magnitudes. */
    public final int[][] thresholds = {new int[4], new int[8]};
    /** The rises at those thresholds: one level, in the upper eight bits, and a magnitude. */
    public final int[][] rises = {new int[4], new int[8]};

    // Outputs.
    public final float[] results = new float[4 * GROUP];
    public final int[] ints = new int[4 * GROUP];
    public final byte[] packed = new byte[4 * GROUP];
    public final short[] halves = new short[2 * GROUP];
    public final float[] lanes = new float[2 * Kernels.LANES];
    public final int[] summary = new int[5];
    /** A value that a kernel returned. */
    public int result;

    /** Memory that kernels ask for; its contents are no result. */
    public final float[] scratch = new float[4 * GROUP];
    /** Rounds so far: a sample may take another parameter in each. */
    public int round;

    SampleBlock(int count) {
        this.count = count;
        int state = 0x12345678;
        for (int i = 0; i < words.length; i++) {
            state = 1664525 * state + 1013904223;
            int word = state ^ state >>> 15;
            words[i] = word;
            floats[i] = word * 0x1p-31f;
            scattered[i] = floats[i] * (i % 2 == 0 ? 0x1p-14f : 0x1p17f);
            anyFloats[i] = Float.intBitsToFloat(word);
            shorts[i] = (short) word;
            fields13[i] = word >>> 19;
            fields8[i] = (word >>> 8 & 0xff) % 243;
            fields4[i] = word >>> 28;
            trits[i] = (word >>> 1) % 3 - 1;
            indices[i] = 2 * i + (word >>> 31);
            for (int at = 2 * i; at < 2 * i + 2; at++) {
                bytes[at] = (byte) (((word >>> (8 * (at & 1))) & 0xff) % 243);
                messages[1][at] = (byte) (((word >>> (16 + 8 * (at & 1))) & 0xff) % 243);
                finiteHalves[at] = (byte) (bytes[at] & ~4); // one bit of the exponent
            }
        }
        for (int i = 0; i < rounding.length; i++) {
            rounding[i] = i < Kernels.DITHER ? words[i] : Float.floatToRawIntBits(0.5f * floats[i]);
        }
        for (int i = 0; i < scales.length; i++) {
            scales[i] = 0.1f + 0.3f * i;
        }
        for (int set = 0; set < 2; set++) {
            for (int k = 0; k < thresholds[set].length; k++) {
                thresholds[set][k] = Float.floatToRawIntBits(k / 8f);
                rises[set][k] = (k == 0 ? 0 : 1 << 24) + 1000 * k + 77;
            }
        }
    }

    /** Whether a sample that ran in both blocks gave the same bits; NaNs count by their bits. */
    boolean sameResults(SampleBlock other) {
        return result == other.result
                && sameBits(results, other.results)
                && sameBits(lanes, other.lanes)
                && Arrays.equals(summary, other.summary)
                && Arrays.equals(ints, other.ints)
                && Arrays.equals(packed, other.packed)
                && Arrays.equals(halves, other.halves);
    }

    private static boolean sameBits(float[] a, float[] b) {
        for (int i = 0; i < a.length; i++) {
            if (Float.floatToRawIntBits(a[i]) != Float.floatToRawIntBits(b[i])) {
                return false;
            }
        }
        return true;
    }
}
