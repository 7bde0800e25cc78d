package org.tersegrad.errorfeedback;

import org.tersegrad.compressors.FloatSlice;

/** The little arithmetic that estimates need. */
final class Vectors {
    private Vectors() {}

    static double norm(float[] values) {
        double squares = 0;
        for (float value : values) {
            squares += (double) value * value;
        }
        return Math.sqrt(squares);
    }

    static void addTo(float[] values, FloatSlice target, float weight) {
        target.requireLength(values.length);
        for (int i = 0; i < values.length; i++) {
            target.array()[target.offset() + i] += weight * values[i];
        }
    }

    static void scale(float[] values, float factor) {
        if (!Float.isFinite(factor)) {
            throw new IllegalArgumentException("a factor is finite, this is " + factor);
        }
        for (int i = 0; i < values.length; i++) {
            values[i] *= factor;
        }
    }
}
