package org.tersegrad.codecs.internal.floats;

import java.util.Arrays;
import org.tersegrad.codecs.internal.Kernel;
import org.tersegrad.codecs.internal.Kernels;

/** Finds floats of large magnitude, by their keys (see {@link ReductionKernels}). */
public interface SelectionKernels {
    Kernel<SelectionKernels> COLLECT = Kernel.of(new ScalarSelection(), (k, b) -> {
        b.result = k.collect(b.floats, 0, 2 * Kernels.GROUP, Float.floatToRawIntBits(0.5f), 0, b.ints, 0);
        Arrays.fill(b.ints, b.result, b.ints.length, 0);
    });

    /** Slack that {@link #collect} needs beyond the number of elements it looks at. */
    int COLLECT_ROOM = 272;

    /**
     * Appends {@code base + i}, ascending, for every {@code i} in {@code [0, count)} whose key is {@code leastKey} or more.
     *
     * @param leastKey not negative
     * @param indices modified in {@code [to, to + count + COLLECT_ROOM)}, which must be there; of no use beyond the result
     * @return how many
     */
    int collect(float[] values, int offset, int count, int leastKey, int base, int[] indices, int to);
}
