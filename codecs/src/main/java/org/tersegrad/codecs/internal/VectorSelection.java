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
 * <p>None of them branches on the data but for how often it runs, and where few floats are large only the first takes time.
 */
final class VectorSelection {
    /** Floats in a group: the bits of a word. */
    static final int GROUP = 32;

    /** Indices that the walk writes at a time. */
    static final int STEP = 4;

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
            IntVector a = key(values, offset + i).max(key(values, offset + i + LENGTH));
            for (int j = 2 * LENGTH; j < GROUP; j += 2 * LENGTH) {
                IntVector b = key(values, offset + i + j).max(key(values, offset + i + j + LENGTH));
                a = b.max(a);
            }
            hits[found] = i;
            found += reaches(a.reduceLanes(VectorOperators.MAX), leastKey);
        }
        return found - to;
    }

    private static int reaches(int key, int leastKey) {
        return (leastKey - 1 - key) >>> 31;
    }

    private static IntVector key(float[] values, int index) {
        return floatBits(values, index).and(MAGNITUDE);
    }

    /** Writes a word for each of the groups that begin at {@code offset + groups[from ..]}. */
    static void words(float[] values, int offset, int leastKey, int[] groups, int from, int count, int to) {
        IntVector below = IntVector.broadcast(INTS, leastKey - 1);
        for (int g = 0; g < count; g++) {
            int i = offset + groups[from + g];
            IntVector word = IntVector.zero(INTS);
            for (int j = 0; j < GROUP; j += LENGTH) {
                // The sign is that of a float that is large. It enters at the top and moves down with each vector after
                // it.
                word = below.sub(key(values, i + j)).and(SIGN).add(shr(word, LENGTH));
            }
            groups[to + g] = shr(word, LENGTH - 1).mul(PLACE).reduceLanes(VectorOperators.ADD);
        }
    }

    /** Writes the index of every one, from {@code indices[to]} on and with up to three more that mean nothing; returns how many. */
    static int walk(int[] indices, int groups, int words, int count, int base, int to) {
        int next = to;
        for (int g = 0; g < count; g++) {
            int first = base + indices[groups + g];
            int word = indices[words + g];
            int end = next + Integer.bitCount(word);
            // Four at a time: how often this loop runs is easier to predict than the number of ones.
            for (int at = next; at < end; at += STEP) {
                indices[at] = first + Integer.numberOfTrailingZeros(word);
                word &= word - 1;
                indices[at + 1] = first + Integer.numberOfTrailingZeros(word);
                word &= word - 1;
                indices[at + 2] = first + Integer.numberOfTrailingZeros(word);
                word &= word - 1;
                indices[at + 3] = first + Integer.numberOfTrailingZeros(word);
                word &= word - 1;
            }
            next = end;
        }
        return next - to;
    }
}
