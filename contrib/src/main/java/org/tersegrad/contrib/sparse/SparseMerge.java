package org.tersegrad.contrib.sparse;

import java.util.Arrays;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.sparse.LargestElements;
import org.tersegrad.compressors.sparse.SparseMessage;

/** Adds two sets of elements, and keeps as many of the sums as each of them had: the largest. */
final class SparseMerge {
    private final int[] indices;
    private final FloatSlice sums;
    private final int[] chosen;
    private final LargestElements largest;

    /** A merge of sets of {@code count} elements each. */
    SparseMerge(int count) {
        indices = new int[2 * count];
        sums = FloatSlice.of(new float[2 * count]);
        chosen = new int[count];
        largest = new LargestElements(2 * count, count);
    }

    /**
     * Adds one set to another.
     *
     * @param more not modified: from another worker
     * @param target modified: the largest sums
     * @param dropped modified: all other sums are added at their index; or empty
     */
    void add(SparseMessage more, SparseMessage target, float[] dropped) {
        int count = union(more, target);
        Arrays.fill(sums.array(), count, sums.length(), 0f); // behind all others, where no index is
        largest.select(sums, chosen);
        for (int i = 0; i < chosen.length; i++) {
            target.indices()[i] = indices[chosen[i]];
            target.values()[i] = sums.array()[chosen[i]];
        }
        if (dropped.length > 0) {
            for (int i = 0, next = 0; i < count; i++) {
                if (next < chosen.length && chosen[next] == i) {
                    next++;
                } else {
                    dropped[indices[i]] += sums.array()[i];
                }
            }
        }
    }

    /** The sums of all elements that are in one of them or in both, by index; returns how many. */
    private int union(SparseMessage a, SparseMessage b) {
        int i = 0;
        int j = 0;
        int count = 0;
        while (i < chosen.length || j < chosen.length) {
            int next = Math.min(indexOf(a, i), indexOf(b, j));
            float sum = 0;
            if (indexOf(a, i) == next) {
                sum = a.values()[i++];
            }
            if (indexOf(b, j) == next) {
                sum += b.values()[j++];
            }
            if (!Float.isFinite(sum)) {
                throw new MalformedInputException(0, "the sum of element " + next + " is more than a float can hold");
            }
            indices[count] = next;
            sums.array()[count++] = sum;
        }
        return count;
    }

    /** Past the end more than any index. */
    private static int indexOf(SparseMessage entries, int i) {
        return i < entries.indices().length ? entries.indices()[i] : Integer.MAX_VALUE;
    }
}
