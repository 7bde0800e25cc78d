package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.FloatVector;
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
            hits[found] = i;
            found += reaches(largestOfGroup(values, offset + i), leastKey);
        }
        return found - to;
    }

    private static int reaches(int key, int leastKey) {
        return (leastKey - 1 - key) >>> 31;
    }

    /** At 128 bits the four vectors of a row go into as many maxima: with one, each would wait for the one before. */
    private static int largestOfGroup(float[] values, int offset) {
        IntVector a = IntVector.zero(INTS);
        IntVector b = a;
        for (int i = 0; i < GROUP; i += 2 * LENGTH) {
            IntVector first = FloatVector.fromArray(FLOATS, values, offset + i)
                    .reinterpretAsInts()
                    .and(MAGNITUDE);
            IntVector second = FloatVector.fromArray(FLOATS, values, offset + i + LENGTH)
                    .reinterpretAsInts()
                    .and(MAGNITUDE);
            a = first.max(a);
            b = second.max(b);
        }
        return a.max(b).reduceLanes(VectorOperators.MAX);
    }

    /** Writes a word for each of the groups that begin at {@code offset + groups[from ..]}. */
    static void words(float[] values, int offset, int leastKey, int[] groups, int from, int count, int to) {
        for (int g = 0; g < count; g++) {
            groups[to + g] = word(values, offset + groups[from + g], leastKey);
        }
    }

    /** Writes a word for every group. */
    static void allWords(float[] values, int offset, int leastKey, int count, int[] words, int to) {
        for (int g = 0; g < count; g++) {
            words[to + g] = word(values, offset + g * GROUP, leastKey);
        }
    }

    /** No vector comes in or goes out, so that nothing is lost where C2 does not inline it. */
    private static int word(float[] values, int offset, int leastKey) {
        IntVector below = IntVector.broadcast(INTS, leastKey - 1);
        IntVector word = IntVector.zero(INTS);
        for (int j = 0; j < GROUP; j += LENGTH) {
            // The sign of what is left is that of a large float. It enters at the top and moves down with each vector.
            IntVector key = FloatVector.fromArray(FLOATS, values, offset + j)
                    .reinterpretAsInts()
                    .and(MAGNITUDE);
            word = below.sub(key).and(SIGN).add(word.lanewise(VectorOperators.LSHR, LENGTH));
        }
        return word.lanewise(VectorOperators.LSHR, LENGTH - 1).mul(PLACE).reduceLanes(VectorOperators.ADD);
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
     * how many times four nearly can. Behind the words must stand a zero.
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
