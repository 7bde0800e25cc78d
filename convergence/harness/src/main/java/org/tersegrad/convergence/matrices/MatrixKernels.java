package org.tersegrad.convergence.matrices;

/** Products of two matrices, for the models of the training harness. */
public interface MatrixKernels {
    /** Floats of working memory that {@link #addMatrixProduct} needs. */
    int PRODUCT_SCRATCH = 32_768 + 8_192 + 256;

    /**
     * {@code c += a * b} for matrices of any size: {@code rows x inner} times {@code inner x columns}. Element (i, k) of a is at
     * {@code aAt + i * aRow + k * aColumn}, so that a matrix with its steps in turn is its transpose; b likewise. Fast if of the
     * two steps one is 1.
     *
     * <p>Each element of c takes {@code a(i, k) * b(k, j)} for one k after another, each product and sum rounded once, together, as
     * {@link Math#fma} does.
     *
     * @param a not modified
     * @param b not modified
     * @param c modified: {@code rows} rows of {@code columns} floats, the first at {@code cAt}, each {@code cRow} after the last
     * @param scratch modified: at least {@link #PRODUCT_SCRATCH} floats, whose contents before and after do not matter
     */
    void addMatrixProduct(
            int rows,
            int inner,
            int columns,
            float[] a,
            int aAt,
            int aRow,
            int aColumn,
            float[] b,
            int bAt,
            int bRow,
            int bColumn,
            float[] c,
            int cAt,
            int cRow,
            float[] scratch);

    /** The same where the rows of c have nothing between them. */
    default void addMatrixProduct(
            int rows,
            int inner,
            int columns,
            float[] a,
            int aAt,
            int aRow,
            int aColumn,
            float[] b,
            int bAt,
            int bRow,
            int bColumn,
            float[] c,
            int cAt,
            float[] scratch) {
        addMatrixProduct(rows, inner, columns, a, aAt, aRow, aColumn, b, bAt, bRow, bColumn, c, cAt, columns, scratch);
    }
}
