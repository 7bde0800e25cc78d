package org.tersegrad.codecs.internal.floats;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}. */
public final class WarmingRounding implements RoundingKernels {
    private final RoundingKernels scalar;
    private final RoundingKernels vector;
    private final Warmup atRandom;
    private final Warmup packingAtRandom;
    private final Warmup toNearest;
    private final Warmup packingNearest;
    private final Warmup halves;
    private final Warmup powers;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingRounding(RoundingKernels scalar, RoundingKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        halves = warmup.apply(Kernels.LANES);
        powers = warmup.apply(Kernels.LANES);
        atRandom = warmup.apply(Kernels.LANES);
        packingAtRandom = warmup.apply(Kernels.LANES);
        toNearest = warmup.apply(Kernels.LANES);
        packingNearest = warmup.apply(Kernels.LANES);
    }

    @Override
    public void roundAtRandom(
            float[] values,
            int from,
            int count,
            float factor,
            int fraction,
            int[] words,
            int first,
            int offset,
            int[] fields,
            int to) {
        if (atRandom.isOver()) {
            vector.roundAtRandom(values, from, count, factor, fraction, words, first, offset, fields, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = atRandom.due(count, piece); i > 0; i--) {
            vector.roundAtRandom(values, from, piece, factor, fraction, words, first, offset, new int[piece], 0);
        }
        scalar.roundAtRandom(values, from, count, factor, fraction, words, first, offset, fields, to);
    }

    @Override
    public void packAtRandom(
            float[] values,
            int from,
            int groups,
            float factor,
            int fraction,
            int[] words,
            int wordsFrom,
            int offset,
            int width,
            byte[] out,
            int to) {
        if (packingAtRandom.isOver()) {
            vector.packAtRandom(values, from, groups, factor, fraction, words, wordsFrom, offset, width, out, to);
            return;
        }
        for (int i = packingAtRandom.due((long) groups * Kernels.GROUP, Kernels.GROUP); i > 0; i--) {
            vector.packAtRandom(
                    values,
                    from,
                    1,
                    factor,
                    fraction,
                    words,
                    wordsFrom,
                    offset,
                    width,
                    new byte[width * Kernels.ROW_BYTES],
                    0);
        }
        scalar.packAtRandom(values, from, groups, factor, fraction, words, wordsFrom, offset, width, out, to);
    }

    @Override
    public void roundToNearest(float[] values, int from, int count, float factor, int offset, int[] fields, int to) {
        if (toNearest.isOver()) {
            vector.roundToNearest(values, from, count, factor, offset, fields, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = toNearest.due(count, piece); i > 0; i--) {
            vector.roundToNearest(values, from, piece, factor, offset, new int[piece], 0);
        }
        scalar.roundToNearest(values, from, count, factor, offset, fields, to);
    }

    @Override
    public void packNearest(
            float[] values, int from, int groups, float factor, int offset, int width, byte[] out, int to) {
        if (packingNearest.isOver()) {
            vector.packNearest(values, from, groups, factor, offset, width, out, to);
            return;
        }
        for (int i = packingNearest.due((long) groups * Kernels.GROUP, Kernels.GROUP); i > 0; i--) {
            vector.packNearest(values, from, 1, factor, offset, width, new byte[width * Kernels.ROW_BYTES], 0);
        }
        scalar.packNearest(values, from, groups, factor, offset, width, out, to);
    }

    @Override
    public void upperHalves(float[] values, int from, int count, byte[] out, int to) {
        if (halves.isOver()) {
            vector.upperHalves(values, from, count, out, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = halves.due(count, piece); i > 0; i--) {
            vector.upperHalves(values, from, piece, new byte[2 * piece], 0);
        }
        scalar.upperHalves(values, from, count, out, to);
    }

    @Override
    public void toPowersOfTwo(float[] values, int from, int count, int[] words, int at) {
        if (powers.isOver()) {
            vector.toPowersOfTwo(values, from, count, words, at);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = powers.due(count, piece); i > 0; i--) {
            vector.toPowersOfTwo(values, from, piece, new int[piece], 0);
        }
        scalar.toPowersOfTwo(values, from, count, words, at);
    }
}
