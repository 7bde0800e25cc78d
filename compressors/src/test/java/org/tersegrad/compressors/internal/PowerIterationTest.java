package org.tersegrad.compressors.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;

/** The kernels and the orthonormalization together do what PowerSGD asks of them, judged by a library of linear algebra. */
class PowerIterationTest {

    @Test
    void onAConstantMatrixTheErrorBecomesThatOfTheBestApproximation() {
        for (int[] shape : new int[][] {{60, 45}, {33, 100}, {17, 17}}) {
            for (int rank : new int[] {1, 2, 4, 7}) {
                float[] matrix = decaying(shape[0], shape[1]);
                double best = bestError(matrix, shape[0], shape[1], rank);
                double error = error(matrix, shape[0], shape[1], rank, 60);
                assertThat(error).isBetween(0.999 * best, 1.01 * best);
            }
        }
    }

    @Test
    void aMatrixOfLowRankIsExactFromTheFirstStep() {
        int rows = 50;
        int columns = 70;
        for (int rank = 1; rank <= 6; rank++) {
            float[] matrix = new float[rows * columns];
            float[] left = OrthonormalTest.gaussian(2 * rows, 1);
            float[] right = OrthonormalTest.gaussian(2 * columns, 2);
            float[] scratch = new float[LowRankKernels.scratch(2, columns)];
            int factors = Math.min(rank, 2);
            LowRankKernels.ADD_PRODUCT
                    .at(rows * columns)
                    .addProduct(matrix, 0, rows, columns, factors, 1f, left, 0, right, 0, scratch);
            assertThat(error(matrix, rows, columns, rank, 1))
                    .as("rank %d", rank)
                    .isLessThan(1e-5);
        }
    }

    @Test
    void moreVectorsThanRowsOrColumnsAreExact() {
        for (int[] shape : new int[][] {{3, 40}, {40, 3}, {1, 1}, {1, 9}, {9, 1}}) {
            float[] matrix = OrthonormalTest.gaussian(shape[0] * shape[1], 3);
            assertThat(error(matrix, shape[0], shape[1], 5, 1)).isLessThan(1e-5);
        }
    }

    @Test
    void aZeroMatrixStaysZero() {
        assertThat(error(new float[20 * 30], 20, 30, 3, 3)).isZero();
    }

    /** No projection makes a matrix longer, however few steps were made. */
    @Test
    void theErrorIsNeverLargerThanTheMatrix() {
        for (int rank = 1; rank <= 4; rank++) {
            float[] matrix = OrthonormalTest.gaussian(64 * 64, rank);
            assertThat(error(matrix, 64, 64, rank, 1)).isLessThan(1);
        }
    }

    /** The length of matrix - P Qᵀ over that of the matrix, after some steps; 0 for a zero matrix. */
    private static double error(float[] matrix, int rows, int columns, int rank, int steps) {
        float[] left = new float[rank * rows];
        float[] right = OrthonormalTest.gaussian(rank * columns, 4);
        float[] scratch = new float[LowRankKernels.scratch(rank, columns)];
        for (int step = 0; step < steps; step++) {
            LowRankKernels.MULTIPLY
                    .at(rows * columns)
                    .multiply(matrix, 0, rows, columns, rank, right, 0, left, 0, scratch);
            Orthonormal.rows(left, 0, rank, rows, new double[rows]);
            LowRankKernels.MULTIPLY_TRANSPOSED
                    .at(rows * columns)
                    .multiplyTransposed(matrix, 0, rows, columns, rank, left, 0, right, 0, scratch);
        }
        float[] difference = matrix.clone();
        LowRankKernels.ADD_PRODUCT
                .at(rows * columns)
                .addProduct(difference, 0, rows, columns, rank, -1f, left, 0, right, 0, scratch);
        double length = length(matrix);
        assertThat(length(difference)).isNotNaN();
        return length == 0 ? length(difference) : length(difference) / length;
    }

    private static double bestError(float[] matrix, int rows, int columns, int rank) {
        DMatrixRMaj dense = new DMatrixRMaj(rows, columns);
        for (int i = 0; i < matrix.length; i++) {
            dense.data[i] = matrix[i];
        }
        SingularValueDecomposition_F64<DMatrixRMaj> svd =
                DecompositionFactory_DDRM.svd(rows, columns, false, false, true);
        assertThat(svd.decompose(dense)).isTrue();
        double[] values = svd.getSingularValues();
        java.util.Arrays.sort(values, 0, svd.numberOfSingularValues());
        double rest = 0;
        for (int i = 0; i < svd.numberOfSingularValues() - rank; i++) {
            rest += values[i] * values[i];
        }
        return Math.sqrt(rest) / length(matrix);
    }

    /** Singular values that fall by a fifth each, roughly. */
    private static float[] decaying(int rows, int columns) {
        float[] matrix = new float[rows * columns];
        int rank = Math.min(rows, columns);
        float[] left = OrthonormalTest.gaussian(rank * rows, 5);
        float[] right = OrthonormalTest.gaussian(rank * columns, 6);
        for (int i = 0; i < left.length; i++) {
            int which = i / rows;
            left[i] *= (float) Math.pow(0.8, which);
        }
        float[] scratch = new float[LowRankKernels.scratch(rank, columns)];
        LowRankKernels.ADD_PRODUCT
                .at(rows * columns)
                .addProduct(matrix, 0, rows, columns, rank, 1f, left, 0, right, 0, scratch);
        return matrix;
    }

    private static double length(float[] values) {
        double sum = 0;
        for (float value : values) {
            sum += (double) value * value;
        }
        return Math.sqrt(sum);
    }
}
