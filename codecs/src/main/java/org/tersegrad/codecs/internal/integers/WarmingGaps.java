package org.tersegrad.codecs.internal.integers;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}. */
public final class WarmingGaps implements GapKernels {
    private final GapKernels scalar;
    private final GapKernels vector;
    private final Warmup gaps;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingGaps(GapKernels scalar, GapKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        gaps = warmup.apply(Kernels.LANES);
    }

    @Override
    public void gaps(int[] indices, int offset, int count, int shift, int[] summary) {
        if (gaps.isOver()) {
            vector.gaps(indices, offset, count, shift, summary);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = gaps.due(count, piece); i > 0; i--) {
            vector.gaps(indices, offset, piece, shift, summary.clone());
        }
        scalar.gaps(indices, offset, count, shift, summary);
    }
}
