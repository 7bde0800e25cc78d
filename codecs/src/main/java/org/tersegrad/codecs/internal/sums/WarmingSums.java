package org.tersegrad.codecs.internal.sums;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}. */
public final class WarmingSums implements SumKernels {
    private final SumKernels scalar;
    private final SumKernels vector;
    private final Warmup levels;
    private final Warmup trits;
    private final Warmup signs;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingSums(SumKernels scalar, SumKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        levels = warmup.apply(4 * Kernels.LANES);
        trits = warmup.apply(5 * Kernels.LANES);
        signs = warmup.apply(4 * Kernels.LANES);
    }

    @Override
    public void addLevels(
            byte[][] in,
            int[] at,
            float[] steps,
            int messages,
            int width,
            int offset,
            float weight,
            float[] target,
            int to) {
        if (levels.isOver()) {
            vector.addLevels(in, at, steps, messages, width, offset, weight, target, to);
            return;
        }
        int work = messages * Kernels.GROUP;
        for (int i = levels.due(work, work); i > 0; i--) {
            vector.addLevels(in, at, steps, messages, width, offset, weight, new float[Kernels.GROUP], 0);
        }
        scalar.addLevels(in, at, steps, messages, width, offset, weight, target, to);
    }

    @Override
    public void addTrits(byte[][] in, int[] at, float[] values, int messages, float[] target, int to) {
        if (trits.isOver()) {
            vector.addTrits(in, at, values, messages, target, to);
            return;
        }
        int work = messages * Kernels.TRIT_GROUP;
        for (int i = trits.due(work, work); i > 0; i--) {
            vector.addTrits(in, at, values, messages, new float[Kernels.TRIT_GROUP], 0);
        }
        scalar.addTrits(in, at, values, messages, target, to);
    }

    @Override
    public void addSigns(byte[][] in, int[] at, float[] values, int messages, float[] target, int to) {
        if (signs.isOver()) {
            vector.addSigns(in, at, values, messages, target, to);
            return;
        }
        int work = messages * Kernels.GROUP;
        for (int i = signs.due(work, work); i > 0; i--) {
            vector.addSigns(in, at, values, messages, new float[Kernels.GROUP], 0);
        }
        scalar.addSigns(in, at, values, messages, target, to);
    }
}
