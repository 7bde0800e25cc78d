package org.tersegrad.codecs.internal.floats;

import org.tersegrad.codecs.internal.Kernel;

/** Levels back to floats, and what is left of a float when its level is subtracted. Every method takes any count. */
public interface LevelKernels {
    Kernel<LevelKernels> FROM_LEVELS =
            Kernel.of(new ScalarLevels(), (k, b) -> k.fromLevels(b.fields8, 0, b.count, 127, 0.5f, b.results, 0));
    Kernel<LevelKernels> SUBTRACT_LEVELS = Kernel.of(
            new ScalarLevels(),
            (k, b) -> k.subtractLevels(b.fields8, 0, b.count, 127, 0.5f, b.floats, 0, b.results, 0));

    /**
     * The inverse: {@code step * (field - offset)}.
     *
     * @param fields not modified; below 2^22
     * @param values modified in {@code [to, to + count)}
     */
    void fromLevels(int[] fields, int from, int count, int offset, float step, float[] values, int to);

    /**
     * {@code rest = value - step * (field - offset)}.
     *
     * @param fields not modified; below 2^22
     * @param rest modified in {@code [restAt, restAt + count)}; may be {@code values} at the same place
     */
    void subtractLevels(
            int[] fields,
            int from,
            int count,
            int offset,
            float step,
            float[] values,
            int at,
            float[] rest,
            int restAt);
}
