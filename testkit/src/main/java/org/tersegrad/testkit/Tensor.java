package org.tersegrad.testkit;

import java.util.Arrays;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Shape;

/**
 * A gradient to test with, given by a few numbers: a failing one is easy to report and to make again.
 *
 * @param kind of its values
 * @param rows of its shape
 * @param columns of its shape
 * @param seed of its values
 */
public record Tensor(Kind kind, int rows, int columns, int seed) {
    /** Distributions of values. */
    public enum Kind {
        /** A bell of width 0.01. */
        GAUSSIAN,
        /** A bell to the third power. */
        HEAVY_TAILED,
        /** Magnitudes from 2^-30 to 2^30. */
        MIXED_MAGNITUDES,
        /** One element of 16, else 0 and −0. */
        SPARSE,
        /** Whole numbers from -2 to 2. */
        TIES,
        /** 0 only. */
        ZERO,
        /** −0 only. */
        NEGATIVE_ZERO,
        /** The same number everywhere. */
        CONSTANT,
        /** Negative numbers. */
        ALL_NEGATIVE,
        /** One large element among small ones. */
        ONE_OUTLIER,
        /** Numbers below the smallest normal float. */
        DENORMAL,
        /** Numbers up to 3e38. */
        HUGE
    }

    /** Rows and columns. */
    public Shape shape() {
        return new Shape(rows, columns);
    }

    /** The same but for its values. */
    Tensor plusSeed(int difference) {
        return new Tensor(kind, rows, columns, seed + difference);
    }

    /** The number of elements. */
    public int size() {
        return rows * columns;
    }

    /** The values in a new array. */
    public float[] values() {
        float[] values = new float[size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(i);
        }
        return values;
    }

    /** The values in the middle of a larger array, with NaNs around them: code that reads or writes these is found. */
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
