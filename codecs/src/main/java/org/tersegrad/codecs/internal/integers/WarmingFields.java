package org.tersegrad.codecs.internal.integers;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernel until the vector kernel is compiled. */
public final class WarmingFields implements FieldKernels {
    private final FieldKernels scalar;
    private final FieldKernels vector;
    private final Warmup warmup;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingFields(FieldKernels scalar, FieldKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        this.warmup = warmup.apply(Kernels.LANES);
    }

    @Override
    public int carries(byte[] in, int from, int words, int shift, int mask, int lack) {
        if (warmup.isOver()) {
            return vector.carries(in, from, words, shift, mask, lack);
        }
        int piece = Math.min(words, Warmup.PIECE);
        for (int i = warmup.due(words, piece); i > 0; i--) {
            vector.carries(in, from, piece, shift, mask, lack);
        }
        return scalar.carries(in, from, words, shift, mask, lack);
    }
}
