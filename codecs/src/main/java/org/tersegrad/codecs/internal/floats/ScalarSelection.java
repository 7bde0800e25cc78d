package org.tersegrad.codecs.internal.floats;

/** The specification of {@link SelectionKernels}. */
public final class ScalarSelection implements SelectionKernels {
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
