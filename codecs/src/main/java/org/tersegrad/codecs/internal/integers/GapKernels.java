package org.tersegrad.codecs.internal.integers;

import org.tersegrad.codecs.internal.Kernel;

/** Looks at the gaps between sorted indices. */
public interface GapKernels {
    Kernel<GapKernels> GAPS = Kernel.of(new ScalarGaps(), (k, b) -> {
        b.summary[1] = Integer.MAX_VALUE;
        k.gaps(b.indices, 1, b.count - 1, 1, b.summary);
    });

    /**
     * Looks at the gaps {@code indices[i] - indices[i - 1] - 1} for i from {@code offset}, at least 1, on.
     *
     * @param indices not modified
     * @param summary modified: joined with the or of gaps and indices, the smallest gap, the largest gap, the sum of
     *     {@code gap >>> shift} and how many are below 1, in this order
     */
    void gaps(int[] indices, int offset, int count, int shift, int[] summary);
}
