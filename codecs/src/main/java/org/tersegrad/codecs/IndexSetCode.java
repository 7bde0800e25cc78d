package org.tersegrad.codecs;

/**
 * The ways to write a sorted set of {@code count} indices below {@code universe}: what a sparsifier sends.
 *
 * <p>A message is a tag byte (the code's number in the low 3 bits, its parameter in the high 5) and one or two sections:
 *
 * <pre>
 *   BITMAP        bits at positions index                                          parameter 0
 *   PLAIN         FixedWidth fields: the indices                                   parameter = width
 *   RICE          FixedWidth fields: low bits of the gaps;     then bits at        parameter = low bits
 *                 positions (high parts of all gaps so far) + rank
 *   ELIAS_FANO    FixedWidth fields: low bits of the indices;  then bits at        parameter = low bits
 *                 positions (high part of the index) + rank
 *   PACKED_GAPS   per block of 512 gaps: width (1 byte), smallest gap (4 bytes),   parameter 0
 *                 FixedWidth fields: gap − smallest gap
 *   SQUEEZED      as RICE, each byte of the bit string in a prefix code            parameter = low bits
 *   COMPLEMENT    the indices that are not there, as a message of their own        parameter 0
 *   RUNS          number of runs (4 bytes), bytes of the slots (4 bytes), slots    parameter 0
 *                 and boundaries, each as a message of its own
 *
 *   gap  = index − previous index − 1, the previous index of the first being −1
 *   rank = how many indices come before
 *   bits at positions: a bit string, LSB first, that ends with the byte of the last one
 *                      (BITMAP: with the byte of the last index of the universe)
 * slot  = how many absent indices come before a run, boundary = how many present ones, less 1; not of the first run
 * </pre>
 *
 * <p>The count and the universe are known from elsewhere. Randomly placed indices take at most 1.5 % more than their entropy:
 * as {@link #RICE}, as {@link #SQUEEZED} where no whole number of low bits fits the density, as {@link #BITMAP} near one half,
 * and above that as {@link #COMPLEMENT}. Evenly spaced indices are cheapest as {@link #PACKED_GAPS}, clustered ones as
 * {@link #RUNS}, and {@link #PLAIN} wins for one or two indices. {@link #ELIAS_FANO} bounds the worst case at 2 +
 * log2(universe/count) bits an index.
 */
public enum IndexSetCode {
    /** One bit for each index of the universe. */
    BITMAP(0),
    /** The indices themselves. */
    PLAIN(1),
    /** Gaps, their low bits apart from the high ones. */
    RICE(2),
    /** Indices, their low bits apart from the high ones. */
    ELIAS_FANO(3),
    /** Gaps in blocks, each with a width of its own. */
    PACKED_GAPS(4),
    /** Gaps, their low bits apart from the high ones, which are in a prefix code. */
    SQUEEZED(5),
    /** The indices that are absent, in a direct code; only where more than half are present. */
    COMPLEMENT(6),
    /** Starts of the runs of consecutive indices, among the absent and among the present ones, each in a direct code. */
    RUNS(7);

    /** Indices in a block: one group of fixed-width fields. */
    static final int BLOCK = 512;

    /** Width and smallest gap in front of a block of packed gaps. */
    static final int BLOCK_HEADER_BYTES = 5;

    static final int TAG_BYTES = 1;

    /** Offsets in the header of {@link #RUNS}: number of runs, bytes of the slots; its length. */
    static final int RUNS_AT = 1;

    static final int SLOT_BYTES_AT = 5;
    static final int RUNS_HEADER_BYTES = 9;

    /** The codes below this number write the indices themselves, the others write other index sets. */
    static final int DIRECT_CODES = 6;

    /** The number on the wire, never reused. */
    private final int number;

    IndexSetCode(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    static IndexSetCode ofNumber(int number) {
        return switch (number) {
            case 0 -> BITMAP;
            case 1 -> PLAIN;
            case 2 -> RICE;
            case 3 -> ELIAS_FANO;
            case 4 -> PACKED_GAPS;
            case 5 -> SQUEEZED;
            case 6 -> COMPLEMENT;
            case 7 -> RUNS;
            default -> throw new IllegalArgumentException("index code number " + number + ", the last is 7");
        };
    }

    byte tag(int parameter) {
        return (byte) (number | parameter << 3);
    }

    static int parameter(byte tag) {
        return (tag & 0xff) >>> 3;
    }

    /** The code that a message's first byte names: any byte names one. */
    static IndexSetCode ofTag(byte tag) {
        return ofNumber(tag & 7);
    }

    /** The content of a message that begins with this byte: indices, absent indices or runs of indices. */
    public static String describe(byte tag) {
        return switch (ofTag(tag)) {
            case COMPLEMENT -> "absent indices";
            case RUNS -> "runs of indices";
            default -> "indices";
        };
    }

    boolean isDirect() {
        return number < DIRECT_CODES;
    }

    /** Whether more than half of the universe is present: then a message cannot hold more indices than it stands for. */
    static boolean allowsComplement(int count, int universe) {
        return count > universe - count;
    }

    /** Bytes of a section of {@code count} fields; none where the width is 0. */
    static long fieldBytes(int count, int width) {
        return ((long) count * width + 7) / 8;
    }

    /** Bits that hold every index below {@code universe}: 0 when there is only one. */
    static int plainWidth(int universe) {
        return 32 - Integer.numberOfLeadingZeros(Math.max(0, universe - 1));
    }
}
