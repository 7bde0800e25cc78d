package org.tersegrad.compressors.samples;

import java.util.Arrays;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Shape;

/**
 * A gradient to test with, as the one in testkit, which this module cannot use: told by a few numbers, so that a failing one is small and can be made again.
 *
 * @param kind what its values are like
 * @param rows of its shape
 * @param columns of its shape
 * @param seed of its values
 */
public record Tensor(Kind kind, int rows, int columns, int seed) {
    /** Distributions of the values of a gradient. */
    public enum Kind {
        GAUSSIAN,
        HEAVY_TAILED,
        MIXED_MAGNITUDES,
        SPARSE,
        TIES,
        ZERO,
        NEGATIVE_ZERO,
        CONSTANT,
        ALL_NEGATIVE,
        ONE_OUTLIER,
        DENORMAL,
        HUGE
    }

    public Shape shape() {
        return new Shape(rows, columns);
    }

    public int size() {
        return rows * columns;
    }

    /** The values in an array of their own. */
    public float[] values() {
        float[] values = new float[size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(i);
        }
        return values;
    }

    /** The values in the middle of a larger array, with NaNs around them: who reads or writes these is found out. */
    public FloatSlice slice(int before) {
        float[] array = new float[before + size() + 37];
        Arrays.fill(array, Float.NaN);
        System.arraycopy(values(), 0, array, before, size());
        return new FloatSlice(array, before, size());
    }

    private float value(int i) {
        double uniform = (CounterRandom.word(seed, 2 * i) >>> 1) * 0x1p-31;
        int bits = CounterRandom.word(seed, 2 * i + 1);
        // By the logistic distribution, which looks enough like a bell.
        double bell = Math.log((uniform + 1e-9) / (1 - uniform + 1e-9));
        return switch (kind) {
            case GAUSSIAN -> (float) (0.01 * bell);
            case HEAVY_TAILED -> (float) (bell * bell * bell);
            case MIXED_MAGNITUDES -> (float) Math.scalb(bell, (bits >>> 8) % 60 - 30);
            case SPARSE -> (bits & 15) == 0 ? (float) bell : (bits & 16) == 0 ? 0f : -0f;
            case TIES -> (bits >>> 4) % 5 - 2;
            case ZERO -> 0f;
            case NEGATIVE_ZERO -> -0f;
            case CONSTANT -> 0.37f;
            case ALL_NEGATIVE -> (float) -Math.abs(bell);
            case ONE_OUTLIER -> i == seed % Math.max(1, size()) ? 1e6f : (float) (1e-3 * bell);
            case DENORMAL -> Float.MIN_VALUE * ((bits >>> 20) - 2048);
            case HUGE -> (float) Math.max(-3e38, Math.min(3e38, bell * 1e38));
        };
    }
}
