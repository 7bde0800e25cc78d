package org.tersegrad.codecs.internal.floats;

import org.tersegrad.codecs.internal.Kernel;

/** Multiplies floats by one factor, and adds floats: scaled ones to a tensor, gradients to a residual. Every method takes any count. */
public interface AdditionKernels {
    Kernel<AdditionKernels> ADD_SCALED =
            Kernel.of(new ScalarAdditions(), (k, b) -> k.addScaled(b.floats, 0, b.count, 0.5f, b.results, 0));
    Kernel<AdditionKernels> MULTIPLY =
            Kernel.of(new ScalarAdditions(), (k, b) -> k.multiply(b.floats, 0, b.count, 0.3f, b.results, 0));
    Kernel<AdditionKernels> MULTIPLY_ABOVE = Kernel.of(
            new ScalarAdditions(), (k, b) -> k.multiplyAbove(b.floats, 0, b.count, -0.9f, 0.3f, b.results, 0));
    Kernel<AdditionKernels> ADD_TO_RESIDUAL = Kernel.of(new ScalarAdditions(), (k, b) -> {
        b.result = k.addToResidual(b.floats, 0, b.count, 0.25f, -0.5f, 0.75f, b.floats, 512, b.results, 0);
        b.result += k.addToResidual(b.floats, 0, b.count, 0f, 0f, 1f, b.floats, 512, b.results, 512);
    });
    Kernel<AdditionKernels> ADD_TO_RESIDUAL_AND_SUM = Kernel.of(
            new ScalarAdditions(),
            (k, b) -> k.addToResidualAndSum(b.floats, 0, b.count, 0.5f, b.floats, 512, b.results, 0, b.lanes));

    /**
     * {@code target[i] += weight * values[i]}.
     *
     * @param values not modified
     * @param target modified in {@code [targetOffset, targetOffset + count)}
     */
    void addScaled(float[] values, int offset, int count, float weight, float[] target, int targetOffset);

    /**
     * {@code products[i] = factor * values[i]}.
     *
     * @param values not modified
     * @param products modified in {@code [to, to + count)}
     */
    void multiply(float[] values, int offset, int count, float factor, float[] products, int to);

    /**
     * {@code products[i] = factor * (values[i] − least)}, the difference rounded first.
     *
     * @param values not modified, unless it is {@code products} and {@code offset} is {@code to}
     * @param products modified in {@code [to, to + count)}
     */
    void multiplyAbove(float[] values, int offset, int count, float least, float factor, float[] products, int to);

    /**
     * Adds a gradient to the residual of earlier ones, from which a value for each sign is still to be subtracted. Fast if
     * {@code factor} is 1 and both values are 0.
     *
     * <pre>
     *   sum = factor * (residual − (negative where the sign of residual is set, else positive)) + gradient
     * </pre>
     *
     * @param residual not modified
     * @param gradient not modified
     * @param sum modified in {@code [sumOffset, sumOffset + count)}
     * @return the largest key of the sums
     */
    int addToResidual(
            float[] residual,
            int offset,
            int count,
            float positive,
            float negative,
            float factor,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int sumOffset);

    /**
     * The same for one magnitude, which is positive or negative as {@code residual} is, and magnitudes of the sums added up.
     *
     * @param magnitude above 0
     * @param lanes modified: {@code lanes[i % 16] += |sum[sumOffset + i]|}
     */
    void addToResidualAndSum(
            float[] residual,
            int offset,
            int count,
            float magnitude,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int sumOffset,
            float[] lanes);
}
