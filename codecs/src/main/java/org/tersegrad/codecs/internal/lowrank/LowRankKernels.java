package org.tersegrad.codecs.internal.lowrank;

import org.tersegrad.codecs.internal.Kernel;

/** Products of a matrix with a few vectors, for PowerSGD. Matrices are row-major; vectors follow one after another. */
public interface LowRankKernels {
    Kernel<LowRankKernels> MULTIPLY = Kernel.of(
            new ScalarLowRank(), (k, b) -> k.multiply(b.floats, 0, 4, 128, 7, b.floats, 100, b.results, 0, b.scratch));
    Kernel<LowRankKernels> MULTIPLY_TRANSPOSED = Kernel.of(
            new ScalarLowRank(),
            (k, b) -> k.multiplyTransposed(b.floats, 0, 4, 128, 7, b.floats, 100, b.results, 0, b.scratch));
    Kernel<LowRankKernels> ADD_PRODUCT = Kernel.of(
            new ScalarLowRank(),
            (k, b) -> k.addProduct(b.results, 0, 4, 128, 7, 0.5f, b.floats, 0, b.floats, 100, b.scratch));

    /** Lanes that {@link #multiply} sums up in: half as many as elsewhere, so that eight sums fit in 128-bit registers. */
    int DOT_LANES = 8;

    /** Columns of a matrix that {@link #multiply} sums up before it adds them to the sums of the columns before. */
    int COLUMN_TILE = 4096;

    /** Rows of a matrix that {@link #multiplyTransposed} sums up before it adds them to the sums of the rows before. */
    int ROW_TILE = 192;

    /** Floats of working memory that the products of a matrix with {@code rank} vectors need. */
    static int scratch(int rank, int columns) {
        return Math.addExact(Math.multiplyExact(rank, columns), 8 * DOT_LANES);
    }

    /**
     * {@code left = matrix * right}: each row of a row-major matrix times {@code rank} vectors, P = M Q in PowerSGD.
     *
     * <p>The order of a sum: columns go in tiles of {@link #COLUMN_TILE}. In a tile, the whole eights of columns go to
     * {@link #DOT_LANES} lanes, first to last. Then lane {@code i} takes up lane {@code i + 4}, for i below 4, and so on
     * with 2 and 1; to lane 0 the columns left over are added one by one. The tiles are added first to last.
     *
     * @param matrix not modified: {@code rows * columns} floats from {@code offset} on
     * @param right not modified: {@code rank} vectors of {@code columns} floats, one after another
     * @param left modified: {@code rank} vectors of {@code rows} floats, one after another
     * @param scratch modified: at least {@link #scratch} floats, whose contents before and after do not matter
     */
    void multiply(
            float[] matrix,
            int offset,
            int rows,
            int columns,
            int rank,
            float[] right,
            int rightOffset,
            float[] left,
            int leftOffset,
            float[] scratch);

    /**
     * {@code right = transpose(matrix) * left}, Q = Mᵀ P in PowerSGD; stored as for {@link #multiply}.
     *
     * <p>The order of a sum: rows go in tiles of {@link #ROW_TILE}, in a tile first to last; the tiles are added first to
     * last.
     *
     * @param matrix not modified
     * @param left not modified
     * @param right modified
     * @param scratch modified: at least {@link #scratch} floats, whose contents before and after do not matter
     */
    void multiplyTransposed(
            float[] matrix,
            int offset,
            int rows,
            int columns,
            int rank,
            float[] left,
            int leftOffset,
            float[] right,
            int rightOffset,
            float[] scratch);

    /**
     * {@code target += weight * left * transpose(right)}, a matrix from its factors; stored as for {@link #multiply}.
     *
     * <p>Each element takes {@code (weight * left[k][row]) * right[k][column]} for one k after another.
     *
     * @param target modified: {@code rows * columns} floats from {@code offset} on
     * @param left not modified
     * @param right not modified
     * @param scratch modified: at least {@link #scratch} floats, whose contents before and after do not matter
     */
    void addProduct(
            float[] target,
            int offset,
            int rows,
            int columns,
            int rank,
            float weight,
            float[] left,
            int leftOffset,
            float[] right,
            int rightOffset,
            float[] scratch);
}
