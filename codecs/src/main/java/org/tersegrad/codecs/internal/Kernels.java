package org.tersegrad.codecs.internal;

/**
 * The SIMD seam: every loop over a whole tensor that is worth vectorizing stands behind this interface, once.
 *
 * <p>{@link ScalarKernels} is always there and is the specification; {@link VectorKernels} gives the same bits faster.
 * {@link ActiveKernels#KERNELS} is the one in use. Kernels work on whole groups and trust their arguments: the public
 * classes check them at the door.
 *
 * <p><b>Layout.</b> A group has sixteen lanes and as many slots as fit: element {@code 16 * slot + lane}. A lane is one
 * 32-bit little-endian word, or {@code width} of them sixteen words apart. Sixteen lanes are one, two or four vectors at
 * 512, 256 or 128 bits, so no CPU can be told from the bytes.
 */
public interface Kernels {
    /** Lanes in a group. */
    int LANES = 16;
    /** Elements in a group of fixed-width fields: 32 slots in each lane, so that any width fills whole words. */
    int GROUP = 32 * LANES;
    /** Elements in a group of base-3 digits: a lane is four bytes of five digits. */
    int TRIT_GROUP = 20 * LANES;
    /** Bytes that a group of base-3 digits, or one word of every lane, takes. */
    int ROW_BYTES = 4 * LANES;

    /** What runs, in words: for people and for logs. */
    String describe();

    /** The kernels for floats that go with these. */
    FloatKernels floats();

    /**
     * Packs {@code groups} groups of {@code width}-bit fields, slot 0 in the lowest bits of a lane.
     *
     * @param values not modified
     * @param out modified: {@code 64 * width} bytes a group, of no use if a value does not fit in {@code width} bits
     * @return the bitwise or of all values, which tells whether each of them fits
     */
    int pack(int[] values, int offset, int groups, int width, byte[] out, int outOffset);

    /** The inverse of {@link #pack}. */
    void unpack(byte[] in, int inOffset, int groups, int width, int[] values, int offset);

    /**
     * Packs the sign bits of {@code groups} groups of 512 floats as 1-bit fields: a one is negative, −0.0 included.
     *
     * @param values not modified
     * @param out modified: 64 bytes a group
     */
    void packSigns(float[] values, int offset, int groups, byte[] out, int outOffset);

    /**
     * {@link #packSigns}, and the sum of magnitudes while they are at hand.
     *
     * @param lanes modified: {@code lanes[i % 16] += |values[offset + i]|}, as {@link FloatKernels#sumMagnitudes} does it
     */
    void packSignsAndSum(float[] values, int offset, int groups, byte[] out, int outOffset, float[] lanes);

    /**
     * The inverse of {@link #packSigns}: {@code magnitude} with each sign.
     *
     * @param magnitude not negative
     * @param values modified: 512 floats a group
     */
    void unpackSigns(byte[] in, int inOffset, int groups, float magnitude, float[] values, int offset);

    /**
     * Packs {@code groups} groups of 320 base-3 digits, five to a byte: byte {@code b} of a lane holds slots
     * {@code 5b .. 5b+4}, the first slot with weight 1.
     *
     * @param trits not modified; −1, 0 or 1, stored as digit 0, 1 or 2
     * @param out modified: 64 bytes a group, of no use if a value is not a trit
     * @return the bitwise or of all magnitudes: above 1, or negative, if a value is not a trit
     */
    int packTrits(int[] trits, int offset, int groups, byte[] out, int outOffset);

    /** The inverse of {@link #packTrits}, for bytes that are all below 243. */
    void unpackTrits(byte[] in, int inOffset, int groups, int[] trits, int offset);

    /**
     * Looks at the gaps {@code indices[i] - indices[i - 1] - 1} for i from {@code offset}, at least 1, on.
     *
     * @param indices not modified
     * @param summary modified: joined with the or of gaps and indices, the smallest gap, the largest gap, the sum of
     *     {@code gap >>> shift} and how many are below 1, in this order
     */
    void gaps(int[] indices, int offset, int count, int shift, int[] summary);

    /**
     * Fills {@code target[offset .. offset + count)} with random words for consecutive positions.
     *
     * @param key0 first half of the mixed seed
     * @param key1 second half of the mixed seed
     */
    void randomWords(int key0, int key1, int position, int[] target, int offset, int count);

    /**
     * Random words for rounding, {@link #ROUNDING_WORDS} for a group of 512 elements: cheaper than {@link #randomWords}, and
     * still a pure function of seed and group. The last row is no words but the bits of floats: the dither of each lane,
     * uniform between −1/2 and 1/2 and independent of the other rows.
     *
     * <pre>
     *   row 0  of group g, lane j:  randomWord(key0, key1, 16 g + j)
     *   rows 1 to 15:               x = the row before;  x ^= x << 13;  x ^= x >>> 17;  x ^= x << 5
     *   row 16:                     (2 k + 1) 2^-25, k being the lower 23 bits of a word, with the sign bit of that word:
     *                               randomWord(randomWord(key0, key1, −1), randomWord(key0, key1, −2), 16 g + j)
     * </pre>
     *
     * @param target modified in {@code [0, groups * ROUNDING_WORDS)}
     */
    void roundingWords(int key0, int key1, int firstGroup, int groups, int[] target);

    /**
     * Adds eight rows of votes, a bit each, to numbers whose bits lie in planes: bit i of the planes of 1, 2 and 4 belongs to
     * place i of the rows, and what does not fit into them goes into a carry of weight 8. Lengths and offsets of planes are
     * multiples of 64.
     *
     * @param votes not modified: rows of {@code length} bytes, {@code stride} apart, from {@code at} on
     * @param planes modified: {@code length} bytes at {@code sums}, at {@code sums + length} and at {@code sums + 2 * length},
     *     the planes afterwards, and at {@code carry}
     * @param one where the planes are that are added to, which may be those that are written
     */
    void addEightVotes(
            byte[] votes,
            int at,
            int stride,
            byte[] planes,
            int length,
            int one,
            int two,
            int four,
            int sums,
            int carry);

    /**
     * Adds two carries of the same weight to the plane of that weight.
     *
     * @param planes modified: {@code length} bytes at {@code sum}, which may be {@code plane}, and at {@code carry}
     */
    void addTwoCarries(byte[] planes, int length, int plane, int first, int second, int sum, int carry);

    /** Where the dither of a group stands behind its random words, of which each element takes a half. */
    int DITHER = GROUP / 2;

    /** Words for the rounding of one group: random ones and the dither of each lane. */
    int ROUNDING_WORDS = DITHER + LANES;
}
