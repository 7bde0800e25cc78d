package org.tersegrad.compressors.internal;

import java.util.Arrays;

/**
 * The forward cosine transform of 64 x 64 elements with a third of the multiplications, by the symmetry of cosines: in row k of the
 * table the element at 63 − j is that at j, times (−1)^k.
 *
 * <pre>
 *   fold 64     u_j = x_j + x_(63−j),  d_j = x_j − x_(63−j),  j below 32         odd coefficients are products with d alone
 *   fold 32     the same with u: coefficients 2, 6, 10 ... are products with its d,   fold 16 likewise: 4, 12, 20 ...
 *   the rest    coefficients 0, 8, 16 ... are products with the last u, of 8
 *
 *   multiplications of 64 elements:  32² + 16² + 8² + 8² = 1408 instead of 4096
 * </pre>
 *
 * <p>There are faster ways that go on folding, but products of whole rows are what C2 makes vector code of, and the factors of a
 * fold to the end lose digits. Every sum has a fixed order, so the bits are the same on every CPU.
 */
final class FoldedCosines {
    private static final int N = CosineTransform.EDGE;
    /** Number of sums that the last fold leaves. */
    private static final int LAST = 8;

    private FoldedCosines() {}

    /**
     * Transforms elements to coefficients.
     *
     * @param table not modified: T, row after row
     * @param chunk modified: 64 x 64 floats
     * @param scratch modified: as many
     */
    static void forward(float[] table, float[] chunk, float[] scratch) {
        columns(table, chunk, scratch);
        transpose(scratch, chunk);
        columns(table, chunk, scratch);
        transpose(scratch, chunk);
    }

    /**
     * {@code out = T x}.
     *
     * @param x modified: folded
     */
    private static void columns(float[] table, float[] x, float[] out) {
        for (int half = N / 2; half >= LAST; half /= 2) {
            for (int j = 0; j < half; j++) {
                fold(x, j * N, (2 * half - 1 - j) * N);
            }
        }
        Arrays.fill(out, 0, N * N, 0f);
        for (int k = 0; k < N; k += N / LAST) {
            multiply(table, k, 0, 1, LAST, x, 0, out);
        }
        for (int half = LAST; half < N; half *= 2) {
            int step = N / 2 / half;
            for (int k = step; k < N; k += 2 * step) { // differences are in the order of the rows that they came from
                multiply(table, k, half - 1, -1, half, x, half, out);
            }
        }
    }

    /** One row becomes the sum of two, the other one their difference. */
    private static void fold(float[] x, int upper, int lower) {
        for (int column = 0; column < N; column++) {
            float a = x[upper + column];
            float b = x[lower + column];
            x[upper + column] = a + b;
            x[lower + column] = a - b;
        }
    }

    /** Multiplies row k of the table, from one element on up or down, by the rows from {@code row} on. */
    private static void multiply(
            float[] table, int k, int first, int direction, int count, float[] x, int row, float[] out) {
        for (int i = 0; i < count; i += 4) {
            int at = k * N + first + direction * i;
            float a = table[at];
            float b = table[at + direction];
            float c = table[at + 2 * direction];
            float d = table[at + 3 * direction];
            CosineTransform.addFour(a, b, c, d, x, (row + i) * N, N, out, k * N);
        }
    }

    private static void transpose(float[] from, float[] to) {
        for (int row = 0; row < N; row++) {
            for (int column = 0; column < N; column++) {
                to[column * N + row] = from[row * N + column];
            }
        }
    }
}
