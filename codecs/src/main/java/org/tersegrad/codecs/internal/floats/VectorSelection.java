package org.tersegrad.codecs.internal.floats;

import static org.tersegrad.codecs.internal.VectorLanes.BLOCK;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Selects the large floats of a block in three short loops that pass their results through the cache.
 *
 * <pre>
 *   hits:  the groups of 32 floats whose largest key is large enough
 *   words: for each of them 32 bits, one for each float that is
 *   walk:  from the ones of those words to indices
 * </pre>
 *
 * <p>If few floats are large, only the first takes time, and it takes no longer than memory does. If nearly every group
 * has some, the first is of no use, and two words are walked at once.
 */
public final class VectorSelection implements SelectionKernels {
    private static final ScalarSelection SCALAR = new ScalarSelection();

    /** A few to begin with, to see whether many of them are large. */
    private static final int FIRST_BLOCK = 512;

    /** Floats in a group: the bits of a word. */
    static final int GROUP = 32;
    /** Groups in a block. */
    private static final int GROUPS = BLOCK / GROUP;

    /** Number of places past the last index that {@link #walkAll} may write to. */
    static final int OVERRUN = 4;

    private static final IntVector MAGNITUDE = IntVector.broadcast(INTS, Integer.MAX_VALUE);
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);

    /** Moves the bit of lane {@code i} to the left by {@code i}. */
    private static final IntVector PLACE = IntVector.broadcast(INTS, 1)
            .lanewise(VectorOperators.LSHL, IntVector.zero(INTS).addIndex(1));

    @Override
    public int collect(float[] values, int offset, int count, int leastKey, int base, int[] indices, int to) {
        int whole = count & -GROUP;
        int next = to;
        boolean dense = false;
        int block;
        for (int done = 0; done < whole; done += block) {
            block = Math.min(done == 0 ? FIRST_BLOCK : BLOCK, whole - done);
            int found = dense
                    ? collectDense(values, offset + done, block, leastKey, base + done, indices, next)
                    : collectSparse(values, offset + done, block, leastKey, base + done, indices, next);
            dense = found > block / GROUP;
            next += found;
        }
        return next - to + SCALAR.collect(values, offset + whole, count - whole, leastKey, base + whole, indices, next);
    }

    private static int collectSparse(
            float[] values, int offset, int block, int leastKey, int base, int[] indices, int to) {
        int groups = to + block; // what passes between the loops lies behind all that they can write
        int words = groups + GROUPS;
        int hits = hits(values, offset, block, leastKey, indices, groups);
        words(values, offset, leastKey, indices, groups, hits, words);
        return walk(indices, groups, words, hits, base, to);
    }

    private static int collectDense(
            float[] values, int offset, int block, int leastKey, int base, int[] indices, int to) {
        int words = to + block + OVERRUN;
        int all = block / GROUP;
        allWords(values, offset, leastKey, all, indices, words);
        indices[words + all] = 0;
        return walkAll(indices, words, all, base, to);
    }

    /**
     * Writes where groups with a key of {@code leastKey} or more begin, counted from {@code offset}; returns how many.
     *
     * <p>A group's vectors follow one after the other and not in a loop, and all in this method, so that it is too large for C2 to
     * inline: JDK 17 makes objects of the vectors of small leaves when it compiles much around them. Two maxima, because with one
     * each vector would wait for the one before.
     */
    private static int hits(float[] values, int offset, int count, int leastKey, int[] hits, int to) {
        assert count % GROUP == 0 : count + " floats, not whole groups";
        assert offset >= 0 && offset + count <= values.length
                : "groups to " + (offset + count) + " of " + values.length;
        assert to >= 0 && to + count / GROUP <= hits.length : "hits to " + (to + count / GROUP) + " of " + hits.length;
        int found = to;
        for (int group = offset; group < offset + count; group += GROUP) {
            IntVector a = FloatVector.fromArray(FLOATS, values, group)
                    .reinterpretAsInts()
                    .and(MAGNITUDE);
            IntVector b = FloatVector.fromArray(FLOATS, values, group + LENGTH)
                    .reinterpretAsInts()
                    .and(MAGNITUDE);
            if (LENGTH <= 8) {
                a = a.max(FloatVector.fromArray(FLOATS, values, group + 2 * LENGTH)
                        .reinterpretAsInts()
                        .and(MAGNITUDE));
                b = b.max(FloatVector.fromArray(FLOATS, values, group + 3 * LENGTH)
                        .reinterpretAsInts()
                        .and(MAGNITUDE));
            }
            if (LENGTH <= 4) {
                a = a.max(FloatVector.fromArray(FLOATS, values, group + 4 * LENGTH)
                        .reinterpretAsInts()
                        .and(MAGNITUDE));
                b = b.max(FloatVector.fromArray(FLOATS, values, group + 5 * LENGTH)
                        .reinterpretAsInts()
                        .and(MAGNITUDE));
                a = a.max(FloatVector.fromArray(FLOATS, values, group + 6 * LENGTH)
                        .reinterpretAsInts()
                        .and(MAGNITUDE));
                b = b.max(FloatVector.fromArray(FLOATS, values, group + 7 * LENGTH)
                        .reinterpretAsInts()
                        .and(MAGNITUDE));
            }
            hits[found] = group - offset;
            found += reaches(a.max(b).reduceLanes(VectorOperators.MAX), leastKey);
        }
        return found - to;
    }

    private static int reaches(int key, int leastKey) {
        return (leastKey - 1 - key) >>> 31;
    }

    /** Writes a word for each of the groups that begin at {@code offset + groups[from ..]}. */
    private static void words(float[] values, int offset, int leastKey, int[] groups, int from, int count, int to) {
        for (int g = 0; g < count; g++) {
            groups[to + g] = word(values, offset + groups[from + g], leastKey);
        }
    }

    /** Writes a word for every group. */
    private static void allWords(float[] values, int offset, int leastKey, int count, int[] words, int to) {
        for (int g = 0; g < count; g++) {
            words[to + g] = word(values, offset + g * GROUP, leastKey);
        }
    }

    /**
     * The sign of what is left below the least key is that of a large float. It enters at the top and moves down with each
     * vector. Without a loop and too large to be inlined, as above.
     */
    private static int word(float[] values, int offset, int leastKey) {
        IntVector below = IntVector.broadcast(INTS, leastKey - 1);
        IntVector word = below.sub(FloatVector.fromArray(FLOATS, values, offset)
                        .reinterpretAsInts()
                        .and(MAGNITUDE))
                .and(SIGN);
        word = below.sub(FloatVector.fromArray(FLOATS, values, offset + LENGTH)
                        .reinterpretAsInts()
                        .and(MAGNITUDE))
                .and(SIGN)
                .add(word.lanewise(VectorOperators.LSHR, LENGTH));
        if (LENGTH <= 8) {
            word = below.sub(FloatVector.fromArray(FLOATS, values, offset + 2 * LENGTH)
                            .reinterpretAsInts()
                            .and(MAGNITUDE))
                    .and(SIGN)
                    .add(word.lanewise(VectorOperators.LSHR, LENGTH));
            word = below.sub(FloatVector.fromArray(FLOATS, values, offset + 3 * LENGTH)
                            .reinterpretAsInts()
                            .and(MAGNITUDE))
                    .and(SIGN)
                    .add(word.lanewise(VectorOperators.LSHR, LENGTH));
        }
        if (LENGTH <= 4) {
            word = below.sub(FloatVector.fromArray(FLOATS, values, offset + 4 * LENGTH)
                            .reinterpretAsInts()
                            .and(MAGNITUDE))
                    .and(SIGN)
                    .add(word.lanewise(VectorOperators.LSHR, LENGTH));
            word = below.sub(FloatVector.fromArray(FLOATS, values, offset + 5 * LENGTH)
                            .reinterpretAsInts()
                            .and(MAGNITUDE))
                    .and(SIGN)
                    .add(word.lanewise(VectorOperators.LSHR, LENGTH));
            word = below.sub(FloatVector.fromArray(FLOATS, values, offset + 6 * LENGTH)
                            .reinterpretAsInts()
                            .and(MAGNITUDE))
                    .and(SIGN)
                    .add(word.lanewise(VectorOperators.LSHR, LENGTH));
            word = below.sub(FloatVector.fromArray(FLOATS, values, offset + 7 * LENGTH)
                            .reinterpretAsInts()
                            .and(MAGNITUDE))
                    .and(SIGN)
                    .add(word.lanewise(VectorOperators.LSHR, LENGTH));
        }
        return word.lanewise(VectorOperators.LSHR, LENGTH - 1).mul(PLACE).reduceLanes(VectorOperators.ADD);
    }

    /** Writes the index of every one in the words of {@code count} groups; returns how many. */
    private static int walk(int[] indices, int groups, int words, int count, int base, int to) {
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
    private static int walkAll(int[] indices, int words, int count, int base, int to) {
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
