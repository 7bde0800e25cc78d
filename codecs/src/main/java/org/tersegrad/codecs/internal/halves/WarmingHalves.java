package org.tersegrad.codecs.internal.halves;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}. */
public final class WarmingHalves implements HalfKernels {
    private final HalfKernels scalar;
    private final HalfKernels vector;
    private final Warmup fromFp16;
    private final Warmup toFp16;
    private final Warmup fromBf16;
    private final Warmup toBf16;
    private final Warmup packFp16;
    private final Warmup unpackFp16;
    private final Warmup unpackBf16;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingHalves(HalfKernels scalar, HalfKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        fromFp16 = warmup.apply(Kernels.LANES);
        toFp16 = warmup.apply(Kernels.LANES);
        fromBf16 = warmup.apply(Kernels.LANES);
        toBf16 = warmup.apply(Kernels.LANES);
        packFp16 = warmup.apply(Kernels.LANES);
        unpackFp16 = warmup.apply(Kernels.LANES);
        unpackBf16 = warmup.apply(Kernels.LANES);
    }

    @Override
    public void fromFp16(short[] halves, int from, int count, float[] values, int to) {
        if (fromFp16.isOver()) {
            vector.fromFp16(halves, from, count, values, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = fromFp16.due(count, piece); i > 0; i--) {
            vector.fromFp16(halves, from, piece, new float[piece], 0);
        }
        scalar.fromFp16(halves, from, count, values, to);
    }

    @Override
    public void toFp16(float[] values, int from, int count, short[] halves, int to) {
        if (toFp16.isOver()) {
            vector.toFp16(values, from, count, halves, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = toFp16.due(count, piece); i > 0; i--) {
            vector.toFp16(values, from, piece, new short[piece], 0);
        }
        scalar.toFp16(values, from, count, halves, to);
    }

    @Override
    public void fromBf16(short[] halves, int from, int count, float[] values, int to) {
        if (fromBf16.isOver()) {
            vector.fromBf16(halves, from, count, values, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = fromBf16.due(count, piece); i > 0; i--) {
            vector.fromBf16(halves, from, piece, new float[piece], 0);
        }
        scalar.fromBf16(halves, from, count, values, to);
    }

    @Override
    public void toBf16(float[] values, int from, int count, short[] halves, int to) {
        if (toBf16.isOver()) {
            vector.toBf16(values, from, count, halves, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = toBf16.due(count, piece); i > 0; i--) {
            vector.toBf16(values, from, piece, new short[piece], 0);
        }
        scalar.toBf16(values, from, count, halves, to);
    }

    @Override
    public void packFp16(float[] values, int from, int count, byte[] out, int to) {
        if (packFp16.isOver()) {
            vector.packFp16(values, from, count, out, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = packFp16.due(count, piece); i > 0; i--) {
            vector.packFp16(values, from, piece, new byte[2 * piece], 0);
        }
        scalar.packFp16(values, from, count, out, to);
    }

    @Override
    public void unpackFp16(byte[] in, int from, int count, float[] values, int to) {
        if (unpackFp16.isOver()) {
            vector.unpackFp16(in, from, count, values, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = unpackFp16.due(count, piece); i > 0; i--) {
            vector.unpackFp16(in, from, piece, new float[piece], 0);
        }
        scalar.unpackFp16(in, from, count, values, to);
    }

    @Override
    public void unpackBf16(byte[] in, int from, int count, float[] values, int to) {
        if (unpackBf16.isOver()) {
            vector.unpackBf16(in, from, count, values, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = unpackBf16.due(count, piece); i > 0; i--) {
            vector.unpackBf16(in, from, piece, new float[piece], 0);
        }
        scalar.unpackBf16(in, from, count, values, to);
    }
}
