package org.tersegrad.codecs.internal;

/**
 * The layout that all kernels share.
 *
 * <p>A group has sixteen lanes and as many slots as fit: element {@code 16 * slot + lane}. A lane is one 32-bit little-endian
 * word, or {@code width} of them sixteen words apart. Sixteen lanes are one, two or four vectors at 512, 256 or 128 bits, so
 * the bytes do not depend on the CPU.
 *
 * <p>Kernels work on whole groups, unless they say that they take any count, and trust their arguments: the public classes
 * check them. See {@link Kernel}.
 */
public final class Kernels {
    /** Lanes in a group. */
    public static final int LANES = 16;
    /** Elements in a group of fixed-width fields: 32 slots in each lane, so that any width fills whole words. */
    public static final int GROUP = 32 * LANES;
    /** Elements in a group of base-3 digits: a lane is four bytes of five digits. */
    public static final int TRIT_GROUP = 20 * LANES;
    /** Bytes of a group of base-3 digits, or of one word of every lane. */
    public static final int ROW_BYTES = 4 * LANES;
    /** Offset of a group's dither after its random words, of which each element takes a half. */
    public static final int DITHER = GROUP / 2;
    /** Words for the rounding of one group: random ones and the dither of each lane. */
    public static final int ROUNDING_WORDS = DITHER + LANES;

    private Kernels() {}
}
