package org.tersegrad.codecs.internal.matrices;

import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.WarmingKernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, as {@link WarmingKernels}. */
public final class WarmingMatrices implements MatrixKernels {
    /** Rows, columns and inner dimension of the matrices that are rehearsed with. */
    private static final int ROWS = 4;

    private static final int INNER = 24;

    private final MatrixKernels scalar;
    private final MatrixKernels vector;
    private final Warmup matrices;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingMatrices(MatrixKernels scalar, MatrixKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        matrices = warmup.apply(Kernels.LANES);
    }

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
            float[] scratch) {
        if (matrices.isOver()) {
            vector.addMatrixProduct(
                    rows, inner, columns, a, aAt, aRow, aColumn, b, bAt, bRow, bColumn, c, cAt, scratch);
            return;
        }
        int some = Math.min(rows, ROWS);
        int depth = Math.min(inner, INNER);
        int width = Math.min(columns, Kernels.LANES);
        int piece = depth * width;
        for (int i = matrices.due((long) rows * columns * inner, piece); i > 0; i--) {
            vector.addMatrixProduct(
                    some,
                    depth,
                    width,
                    a,
                    aAt,
                    aRow,
                    aColumn,
                    b,
                    bAt,
                    bRow,
                    bColumn,
                    new float[some * width],
                    0,
                    scratch);
        }
        scalar.addMatrixProduct(rows, inner, columns, a, aAt, aRow, aColumn, b, bAt, bRow, bColumn, c, cAt, scratch);
    }
}
