package org.tersegrad.codecs.internal.rotations;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}. */
public final class WarmingRotations implements RotationKernels {
    /** Elements of a rehearsed transform: those with all kinds of stages. */
    private static final int TRANSFORM = 512;

    private final RotationKernels scalar;
    private final RotationKernels vector;
    private final Warmup signs;
    private final Warmup transforms;
    private final Warmup levels;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingRotations(RotationKernels scalar, RotationKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        signs = warmup.apply(Kernels.GROUP / 32);
        transforms = warmup.apply(8 * Kernels.LANES);
        levels = warmup.apply(Kernels.LANES);
    }

    @Override
    public void flipSigns(float[] values, int offset, int count, float factor, int[] words, float[] target, int to) {
        if (signs.isOver()) {
            vector.flipSigns(values, offset, count, factor, words, target, to);
            return;
        }
        int piece = Math.min(count, Kernels.GROUP);
        for (int i = signs.due(count, piece); i > 0; i--) {
            vector.flipSigns(values, offset, piece, factor, words, new float[piece], 0);
        }
        scalar.flipSigns(values, offset, count, factor, words, target, to);
    }

    @Override
    public void hadamard(float[] values, int offset, int count) {
        if (transforms.isOver()) {
            vector.hadamard(values, offset, count);
            return;
        }
        int piece = Math.min(count, TRANSFORM);
        for (int i = transforms.due(count, piece); i > 0; i--) {
            vector.hadamard(new float[piece], 0, piece);
        }
        scalar.hadamard(values, offset, count);
    }

    @Override
    public void toLevels(
            float[] values, int offset, int count, int[] thresholds, int[] rises, int[] fields, int to, float[] lanes) {
        if (levels.isOver()) {
            vector.toLevels(values, offset, count, thresholds, rises, fields, to, lanes);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = levels.due(count, piece); i > 0; i--) {
            vector.toLevels(values, offset, piece, thresholds, rises, new int[piece], 0, new float[2 * Kernels.LANES]);
        }
        scalar.toLevels(values, offset, count, thresholds, rises, fields, to, lanes);
    }
}
