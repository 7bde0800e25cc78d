package org.tersegrad.convergence.model.layers;

import org.tersegrad.convergence.matrices.ActiveMatrices;
import org.tersegrad.convergence.matrices.MatrixKernels;

/**
 * Adds products of matrices, {@code c += a * b}, with memory of its own. Matrices stand row by row from an index on. An element
 * of c takes one product after another, first to last, each rounded once with its sum: the bits depend on no machine.
 */
public final class MatrixProduct {
    private final float[] scratch = new float[MatrixKernels.PRODUCT_SCRATCH];

    /**
     * {@code rows x inner} times {@code inner x columns}.
     *
     * @param a not modified
     * @param b not modified
     * @param c modified
     */
    public void add(int rows, int inner, int columns, float[] a, int aAt, float[] b, int bAt, float[] c, int cAt) {
        ActiveMatrices.KERNELS.addMatrixProduct(
                rows, inner, columns, a, aAt, inner, 1, b, bAt, columns, 1, c, cAt, scratch);
    }

    /** The same with {@code a} stored as its transpose, {@code inner x rows}. */
    public void addLeftTransposed(
            int rows, int inner, int columns, float[] a, int aAt, float[] b, int bAt, float[] c, int cAt) {
        ActiveMatrices.KERNELS.addMatrixProduct(
                rows, inner, columns, a, aAt, 1, rows, b, bAt, columns, 1, c, cAt, scratch);
    }

    /** The same with {@code b} stored as its transpose, {@code columns x inner}. */
    public void addRightTransposed(
            int rows, int inner, int columns, float[] a, int aAt, float[] b, int bAt, float[] c, int cAt) {
        ActiveMatrices.KERNELS.addMatrixProduct(
                rows, inner, columns, a, aAt, inner, 1, b, bAt, 1, inner, c, cAt, scratch);
    }
}
