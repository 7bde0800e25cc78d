package org.tersegrad.codecs.internal.integers;

import static jdk.incubator.vector.VectorOperators.LSHR;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import org.tersegrad.codecs.internal.Kernels;

/** The gaps of a sorted index set, summarized: a fifth of the time of the scalar loop. */
public final class VectorGaps implements GapKernels {
    private static final ScalarGaps SCALAR = new ScalarGaps();

    @Override
    public void gaps(int[] indices, int offset, int count, int shift, int[] summary) {
        int done = 0;
        while (count - done >= LENGTH) {
            int block = Math.min(Kernels.GROUP, count - done);
            done += summarize(indices, offset + done, block, shift, summary);
        }
        SCALAR.gaps(indices, offset + done, count - done, shift, summary);
    }

    /**
     * Takes whole vectors from {@code count} and returns how many indices that were. The assertions also make it too large to
     * be inlined, as {@code VectorSelection.hits} is.
     */
    private static int summarize(int[] indices, int offset, int count, int shift, int[] summary) {
        assert offset > 0 && offset + count <= indices.length
                : "indices to " + (offset + count) + " of " + indices.length;
        assert shift >= 0 && shift < Integer.SIZE : "a shift of " + shift + " bits";
        assert summary.length >= 5 : summary.length + " numbers to summarize to";
        IntVector or = IntVector.zero(INTS);
        IntVector smallest = IntVector.broadcast(INTS, summary[1]);
        IntVector largest = IntVector.broadcast(INTS, summary[2]);
        IntVector sum = or;
        IntVector zeros = or;
        int i = 0;
        for (; i + LENGTH <= count; i += LENGTH) {
            IntVector index = IntVector.fromArray(INTS, indices, offset + i);
            IntVector gap = index.sub(IntVector.fromArray(INTS, indices, offset + i - 1))
                    .sub(1);
            or = index.or(gap).or(or);
            smallest = gap.min(smallest);
            largest = gap.max(largest);
            sum = gap.lanewise(LSHR, shift).add(sum);
            zeros = gap.sub(1).lanewise(LSHR, 31).add(zeros);
        }
        summary[0] |= or.reduceLanes(VectorOperators.OR);
        summary[1] = smallest.reduceLanes(VectorOperators.MIN);
        summary[2] = largest.reduceLanes(VectorOperators.MAX);
        summary[3] += sum.reduceLanes(VectorOperators.ADD);
        summary[4] += zeros.reduceLanes(VectorOperators.ADD);
        return i;
    }
}
