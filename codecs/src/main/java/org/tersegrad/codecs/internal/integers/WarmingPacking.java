package org.tersegrad.codecs.internal.integers;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}. */
public final class WarmingPacking implements PackingKernels {
    private final PackingKernels scalar;
    private final PackingKernels vector;
    private final Warmup copying;
    private final Warmup packingWhole;
    private final Warmup packing;
    private final Warmup unpacking;
    private final Warmup trits;
    private final Warmup unpackingTrits;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingPacking(PackingKernels scalar, PackingKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        copying = warmup.apply(Kernels.LANES);
        packingWhole = warmup.apply(Kernels.LANES);
        packing = warmup.apply(Kernels.LANES);
        unpacking = warmup.apply(Kernels.LANES);
        trits = warmup.apply(Kernels.LANES);
        unpackingTrits = warmup.apply(Kernels.LANES);
    }

    @Override
    public int pack(int[] values, int offset, int groups, int width, byte[] out, int outOffset) {
        Warmup warmup = width == 32 ? copying : 32 % width == 0 ? packingWhole : packing;
        if (warmup.isOver()) {
            return vector.pack(values, offset, groups, width, out, outOffset);
        }
        for (int i = warmup.due((long) groups * Kernels.GROUP, Kernels.GROUP); i > 0; i--) {
            vector.pack(values, offset, 1, width, new byte[width * Kernels.ROW_BYTES], 0);
        }
        return scalar.pack(values, offset, groups, width, out, outOffset);
    }

    @Override
    public void unpack(byte[] in, int inOffset, int groups, int width, int[] values, int offset) {
        if (unpacking.isOver()) {
            vector.unpack(in, inOffset, groups, width, values, offset);
            return;
        }
        for (int i = unpacking.due((long) groups * Kernels.GROUP, Kernels.GROUP); i > 0; i--) {
            vector.unpack(in, inOffset, 1, width, new int[Kernels.GROUP], 0);
        }
        scalar.unpack(in, inOffset, groups, width, values, offset);
    }

    @Override
    public int packTrits(int[] values, int offset, int groups, byte[] out, int outOffset) {
        if (trits.isOver()) {
            return vector.packTrits(values, offset, groups, out, outOffset);
        }
        for (int i = trits.due((long) groups * Kernels.TRIT_GROUP, Kernels.TRIT_GROUP); i > 0; i--) {
            vector.packTrits(values, offset, 1, new byte[Kernels.ROW_BYTES], 0);
        }
        return scalar.packTrits(values, offset, groups, out, outOffset);
    }

    @Override
    public void unpackTrits(byte[] in, int inOffset, int groups, int[] values, int offset) {
        if (unpackingTrits.isOver()) {
            vector.unpackTrits(in, inOffset, groups, values, offset);
            return;
        }
        for (int i = unpackingTrits.due((long) groups * Kernels.TRIT_GROUP, Kernels.TRIT_GROUP); i > 0; i--) {
            vector.unpackTrits(in, inOffset, 1, new int[Kernels.TRIT_GROUP], 0);
        }
        scalar.unpackTrits(in, inOffset, groups, values, offset);
    }
}
