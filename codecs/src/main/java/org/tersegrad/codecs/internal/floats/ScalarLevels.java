package org.tersegrad.codecs.internal.floats;

/** The specification of {@link LevelKernels}. */
public final class ScalarLevels implements LevelKernels {
    @Override
    public void fromLevels(int[] fields, int from, int count, int offset, float step, float[] values, int to) {
        for (int i = 0; i < count; i++) {
            values[to + i] = step * (fields[from + i] - offset);
        }
    }

    @Override
    public void subtractLevels(
            int[] fields,
            int from,
            int count,
            int offset,
            float step,
            float[] values,
            int at,
            float[] rest,
            int restAt) {
        for (int i = 0; i < count; i++) {
            rest[restAt + i] = values[at + i] - step * (fields[from + i] - offset);
        }
    }
}
