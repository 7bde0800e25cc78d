package org.tersegrad.codecs.internal.floats;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}. */
public final class WarmingAdditions implements AdditionKernels {
    private final AdditionKernels scalar;
    private final AdditionKernels vector;
    private final Warmup scaling;
    private final Warmup multiplying;
    private final Warmup adding;
    private final Warmup subtracting;
    private final Warmup subtractingAndSum;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingAdditions(AdditionKernels scalar, AdditionKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        scaling = warmup.apply(Kernels.LANES);
        multiplying = warmup.apply(Kernels.LANES);
        adding = warmup.apply(Kernels.LANES);
        subtracting = warmup.apply(Kernels.LANES);
        subtractingAndSum = warmup.apply(Kernels.LANES);
    }

    @Override
    public void addScaled(float[] values, int offset, int count, float weight, float[] target, int targetOffset) {
        if (scaling.isOver()) {
            vector.addScaled(values, offset, count, weight, target, targetOffset);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = scaling.due(count, piece); i > 0; i--) {
            vector.addScaled(values, offset, piece, weight, new float[piece], 0);
        }
        scalar.addScaled(values, offset, count, weight, target, targetOffset);
    }

    @Override
    public void multiply(float[] values, int offset, int count, float factor, float[] products, int to) {
        if (multiplying.isOver()) {
            vector.multiply(values, offset, count, factor, products, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = multiplying.due(count, piece); i > 0; i--) {
            vector.multiply(values, offset, piece, factor, new float[piece], 0);
        }
        scalar.multiply(values, offset, count, factor, products, to);
    }

    @Override
    public int addToResidual(
            float[] residual,
            int offset,
            int count,
            float positive,
            float negative,
            float factor,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int sumOffset) {
        Warmup warmup = factor == 1f && positive == 0f && negative == 0f ? adding : subtracting;
        if (warmup.isOver()) {
            return vector.addToResidual(
                    residual, offset, count, positive, negative, factor, gradient, gradientOffset, sum, sumOffset);
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = warmup.due(count, piece); i > 0; i--) {
            vector.addToResidual(
                    residual, offset, piece, positive, negative, factor, gradient, gradientOffset, new float[piece], 0);
        }
        return scalar.addToResidual(
                residual, offset, count, positive, negative, factor, gradient, gradientOffset, sum, sumOffset);
    }

    @Override
    public void addToResidualAndSum(
            float[] residual,
            int offset,
            int count,
            float magnitude,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int sumOffset,
            float[] lanes) {
        if (subtractingAndSum.isOver()) {
            vector.addToResidualAndSum(
                    residual, offset, count, magnitude, gradient, gradientOffset, sum, sumOffset, lanes);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = subtractingAndSum.due(count, piece); i > 0; i--) {
            vector.addToResidualAndSum(
                    residual,
                    offset,
                    piece,
                    magnitude,
                    gradient,
                    gradientOffset,
                    new float[piece],
                    0,
                    new float[Kernels.LANES]);
        }
        scalar.addToResidualAndSum(residual, offset, count, magnitude, gradient, gradientOffset, sum, sumOffset, lanes);
    }
}
