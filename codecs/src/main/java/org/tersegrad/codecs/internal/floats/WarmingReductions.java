package org.tersegrad.codecs.internal.floats;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}. */
public final class WarmingReductions implements ReductionKernels {
    private final ReductionKernels scalar;
    private final ReductionKernels vector;
    private final Warmup largest;
    private final Warmup magnitudes;
    private final Warmup squares;
    private final Warmup eachSign;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingReductions(ReductionKernels scalar, ReductionKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        largest = warmup.apply(8 * Kernels.LANES); // eight vectors a turn
        magnitudes = warmup.apply(Kernels.LANES);
        squares = warmup.apply(Kernels.LANES);
        eachSign = warmup.apply(Kernels.LANES);
    }

    @Override
    public int largestKey(float[] values, int offset, int count) {
        if (largest.isOver()) {
            return vector.largestKey(values, offset, count);
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = largest.due(count, piece); i > 0; i--) {
            vector.largestKey(values, offset, piece);
        }
        return scalar.largestKey(values, offset, count);
    }

    @Override
    public void sumMagnitudes(float[] values, int offset, int count, float[] lanes) {
        if (magnitudes.isOver()) {
            vector.sumMagnitudes(values, offset, count, lanes);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = magnitudes.due(count, piece); i > 0; i--) {
            vector.sumMagnitudes(values, offset, piece, new float[Kernels.LANES]);
        }
        scalar.sumMagnitudes(values, offset, count, lanes);
    }

    @Override
    public void sumSquares(float[] values, int offset, int count, float factor, float[] lanes) {
        if (squares.isOver()) {
            vector.sumSquares(values, offset, count, factor, lanes);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = squares.due(count, piece); i > 0; i--) {
            vector.sumSquares(values, offset, piece, factor, new float[Kernels.LANES]);
        }
        scalar.sumSquares(values, offset, count, factor, lanes);
    }

    @Override
    public void sumEachSign(float[] values, int offset, int count, float[] lanes) {
        if (eachSign.isOver()) {
            vector.sumEachSign(values, offset, count, lanes);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = eachSign.due(count, piece); i > 0; i--) {
            vector.sumEachSign(values, offset, piece, new float[2 * Kernels.LANES]);
        }
        scalar.sumEachSign(values, offset, count, lanes);
    }
}
