package org.tersegrad.reducers.internal.arithmetic;

import java.util.function.IntBinaryOperator;
import org.tersegrad.codecs.internal.Kernels;

/** The partition of a tensor among workers if elements are sent packed: whole groups of 512. */
public final class Shards {
    private final int[] starts;

    /**
     * The parts of a tensor, one for each worker, in whole groups of fields.
     *
     * @param partStart as {@code Collective.partStart} of their group
     */
    public Shards(int size, int workers, IntBinaryOperator partStart) {
        starts = new int[workers + 1];
        int groups = size / Kernels.GROUP + (size % Kernels.GROUP == 0 ? 0 : 1);
        for (int worker = 1; worker < starts.length; worker++) {
            starts[worker] = (int) Math.min(size, (long) Kernels.GROUP * partStart.applyAsInt(groups, worker));
        }
    }

    /** Number of workers. */
    public int workers() {
        return starts.length - 1;
    }

    /** The first element of a worker's part; that of worker {@link #workers} is the end. */
    public int start(int worker) {
        return starts[worker];
    }

    /** Number of elements of a worker's part. */
    public int length(int worker) {
        return starts[worker + 1] - starts[worker];
    }
}
