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
 *   ROWS          width (4 bytes), number of rows (4 bytes), bytes of the rows     RUNS with parameter 1
 *                 (4 bytes), rows and places, each as a message of its own
 *
 *   gap  = index − previous index − 1, the previous index of the first being −1
 *   rank = how many indices come before
 *   bits at positions: a bit string, LSB first, that ends with the byte of the last one
 *                      (BITMAP: with the byte of the last index of the universe)
 * slot  = how many absent indices come before a run, boundary = how many present ones, less 1; not of the first run
 * place = the index once all rows of that width without an index are taken out of the universe
 * </pre>
 *
 * <p>The count and the universe are known from elsewhere. Randomly placed indices take at most 1.5 % more than their entropy:
 * as {@link #RICE}, as {@link #SQUEEZED} where no whole number of low bits fits the density, as {@link #BITMAP} near one half,
 * and above that as {@link #COMPLEMENT}. Evenly spaced indices are cheapest as {@link #PACKED_GAPS}, runs as {@link #RUNS},
 * those of a few rows of a matrix as {@link #ROWS}, and {@link #PLAIN} wins for one or two indices. {@link #ELIAS_FANO} bounds the worst case at 2 +
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
    RUNS(7),
    /** The rows that hold an index, and the places in them, each in a direct code; the places also as what is absent. */
    ROWS(8);

    /** Indices in a block: one group of fixed-width fields. */
    static final int BLOCK = 512;

    /** Width and smallest gap in front of a block of packed gaps. */
    static final int BLOCK_HEADER_BYTES = 5;

    static final int TAG_BYTES = 1;

    /** Offsets in the header of {@link #RUNS}: number of runs, bytes of the slots; its length. */
    static final int RUNS_AT = 1;

    static final int SLOT_BYTES_AT = 5;
    static final int RUNS_HEADER_BYTES = 9;

    /** Offsets in the header of {@link #ROWS}: width, number of rows, bytes of the rows; its length. */
    static final int WIDTH_AT = 1;

    static final int ROWS_AT = 5;
    static final int ROW_BYTES_AT = 9;
    static final int ROWS_HEADER_BYTES = 13;

    /** The numbers on the wire have 3 bits, all in use: this code is the one before it with a parameter. */
    private static final int ROWS_TAG = 7 | 1 << 3;

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
            case 8 -> ROWS;
            default -> throw new IllegalArgumentException("index code number " + number + ", the last is 8");
        };
    }

    byte tag(int parameter) {
        return (byte) (this == ROWS ? ROWS_TAG : number | parameter << 3);
    }

    static int parameter(byte tag) {
        return (tag & 0xff) >>> 3;
    }

    /** The code that a message's first byte names: any byte names one. */
    static IndexSetCode ofTag(byte tag) {
        return tag == ROWS_TAG ? ROWS : ofNumber(tag & 7);
    }

    /** The content of a message that begins with this byte: indices, absent indices or runs of indices. */
    public static String describe(byte tag) {
        return switch (ofTag(tag)) {
            case COMPLEMENT -> "absent indices";
            case RUNS -> "runs of indices";
            case ROWS -> "rows of indices";
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

    /** Rows of {@code width} indices that a universe has, the last one maybe shorter. */
    static int rows(int universe, int width) {
        return (int) ((universe - 1L + width) / width);
    }

    /** Places in {@code rows} rows: all are below this. */
    static int places(int rows, int width, int universe) {
        return (int) Math.min(universe, (long) rows * width);
    }

    /** Bytes of a section of {@code count} fields; none where the width is 0. */
    static long fieldBytes(int count, int width) {
        return ((long) count * width + 7) / 8;
    }

    /** Bytes of a code with {@code low} bits of every number in fixed width and {@code high} zeros between the ones. */
    static long splitBytes(int count, int low, long high) {
        return fieldBytes(count, low) + (count == 0 ? 0 : (count + high + 7) / 8);
    }

    /** Bits that hold every index below {@code universe}: 0 when there is only one. */
    static int plainWidth(int universe) {
        return 32 - Integer.numberOfLeadingZeros(Math.max(0, universe - 1));
    }
}
