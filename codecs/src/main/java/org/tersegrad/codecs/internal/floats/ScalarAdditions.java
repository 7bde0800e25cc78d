package org.tersegrad.codecs.internal.floats;

/** The specification of {@link AdditionKernels}. */
public final class ScalarAdditions implements AdditionKernels {
    private static final ScalarReductions REDUCTIONS = new ScalarReductions();

    @Override
    public void addScaled(float[] values, int offset, int count, float weight, float[] target, int targetOffset) {
        for (int i = 0; i < count; i++) {
            target[targetOffset + i] += weight * values[offset + i];
        }
    }

    @Override
    public void multiply(float[] values, int offset, int count, float factor, float[] products, int to) {
        for (int i = 0; i < count; i++) {
            products[to + i] = factor * values[offset + i];
        }
    }

    @Override
    public void multiplyAbove(
            float[] values, int offset, int count, float least, float factor, float[] products, int to) {
        for (int i = 0; i < count; i++) {
            products[to + i] = factor * (values[offset + i] - least);
        }
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
        for (int i = 0; i < count; i++) {
            float before = residual[offset + i];
            float still = before - (Float.floatToRawIntBits(before) < 0 ? negative : positive);
            sum[sumOffset + i] = factor * still + gradient[gradientOffset + i];
        }
        return REDUCTIONS.largestKey(sum, sumOffset, count);
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
        addToResidual(residual, offset, count, magnitude, -magnitude, 1f, gradient, gradientOffset, sum, sumOffset);
        REDUCTIONS.sumMagnitudes(sum, sumOffset, count, lanes);
    }
}
