package org.tersegrad.codecs.internal.integers;

/** The specification of {@link GapKernels}. */
public final class ScalarGaps implements GapKernels {
    @Override
    public void gaps(int[] indices, int offset, int count, int shift, int[] summary) {
        int or = summary[0];
        int smallest = summary[1];
        int largest = summary[2];
        int sum = summary[3];
        int zeros = summary[4];
        for (int i = offset; i < offset + count; i++) {
            int gap = indices[i] - indices[i - 1] - 1;
            or |= gap | indices[i];
            smallest = Math.min(smallest, gap);
            largest = Math.max(largest, gap);
            sum += gap >>> shift;
            zeros += (gap - 1) >>> 31;
        }
        summary[0] = or;
        summary[1] = smallest;
        summary[2] = largest;
        summary[3] = sum;
        summary[4] = zeros;
    }
}
