package org.tersegrad.codecs.internal.rotations;

import org.tersegrad.codecs.internal.Kernel;
import org.tersegrad.codecs.internal.Kernels;

/**
 * A fast cosine transform of columns of 64 floats, by the factorization of Plonka and Tasche into butterflies and rotations, with which
 * no factor grows. Sums, differences and products happen to each element in one order, whatever the width of a vector.
 *
 * <pre>
 *   A_n[k] = Σ x_j cos(π (2 j + 1) k / (2 n))              DCT-II           B_n[k] = Σ x_j cos(π (2 j + 1) (2 k + 1) / (4 n))     DCT-IV
 *
 *   A_n    u_j = x_j + x_(n−1−j),  d_j = x_j − x_(n−1−j)                    even: A_(n/2) of u        odd: B_(n/2) of d
 *   B_n    p_j =   x_j cos φ_j + x_(n−1−j) sin φ_j,  φ_j = π (2 j + 1) / (4 n)                        P = A_(n/2) of p
 *          q_j = ±(x_j sin φ_j − x_(n−1−j) cos φ_j), plus for even j                                  Q = A_(n/2) of q
 *          B[0] = P[0],  B[2 m] = P[m] − Q[n/2−m],  B[2 m − 1] = P[m] + Q[n/2−m],  B[n−1] = Q[0]
 * </pre>
 *
 * <p>G. Plonka, M. Tasche, <i>Fast and numerically stable algorithms for discrete cosine transforms</i>, 2005.
 */
public interface CosineKernels {
    Kernel<CosineKernels> COSINES = Kernel.of(
            new ScalarCosines(),
            (k, b) -> k.cosines(b.floats, 0, Kernels.LANES, Kernels.LANES, 0.3f, b.results, 0, b.scratch));
    Kernel<CosineKernels> SUMS = Kernel.of(
            new ScalarCosines(), (k, b) -> k.sums(b.scattered, b.words, b.floats, 16, 2 * Kernels.LANES, b.results, 0));

    /** Number of elements in a column. */
    int EDGE = 64;

    /**
     * Transforms columns of {@code x} to rows of {@code to}.
     *
     * <pre>
     *   to[c][k] = factor A_64[k] of column c,  times √½ for k = 0
     * </pre>
     *
     * @param x not modified, unless it is {@code to}: 64 rows of {@code columns} floats
     * @param stride distance of the rows
     * @param columns a multiple of 16
     * @param to modified: {@code columns} rows of 64 floats
     * @param scratch modified: as many floats, from the first on
     */
    void cosines(float[] x, int at, int stride, int columns, float factor, float[] to, int toAt, float[] scratch);

    /**
     * Sums of cosines back to elements, for coefficients that are the same in a row of the upper and of the lower half but for a sign. The
     * terms of an element are added one after the other, from the first to the last, to 0.
     *
     * <pre>
     *   to[i][c]      = Σ factors[t][i] rows[t][c]             i below 32
     *   to[63−i][c]   = Σ ± factors[t][i] rows[t][c]           minus where the sign bit of signs[t] is set
     * </pre>
     *
     * @param factors not modified: 32 for each term
     * @param signs not modified: one for each term
     * @param rows not modified: for each term a row of 64 floats, of which the first {@code columns} count
     * @param columns a multiple of 16, at most 64
     * @param to modified: 64 rows of {@code columns} floats
     */
    void sums(float[] factors, int[] signs, float[] rows, int terms, int columns, float[] to, int toAt);
}
