package org.tersegrad.convergence.matrices;

/** The specification of {@link MatrixKernels}. */
public final class ScalarMatrices implements MatrixKernels {
    @Override
    public void addMatrixProduct(
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
            float[] scratch) {
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < inner; k++) {
                float factor = a[aAt + i * aRow + k * aColumn];
                for (int j = 0; j < columns; j++) {
                    int to = cAt + i * cRow + j;
                    c[to] = FusedMultiplyAdd.of(factor, b[bAt + k * bRow + j * bColumn], c[to]);
                }
            }
        }
    }
}
