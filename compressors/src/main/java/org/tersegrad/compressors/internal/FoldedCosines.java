package org.tersegrad.compressors.internal;

import java.util.Arrays;
import org.tersegrad.codecs.internal.rotations.RotationKernels;

/**
 * The cosine transform of 64 columns of 64 elements with a third of the multiplications, by the symmetry of cosines: in row k of the
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
 * <p>There are faster ways that go on folding, but products of whole rows are what vectors are good at, and the factors of a
 * fold to the end lose digits. Every sum has a fixed order, so the bits are the same on every CPU.
 */
final class FoldedCosines {
    private static final int N = CosineTransform.EDGE;
    /** Number of sums that the last fold leaves. */
    private static final int LAST = 8;

    /** The coefficient k that each row of {@link #columns} is. */
    static final int[] COEFFICIENTS = new int[N];

    static {
        for (int row = 0; row < N; row++) {
            int half = Math.max(LAST / 2, Integer.highestOneBit(row));
            COEFFICIENTS[row] = row < LAST ? row * N / LAST : N / 2 / half * (2 * (row - half) + 1);
        }
    }

    /** The factors of each product, as kernels take them, one after the other. */
    private float[] factors = {};

    /** @param table not modified: T, row after row */
    void prepare(float[] table) {
        factors = new float[2 * LAST * LAST + N * N / 4 + N * N / 16];
        int at = 0;
        for (int term = 0; term < LAST; term++) {
            for (int row = 0; row < LAST; row++) {
                factors[at++] = table[COEFFICIENTS[row] * N + term];
            }
        }
        for (int half = LAST; half < N; half *= 2) {
            for (int term = half - 1;
                    term >= 0;
                    term--) { // differences are in the order of the rows that they came from
                for (int row = half; row < 2 * half; row++) {
                    factors[at++] = table[COEFFICIENTS[row] * N + term];
                }
            }
        }
    }

    /**
     * Transforms columns; the rows of the result are in the order of {@link #COEFFICIENTS}.
     *
     * @param x modified: 64 x 64 floats, folded
     * @param out modified
     */
    void columns(float[] x, float[] out) {
        for (int rows = N; rows > LAST; rows /= 2) {
            RotationKernels.FOLD.at(rows * N).fold(x, 0, rows, N);
        }
        Arrays.fill(out, 0, N * N, 0f);
        RotationKernels kernels = RotationKernels.ADD_PRODUCT.at(N * N);
        kernels.addProduct(factors, 0, LAST, LAST, x, 0, N, out, 0);
        int at = LAST * LAST;
        for (int half = LAST; half < N; half *= 2) {
            kernels.addProduct(factors, at, half, half, x, half * N, N, out, half * N);
            at += half * half;
        }
    }
}
