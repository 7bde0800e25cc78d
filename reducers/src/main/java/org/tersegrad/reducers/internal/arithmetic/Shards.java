package org.tersegrad.reducers.internal.arithmetic;

import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.reducers.Collective;

/** How the elements of a tensor are shared out among workers where they are sent packed: in whole groups of 512. */
public final class Shards {
    private final int[] starts;

    /** The parts of so many elements, one for each worker, in whole groups of fields. */
    public Shards(int size, Collective group) {
        starts = new int[group.size() + 1];
        int groups = size / Kernels.GROUP + (size % Kernels.GROUP == 0 ? 0 : 1);
        for (int worker = 1; worker < starts.length; worker++) {
            starts[worker] = (int) Math.min(size, (long) Kernels.GROUP * group.partStart(groups, worker));
        }
    }

    /** How many workers there are. */
    public int workers() {
        return starts.length - 1;
    }

    /** The first element of a worker's part; that of worker {@link #workers} is the end. */
    public int start(int worker) {
        return starts[worker];
    }

    /** How many elements a worker's part has. */
    public int length(int worker) {
        return starts[worker + 1] - starts[worker];
    }
}
