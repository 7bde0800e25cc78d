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
 *
 *   gap  = index − previous index − 1, the previous index of the first being −1
 *   rank = how many indices come before
 *   bits at positions: a bit string, LSB first, that ends with the byte of the last one
 *                      (BITMAP: with the byte of the last index of the universe)
 * </pre>
 *
 * <p>The count and the universe are known from elsewhere. Randomly placed indices are cheapest as {@link #RICE}, within
 * 1.5 % of the entropy; dense ones as {@link #BITMAP}; evenly spaced or contiguous ones as {@link #PACKED_GAPS};
 * {@link #PLAIN} wins for one or two indices. {@link #ELIAS_FANO} bounds the worst case at 2 + log2(universe/count)
 * bits an index.
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
    PACKED_GAPS(4);

    /** Indices in a block: one group of fixed-width fields. */
    static final int BLOCK = 512;

    /** Width and smallest gap in front of a block of packed gaps. */
    static final int BLOCK_HEADER_BYTES = 5;

    /** How many codes there are. */
    static final int CODES = 5;

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
            default -> throw new IllegalArgumentException("index code number " + number + ", the last is 4");
        };
    }

    byte tag(int parameter) {
        return (byte) (number | parameter << 3);
    }

    static int parameter(byte tag) {
        return (tag & 0xff) >>> 3;
    }

    /** The code that a message's first byte, at {@code offset}, names. */
    static IndexSetCode ofTag(byte tag, int offset) {
        int number = tag & 7;
        if (number >= CODES) {
            throw new MalformedInputException(offset, "index code number " + number + ", the last is " + (CODES - 1));
        }
        return ofNumber(number);
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
