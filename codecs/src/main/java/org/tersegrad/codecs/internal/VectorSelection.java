package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.floatBits;
import static org.tersegrad.codecs.internal.VectorLanes.shr;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Which floats of a block are large, in three short loops that pass their results through the cache.
 *
 * <pre>
 *   hits:  the groups of 32 floats whose largest key is large enough
 *   words: for each of them 32 bits, one for each float that is
 *   walk:  from the ones of those words to indices
 * </pre>
 *
 * <p>Where few floats are large only the first takes time, and it takes no longer than memory does. Where nearly every
 * group has some, the first is of no use, and two words are walked at once.
 */
final class VectorSelection {
    /** Floats in a group: the bits of a word. */
    static final int GROUP = 32;

    /** How many places behind the last index {@link #walkAll} may write to. */
    static final int OVERRUN = 4;

    private static final IntVector MAGNITUDE = IntVector.broadcast(INTS, Integer.MAX_VALUE);
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    /** Moves the bit of lane {@code i} to the left by {@code i}. */
    private static final IntVector PLACE = IntVector.broadcast(INTS, 1)
            .lanewise(VectorOperators.LSHL, IntVector.zero(INTS).addIndex(1));

    private VectorSelection() {}

    /** Writes where groups with a key of {@code leastKey} or more begin, counted from {@code offset}; returns how many. */
    static int hits(float[] values, int offset, int count, int leastKey, int[] hits, int to) {
        int found = to;
        for (int i = 0; i < count; i += GROUP) {
            IntVector largest = IntVector.zero(INTS);
            for (int row = 0; row < GROUP; row += Kernels.LANES) {
                largest = largestOfRow(values, offset + i + row).max(largest);
            }
            hits[found] = i;
            found += reaches(largest.reduceLanes(VectorOperators.MAX), leastKey);
        }
        return found - to;
    }

    private static int reaches(int key, int leastKey) {
        return (leastKey - 1 - key) >>> 31;
    }

    /** Sixteen keys down to one vector, as a tree: with a carried maximum each would wait for the one before. */
    private static IntVector largestOfRow(float[] values, int index) {
        if (LENGTH == 16) {
            return key(values, index);
        }
        IntVector first = key(values, index).max(key(values, index + LENGTH));
        if (LENGTH == 8) {
            return first;
        }
        return first.max(key(values, index + 2 * LENGTH).max(key(values, index + 3 * LENGTH)));
    }

    private static IntVector key(float[] values, int index) {
        return floatBits(values, index).and(MAGNITUDE);
    }

    /** Writes a word for each of the groups that begin at {@code offset + groups[from ..]}. */
    static void words(float[] values, int offset, int leastKey, int[] groups, int from, int count, int to) {
        IntVector below = IntVector.broadcast(INTS, leastKey - 1);
        for (int g = 0; g < count; g++) {
            groups[to + g] = word(values, offset + groups[from + g], below);
        }
    }

    /** Writes a word for every group. */
    static void allWords(float[] values, int offset, int leastKey, int count, int[] words, int to) {
        IntVector below = IntVector.broadcast(INTS, leastKey - 1);
        for (int g = 0; g < count; g++) {
            words[to + g] = word(values, offset + g * GROUP, below);
        }
    }

    private static int word(float[] values, int offset, IntVector below) {
        IntVector word = IntVector.zero(INTS);
        for (int j = 0; j < GROUP; j += LENGTH) {
            // The sign of what is left is that of a large float. It enters at the top and moves down with each vector.
            word = below.sub(key(values, offset + j)).and(SIGN).add(shr(word, LENGTH));
        }
        return shr(word, LENGTH - 1).mul(PLACE).reduceLanes(VectorOperators.ADD);
    }

    /** Writes the index of every one in the words of {@code count} groups; returns how many. */
    static int walk(int[] indices, int groups, int words, int count, int base, int to) {
        int next = to;
        for (int g = 0; g < count; g++) {
            int first = base + indices[groups + g];
            for (int word = indices[words + g]; word != 0; word &= word - 1) {
                indices[next++] = first + Integer.numberOfTrailingZeros(word);
            }
        }
        return next - to;
    }

    /**
     * The same for groups without gaps, two at once and four indices at a time: how many ones there are cannot be predicted,
     * how many times four nearly can. Behind the words must stand a
     * zero.
     */
    static int walkAll(int[] indices, int words, int count, int base, int to) {
        int next = to;
        for (int g = 0; g < count; g += 2) {
            int first = base + g * GROUP;
            long low = indices[words + g] & 0xffffffffL;
            long word = low | (long) indices[words + g + 1] << GROUP;
            int at = next;
            next += Long.bitCount(word);
            while (word != 0) {
                indices[at] = first + Long.numberOfTrailingZeros(word);
                word &= word - 1;
                indices[at + 1] = first + Long.numberOfTrailingZeros(word);
                word &= word - 1;
                indices[at + 2] = first + Long.numberOfTrailingZeros(word);
                word &= word - 1;
                indices[at + 3] = first + Long.numberOfTrailingZeros(word);
                word &= word - 1;
                at += 4;
            }
        }
        return next - to;
    }
}
