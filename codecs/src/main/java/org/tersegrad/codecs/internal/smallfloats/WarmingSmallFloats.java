package org.tersegrad.codecs.internal.smallfloats;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}. */
public final class WarmingSmallFloats implements SmallFloatKernels {
    private final SmallFloatKernels scalar;
    private final SmallFloatKernels vector;
    private final Warmup keys;
    private final Warmup nearest;
    private final Warmup random;
    private final Warmup floats;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingSmallFloats(SmallFloatKernels scalar, SmallFloatKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        keys = warmup.apply(2 * Kernels.LANES);
        nearest = warmup.apply(Kernels.LANES);
        random = warmup.apply(Kernels.LANES);
        floats = warmup.apply(Kernels.LANES);
    }

    @Override
    public void largestKeys(float[] values, int offset, int count, int block, int[] largest) {
        if (keys.isOver()) {
            vector.largestKeys(values, offset, count, block, largest);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = keys.due(count, piece); i > 0; i--) {
            vector.largestKeys(values, offset, piece, block, new int[largest.length]);
        }
        scalar.largestKeys(values, offset, count, block, largest);
    }

    @Override
    public void toNearest(
            float[] values, int offset, int count, float[] divisors, int block, SmallFloat format, int[] fields) {
        if (nearest.isOver()) {
            vector.toNearest(values, offset, count, divisors, block, format, fields);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = nearest.due(count, piece); i > 0; i--) {
            vector.toNearest(values, offset, piece, divisors, block, format, new int[piece]);
        }
        scalar.toNearest(values, offset, count, divisors, block, format, fields);
    }

    @Override
    public void atRandom(
            float[] values,
            int offset,
            int count,
            float[] divisors,
            int block,
            SmallFloat format,
            int[] words,
            int[] fields) {
        if (random.isOver()) {
            vector.atRandom(values, offset, count, divisors, block, format, words, fields);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = random.due(count, piece); i > 0; i--) {
            vector.atRandom(values, offset, piece, divisors, block, format, words, new int[piece]);
        }
        scalar.atRandom(values, offset, count, divisors, block, format, words, fields);
    }

    @Override
    public void toFloats(int[] fields, int count, float[] scales, int block, SmallFloat format, float[] values) {
        if (floats.isOver()) {
            vector.toFloats(fields, count, scales, block, format, values);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = floats.due(count, piece); i > 0; i--) {
            vector.toFloats(fields, piece, scales, block, format, new float[piece]);
        }
        scalar.toFloats(fields, count, scales, block, format, values);
    }
}
