package org.tersegrad.codecs.internal.integers;

import org.tersegrad.codecs.internal.Kernel;
import org.tersegrad.codecs.internal.Kernels;

/** Random words that are pure functions of a seed and a position. */
public interface RandomKernels {
    Kernel<RandomKernels> RANDOM_WORDS =
            Kernel.of(new ScalarRandom(), (k, b) -> k.randomWords(0x1234567, 0x89abcdef, 42, b.ints, 0, b.count));
    Kernel<RandomKernels> TURN_WORDS = Kernel.of(new ScalarRandom(), (k, b) -> k.turnWords(b.floats, 0, 1, b.ints, 0));
    Kernel<RandomKernels> ROUNDING_WORDS = Kernel.of(new ScalarRandom(), (k, b) -> k.roundingWords(1, 2, 3, 1, b.ints));

    /**
     * Fills {@code target[offset .. offset + count)} with random words for consecutive positions.
     *
     * @param key0 first half of the mixed seed
     * @param key1 second half of the mixed seed
     */
    void randomWords(int key0, int key1, int position, int[] target, int offset, int count);

    /**
     * Random words for rounding, {@link Kernels#ROUNDING_WORDS} for a group of 512 elements: cheaper than
     * {@link #randomWords}, and still a pure function of seed and group. The last row is no words but the bits of floats: the
     * dither of each lane, uniform between −1/2 and 1/2 and independent of the other rows.
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
     * Turns around the half words of negative elements, which are bits complemented: element i of a row of 32 has word {@code i % 16},
     * its lower half if i is below 16, else its upper half.
     *
     * @param values not modified
     * @param rows of 32 elements and 16 words
     * @param words modified in {@code [to, to + 16 * rows)}
     */
    void turnWords(float[] values, int from, int rows, int[] words, int to);
}
