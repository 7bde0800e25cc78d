package org.tersegrad.codecs;

/**
 * A fixed prefix code for the bytes of a bit string in which about 36 % of the bits are ones: fewer ones, fewer bits. It
 * saves 4 % of such a string, which is where a whole number of low bits fits a density worst.
 *
 * <pre>
 *   bytes by their number of ones, equals by value:   1 byte   8   28   122   60   28    7    2
 *   bits of a code word:                              5        6    7     8    9   10   11   12
 * </pre>
 *
 * <p>Code words are canonical: the first is 0, the next is the one before plus 1, shifted left by as many bits as it is
 * longer, and the highest bit comes first. These are the lengths of Huffman's code; every bit string is a sequence of words.
 */
final class SqueezedBytes {
    /** Bits of the longest word. */
    static final int LONGEST = 12;

    private static final int SHORTEST = 5;
    private static final int[] WORDS_OF_LENGTH = {1, 8, 28, 122, 60, 28, 7, 2};

    /** For each byte its word, in stream order, and the bits of that. */
    private static final short[] WORDS = new short[256];

    private static final byte[] LENGTHS = new byte[256];

    /** For all that the next 12 bits can be: the byte in bits 0..7, the bits of its word in 8..15, then its ones. */
    private static final int[] BYTES = new int[1 << LONGEST];

    static {
        int length = SHORTEST;
        int left = WORDS_OF_LENGTH[0];
        int word = 0;
        for (int ones = 0; ones <= 8; ones++) {
            for (int value = 0; value < 256; value++) {
                if (Integer.bitCount(value) == ones) {
                    while (left == 0) {
                        length++;
                        left = WORDS_OF_LENGTH[length - SHORTEST];
                        word <<= 1;
                    }
                    define(value, word, length);
                    word++;
                    left--;
                }
            }
        }
    }

    private SqueezedBytes() {}

    private static void define(int value, int word, int length) {
        int inStream = Integer.reverse(word) >>> (32 - length);
        WORDS[value] = (short) inStream;
        LENGTHS[value] = (byte) length;
        for (int after = 0; after < 1 << (LONGEST - length); after++) {
            BYTES[inStream | after << length] = value | length << 8 | Integer.bitCount(value) << 16;
        }
    }

    /** The word of {@code value}, 0 to 255. */
    static long word(int value) {
        return WORDS[value];
    }

    /** The bits of that word. */
    static int length(int value) {
        return LENGTHS[value];
    }

    /** The byte that the lowest bits stand for; from bit 8 on the length of its word; from bit 16 on its ones. */
    static int read(long bits) {
        return BYTES[(int) bits & ((1 << LONGEST) - 1)];
    }
}
