package org.tersegrad.codecs.internal.floats;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}. */
public final class WarmingSelection implements SelectionKernels {
    /** Enough for {@link #collect} to see that many are large. */
    private static final int COLLECTED = 2 * Kernels.GROUP;

    private final SelectionKernels scalar;
    private final SelectionKernels vector;
    private final Warmup collecting;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingSelection(SelectionKernels scalar, SelectionKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        collecting = warmup.apply(2 * Kernels.LANES);
    }

    @Override
    public int collect(float[] values, int offset, int count, int leastKey, int base, int[] indices, int to) {
        if (collecting.isOver()) {
            return vector.collect(values, offset, count, leastKey, base, indices, to);
        }
        int piece = Math.min(count, COLLECTED);
        for (int i = collecting.due(count, piece); i > 0; i--) {
            vector.collect(values, offset, piece, leastKey, base, new int[piece + COLLECT_ROOM], 0);
        }
        return scalar.collect(values, offset, count, leastKey, base, indices, to);
    }
}
