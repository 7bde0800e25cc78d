package org.tersegrad.codecs.internal.floats;

import org.tersegrad.codecs.internal.Kernel;

/** Rounds floats: to levels, at random or to the nearest, to powers of two, and to the 16 bits of bfloat16. */
public interface RoundingKernels {
    Kernel<RoundingKernels> ROUND_AT_RANDOM = Kernel.of(
            new ScalarRounding(),
            (k, b) -> k.roundAtRandom(
                    b.floats,
                    0,
                    b.count,
                    127 << RoundingKernels.USUAL_FRACTION,
                    RoundingKernels.USUAL_FRACTION,
                    RoundingKernels.MAGIC,
                    b.rounding,
                    0,
                    127,
                    b.ints,
                    0));
    Kernel<RoundingKernels> PACK_AT_RANDOM = Kernel.of(
            new ScalarRounding(),
            (k, b) -> k.packAtRandom(
                    b.floats,
                    0,
                    1,
                    127 << RoundingKernels.USUAL_FRACTION,
                    RoundingKernels.USUAL_FRACTION,
                    RoundingKernels.MAGIC,
                    b.rounding,
                    0,
                    127,
                    8,
                    b.packed,
                    0));
    Kernel<RoundingKernels> ROUND_TO_NEAREST =
            Kernel.of(new ScalarRounding(), (k, b) -> k.roundToNearest(b.floats, 0, b.count, 127f, 127, b.ints, 0));
    Kernel<RoundingKernels> PACK_NEAREST =
            Kernel.of(new ScalarRounding(), (k, b) -> k.packNearest(b.floats, 0, 1, 127f, 127, 8, b.packed, 0));
    Kernel<RoundingKernels> UPPER_HALVES =
            Kernel.of(new ScalarRounding(), (k, b) -> k.upperHalves(b.floats, 0, b.count, b.packed, 0));
    Kernel<RoundingKernels> TO_POWERS_OF_TWO =
            Kernel.of(new ScalarRounding(), (k, b) -> k.toPowersOfTwo(b.floats, 0, b.count, b.ints, 0));
    Kernel<RoundingKernels> FROM_POWERS_OF_TWO =
            Kernel.of(new ScalarRounding(), (k, b) -> k.fromPowersOfTwo(b.fields8, 0, b.count, b.results, 0));

    /** As many bits behind the binary point as levels up to 127 leave. */
    int USUAL_FRACTION = 15;

    /** 1.5 * 2^23: a float of at most 22 bits, added to it, is rounded to an integer in the low bits. */
    float MAGIC = 12582912f;

    /** The bit pattern of {@link #MAGIC}. */
    int MAGIC_BITS = 0x4b400000;

    /** 2^23 + 2^15: does the same for floats from 0 to 255 * 2^15. */
    float MAGIC_FROM_0 = 8421376f;

    /** The least key that {@link #upperHalves} would round up to an infinity. */
    int HALF_OVERFLOW = 0x7f7f8000;

    /**
     * Rounds to a level, up or down at random so that its mean is exact: {@code factor} contains {@code 2^fraction}, and
     *
     * <pre>
     *   scaled = factor * value                                   in units of 2^-fraction of a level
     *   level  = floor((round(scaled + u) + r) / 2^fraction)      r of {0, 1, ... 2^fraction − 1}, all alike
     * </pre>
     *
     * <p>The dither u, uniform between −1/2 and 1/2, makes the mean of round(scaled + u) what is scaled: without it, what is
     * below half a unit would never be sent. It has 24 bits: a mean is exact to {@code 2^-24} units, beside what floats leave
     * of {@code scaled}. Whole levels stay what they are, and nothing is rounded above a whole level that it does not exceed.
     *
     * <p>For a negative value u and r are turned around, so that the level of −x is the negative of that of x.
     *
     * <p>Words are those of {@code RandomKernels.roundingWords}. Element {@code e = first + i} is number {@code n = e % 512} of
     * group {@code e / 512}. Its r is half of word {@code 16 (n / 32) + n % 16} of the group: {@code fraction} bits, the lowest
     * if {@code n / 16} is even, else the highest. Its u is that of lane {@code n % 16}.
     *
     * @param factor such that all products are within the range of {@code magic}, and are levels times {@code 2^fraction}
     * @param fraction 1 to 16; fast if {@link #USUAL_FRACTION}
     * @param magic {@link #MAGIC}, or {@link #MAGIC_FROM_0} with a fraction of 15 or less
     * @param offset added to each level
     * @param fields modified in {@code [to, to + count)}
     */
    void roundAtRandom(
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
            int to);

    /**
     * {@link #roundAtRandom} for whole groups of 512, packed at once as fields of {@code width} bits.
     *
     * @param width 2, 4 or 8
     * @param words from {@code wordsFrom} on those of the first group
     * @param out modified: {@code 64 * width} bytes a group
     */
    void packAtRandom(
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
            int to);

    /**
     * Rounds {@code factor * value} to the nearest level, halves to the even one.
     *
     * @param factor such that all products are within ±2^22
     * @param offset added to each level
     * @param fields modified in {@code [to, to + count)}
     */
    void roundToNearest(float[] values, int from, int count, float factor, int offset, int[] fields, int to);

    /** {@link #roundToNearest} for whole groups of 512, packed at once as fields of 2, 4 or 8 bits. */
    void packNearest(float[] values, int from, int groups, float factor, int offset, int width, byte[] out, int to);

    /**
     * The upper 16 bits of every float, rounded to nearest, halves to even.
     *
     * @param values not modified; their keys are below {@link #HALF_OVERFLOW}
     * @param out modified in {@code [to, to + 2 * count)}: little-endian
     */
    void upperHalves(float[] values, int from, int count, byte[] out, int to);

    /** The exponent of 2^127, the largest power of two. */
    int LARGEST_EXPONENT = 254;

    /**
     * Rounds magnitudes to a power of two, the one below or the one above at random so that the mean is exact: 23 random bits are
     * added to the fraction, and carry into the exponent as often as they should. Above 2^127 it is always that.
     *
     * @param values not modified; finite
     * @param words modified in {@code [at, at + count)}: random ones become fields of 9 bits, sign and exponent of a float
     */
    void toPowersOfTwo(float[] values, int from, int count, int[] words, int at);

    /**
     * The powers of two that {@link #toPowersOfTwo} made fields of, with their signs.
     *
     * @param fields not modified; 9 bits each
     * @param values modified in {@code [to, to + count)}
     */
    void fromPowersOfTwo(int[] fields, int from, int count, float[] values, int to);
}
