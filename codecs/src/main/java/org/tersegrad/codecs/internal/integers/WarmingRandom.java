package org.tersegrad.codecs.internal.integers;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}. */
public final class WarmingRandom implements RandomKernels {
    private final RandomKernels scalar;
    private final RandomKernels vector;
    private final Warmup random;
    private final Warmup rounding;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingRandom(RandomKernels scalar, RandomKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        random = warmup.apply(2 * Kernels.LANES);
        rounding = warmup.apply(Kernels.LANES);
    }

    @Override
    public void randomWords(int key0, int key1, int position, int[] target, int offset, int count) {
        if (random.isOver()) {
            vector.randomWords(key0, key1, position, target, offset, count);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = random.due(count, piece); i > 0; i--) {
            vector.randomWords(key0, key1, position, new int[piece], 0, piece);
        }
        scalar.randomWords(key0, key1, position, target, offset, count);
    }

    @Override
    public void roundingWords(int key0, int key1, int firstGroup, int groups, int[] target) {
        if (rounding.isOver()) {
            vector.roundingWords(key0, key1, firstGroup, groups, target);
            return;
        }
        for (int i = rounding.due((long) groups * Kernels.ROUNDING_WORDS, Kernels.ROUNDING_WORDS); i > 0; i--) {
            vector.roundingWords(key0, key1, firstGroup, 1, new int[Kernels.ROUNDING_WORDS]);
        }
        scalar.roundingWords(key0, key1, firstGroup, groups, target);
    }
}
