package org.tersegrad.compressors.internal;

/** Makes vectors orthonormal. */
public final class Orthonormal {
    private Orthonormal() {}

    /** Rows. */
    public static void rows(float[] rows, int count, int length) {
        for (int r = 0; r < count; r++) {
            double before = Math.sqrt(dot(rows, r * length, r * length, length));
            for (int pass = 0; pass < 2; pass++) {
                for (int q = 0; q < r; q++) {
                    double d = dot(rows, r * length, q * length, length);
                    for (int i = 0; i < length; i++) {
                        rows[r * length + i] = (float) (rows[r * length + i] - d * rows[q * length + i]);
                    }
                }
            }
            double norm = Math.sqrt(dot(rows, r * length, r * length, length));
            double factor = norm > 1e-5 * before ? 1 / norm : 0;
            for (int i = 0; i < length; i++) {
                rows[r * length + i] = (float) (rows[r * length + i] * factor);
            }
        }
    }

    private static double dot(float[] rows, int a, int b, int length) {
        double sum = 0;
        for (int i = 0; i < length; i++) {
            sum += (double) rows[a + i] * rows[b + i];
        }
        return sum;
    }
}
