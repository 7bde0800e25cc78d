package org.tersegrad.codecs.internal.floats;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}. */
public final class WarmingLevels implements LevelKernels {
    private final LevelKernels scalar;
    private final LevelKernels vector;
    private final Warmup levels;
    private final Warmup subtractingLevels;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingLevels(LevelKernels scalar, LevelKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        levels = warmup.apply(Kernels.LANES);
        subtractingLevels = warmup.apply(Kernels.LANES);
    }

    @Override
    public void fromLevels(int[] fields, int from, int count, int offset, float step, float[] values, int to) {
        if (levels.isOver()) {
            vector.fromLevels(fields, from, count, offset, step, values, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = levels.due(count, piece); i > 0; i--) {
            vector.fromLevels(fields, from, piece, offset, step, new float[piece], 0);
        }
        scalar.fromLevels(fields, from, count, offset, step, values, to);
    }

    @Override
    public void subtractLevels(
            int[] fields,
            int from,
            int count,
            int offset,
            float step,
            float[] values,
            int at,
            float[] rest,
            int restAt) {
        if (subtractingLevels.isOver()) {
            vector.subtractLevels(fields, from, count, offset, step, values, at, rest, restAt);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = subtractingLevels.due(count, piece); i > 0; i--) {
            vector.subtractLevels(fields, from, piece, offset, step, values, at, new float[piece], 0);
        }
        scalar.subtractLevels(fields, from, count, offset, step, values, at, rest, restAt);
    }
}
