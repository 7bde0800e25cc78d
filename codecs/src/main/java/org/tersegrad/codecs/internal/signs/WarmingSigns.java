package org.tersegrad.codecs.internal.signs;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}. */
public final class WarmingSigns implements SignKernels {
    private final SignKernels scalar;
    private final SignKernels vector;
    private final Warmup signs;
    private final Warmup signsAndSum;
    private final Warmup unpackingSigns;
    private final Warmup selecting;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingSigns(SignKernels scalar, SignKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        signs = warmup.apply(Kernels.LANES);
        signsAndSum = warmup.apply(Kernels.LANES);
        unpackingSigns = warmup.apply(Kernels.LANES);
        selecting = warmup.apply(Kernels.LANES);
    }

    @Override
    public void packSigns(float[] values, int offset, int groups, byte[] out, int outOffset) {
        if (signs.isOver()) {
            vector.packSigns(values, offset, groups, out, outOffset);
            return;
        }
        for (int i = signs.due((long) groups * Kernels.GROUP, Kernels.GROUP); i > 0; i--) {
            vector.packSigns(values, offset, 1, new byte[Kernels.ROW_BYTES], 0);
        }
        scalar.packSigns(values, offset, groups, out, outOffset);
    }

    @Override
    public void packSignsAndSum(float[] values, int offset, int groups, byte[] out, int outOffset, float[] lanes) {
        if (signsAndSum.isOver()) {
            vector.packSignsAndSum(values, offset, groups, out, outOffset, lanes);
            return;
        }
        for (int i = signsAndSum.due((long) groups * Kernels.GROUP, Kernels.GROUP); i > 0; i--) {
            vector.packSignsAndSum(values, offset, 1, new byte[Kernels.ROW_BYTES], 0, new float[Kernels.LANES]);
        }
        scalar.packSignsAndSum(values, offset, groups, out, outOffset, lanes);
    }

    @Override
    public void unpackSigns(byte[] in, int inOffset, int groups, float magnitude, float[] values, int offset) {
        if (unpackingSigns.isOver()) {
            vector.unpackSigns(in, inOffset, groups, magnitude, values, offset);
            return;
        }
        for (int i = unpackingSigns.due((long) groups * Kernels.GROUP, Kernels.GROUP); i > 0; i--) {
            vector.unpackSigns(in, inOffset, 1, magnitude, new float[Kernels.GROUP], 0);
        }
        scalar.unpackSigns(in, inOffset, groups, magnitude, values, offset);
    }

    @Override
    public void selectBySigns(
            byte[] in, int inOffset, int groups, float positive, float negative, float[] values, int offset) {
        if (selecting.isOver()) {
            vector.selectBySigns(in, inOffset, groups, positive, negative, values, offset);
            return;
        }
        for (int i = selecting.due((long) groups * Kernels.GROUP, Kernels.GROUP); i > 0; i--) {
            vector.selectBySigns(in, inOffset, 1, positive, negative, new float[Kernels.GROUP], 0);
        }
        scalar.selectBySigns(in, inOffset, groups, positive, negative, values, offset);
    }
}
