package org.tersegrad.codecs.internal;

/** The specification of every float kernel, in plain Java. */
public final class ScalarFloatKernels implements FloatKernels {
    private static final int LANES = Kernels.LANES;

    @Override
    public int largestKey(float[] values, int offset, int count) {
        int largest = 0;
        for (int i = offset; i < offset + count; i++) {
            largest = Math.max(largest, Float.floatToRawIntBits(values[i]) & Integer.MAX_VALUE);
        }
        return largest;
    }

    @Override
    public void sumMagnitudes(float[] values, int offset, int count, float[] lanes) {
        for (int i = 0; i < count; i++) {
            lanes[i % LANES] += Math.abs(values[offset + i]);
        }
    }

    @Override
    public void sumSquares(float[] values, int offset, int count, float factor, float[] lanes) {
        for (int i = 0; i < count; i++) {
            float scaled = values[offset + i] * factor;
            lanes[i % LANES] += scaled * scaled;
        }
    }

    @Override
    public void sumPositive(float[] values, int offset, int count, float factor, float[] lanes) {
        for (int i = 0; i < count; i++) {
            lanes[i % LANES] += Math.max(values[offset + i] * factor, 0f);
        }
    }

    @Override
    public void addScaled(float[] values, int offset, int count, float weight, float[] target, int targetOffset) {
        for (int i = 0; i < count; i++) {
            target[targetOffset + i] += weight * values[offset + i];
        }
    }

    @Override
    public int collect(float[] values, int offset, int count, int leastKey, int base, int[] indices, int to) {
        int next = to;
        for (int i = 0; i < count; i++) {
            // Always written and kept by moving on: there is no branch to predict.
            indices[next] = base + i;
            int key = Float.floatToRawIntBits(values[offset + i]) & Integer.MAX_VALUE;
            next += (leastKey - 1 - key) >>> 31;
        }
        return next - to;
    }
}
