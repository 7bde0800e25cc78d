package org.tersegrad.compressors.transforms;

import org.tersegrad.codecs.internal.lowrank.LowRankKernels;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Orthonormal;
import org.tersegrad.compressors.internal.PowerIteration;

/**
 * Algebra of low-rank approximation: products of n x m matrices with thin factors of r columns, and the steps of power iteration
 * around them.
 *
 * <pre>
 *   multiply               P = M Q            P: n x r, Q: m x r
 *   multiplyTransposed     Q = Mᵀ P
 *   addProduct             M += weight P Qᵀ
 * </pre>
 *
 * <p>Matrices are row-major. A factor is stored column after column: r vectors of n floats (left, P) or of m floats (right, Q). An array
 * may be longer than its factor; the rest is not touched. The order of every sum is fixed, so results have the same bits with SIMD and
 * without. All memory is allocated at creation. Not thread-safe.
 *
 * <p>T. Vogels, S. P. Karimireddy, M. Jaggi, <i>PowerSGD: practical low-rank gradient compression for distributed optimization</i>,
 * 2019.
 */
public final class ThinFactors {
    private final int rows;
    private final int columns;
    private final int rank;
    private final float[] scratch;
    private final double[] vector;

    /**
     * Factors of matrices of one shape.
     *
     * @param rank r, 1 or more
     */
    public ThinFactors(Shape shape, int rank) {
        if (rank < 1) {
            throw new IllegalArgumentException("a rank is 1 or more, this is " + rank);
        }
        rows = shape.rows();
        columns = shape.columns();
        this.rank = rank;
        scratch = new float[LowRankKernels.scratch(rank, columns)];
        vector = new double[Math.max(rows, columns)];
    }

    /**
     * Sets {@code left = matrix * right}.
     *
     * @param matrix not modified
     * @param right not modified
     * @param left modified
     */
    public void multiply(FloatSlice matrix, float[] right, float[] left) {
        check(matrix, left, right);
        LowRankKernels.MULTIPLY
                .at(matrix.length())
                .multiply(matrix.array(), matrix.offset(), rows, columns, rank, right, 0, left, 0, scratch);
    }

    /**
     * Sets {@code right = transpose(matrix) * left}.
     *
     * @param matrix not modified
     * @param left not modified
     * @param right modified
     */
    public void multiplyTransposed(FloatSlice matrix, float[] left, float[] right) {
        check(matrix, left, right);
        LowRankKernels.MULTIPLY_TRANSPOSED
                .at(matrix.length())
                .multiplyTransposed(matrix.array(), matrix.offset(), rows, columns, rank, left, 0, right, 0, scratch);
    }

    /**
     * Adds {@code weight * left * transpose(right)} to a matrix.
     *
     * @param target modified
     * @param left not modified
     * @param right not modified
     */
    public void addProduct(FloatSlice target, float weight, float[] left, float[] right) {
        check(target, left, right);
        LowRankKernels.ADD_PRODUCT
                .at(target.length())
                .addProduct(target.array(), target.offset(), rows, columns, rank, weight, left, 0, right, 0, scratch);
    }

    /**
     * Makes the columns of a left factor orthonormal, by Gram–Schmidt in double. A column that depends on those before it becomes zero.
     *
     * @param left modified
     */
    public void orthonormalizeLeft(float[] left) {
        Orthonormal.rows(left, 0, rank, rows, vector);
    }

    /**
     * Makes the columns of a right factor orthonormal, as {@link #orthonormalizeLeft}.
     *
     * @param right modified
     */
    public void orthonormalizeRight(float[] right) {
        Orthonormal.rows(right, 0, rank, columns, vector);
    }

    /**
     * Starts a step of power iteration with the left factor of the step before: each column is scaled by a power of two to a magnitude
     * near 1, so that products neither overflow nor vanish; a column of zeros becomes random.
     *
     * @param last not modified
     * @param random the seed of this step
     * @param next modified: may be {@code last}
     */
    public void startLeft(float[] last, long random, float[] next) {
        PowerIteration.start(last, rank, rows, random, 1f, next);
    }

    /**
     * Starts a step of power iteration with the right factor of the step before, as {@link #startLeft}.
     *
     * @param last not modified
     * @param random the seed of this step
     * @param next modified: may be {@code last}
     */
    public void startRight(float[] last, long random, float[] next) {
        PowerIteration.start(last, rank, columns, random, 1f, next);
    }

    private void check(FloatSlice matrix, float[] left, float[] right) {
        matrix.requireLength(rows * columns);
        if (left.length < (long) rank * rows || right.length < (long) rank * columns) {
            throw new IllegalArgumentException("factors of " + left.length + " and " + right.length
                    + " floats for rank " + rank + " of " + rows + " x " + columns + " elements");
        }
    }
}
