package org.tersegrad.codecs.internal.lowrank;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.Warmup;

/** The scalar kernels until the vector kernels are compiled, each by its own {@link Warmup}. */
public final class WarmingLowRank implements LowRankKernels {
    /** Rows and columns of the matrices that are rehearsed with. */
    private static final int ROWS = 4;

    private static final int COLUMNS = 128;

    private final LowRankKernels scalar;
    private final LowRankKernels vector;
    private final Warmup[] products;
    private final Warmup[] transposed;
    private final Warmup[] outer;

    /** @param warmup makes a {@link Warmup} for a loop, given how many elements a turn of it takes at most */
    public WarmingLowRank(LowRankKernels scalar, LowRankKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        products = forEveryRank(warmup);
        transposed = forEveryRank(warmup);
        outer = forEveryRank(warmup);
    }

    /** Vectors go in groups of four, two and one, each with a kernel of its own: one for each set of those. */
    private static Warmup[] forEveryRank(IntFunction<Warmup> warmup) {
        Warmup[] warmups = new Warmup[8];
        Arrays.setAll(warmups, i -> warmup.apply(Kernels.LANES));
        return warmups;
    }

    private static Warmup of(Warmup[] warmups, int rank) {
        return warmups[rank % 4 + (rank >= 4 ? 4 : 0)];
    }

    @Override
    public void multiply(
            float[] matrix,
            int offset,
            int rows,
            int columns,
            int rank,
            float[] right,
            int rightOffset,
            float[] left,
            int leftOffset,
            float[] scratch) {
        Warmup warmup = of(products, rank);
        if (warmup.isOver()) {
            vector.multiply(matrix, offset, rows, columns, rank, right, rightOffset, left, leftOffset, scratch);
            return;
        }
        int some = Math.min(rows, ROWS);
        int width = Math.min(columns, COLUMNS);
        int piece = 2 * width; // eight columns a turn
        for (int i = warmup.due((long) rows * columns, piece); i > 0; i--) {
            vector.multiply(matrix, offset, some, width, rank, right, rightOffset, new float[some * rank], 0, scratch);
        }
        scalar.multiply(matrix, offset, rows, columns, rank, right, rightOffset, left, leftOffset, scratch);
    }

    @Override
    public void multiplyTransposed(
            float[] matrix,
            int offset,
            int rows,
            int columns,
            int rank,
            float[] left,
            int leftOffset,
            float[] right,
            int rightOffset,
            float[] scratch) {
        Warmup warmup = of(transposed, rank);
        if (warmup.isOver()) {
            vector.multiplyTransposed(
                    matrix, offset, rows, columns, rank, left, leftOffset, right, rightOffset, scratch);
            return;
        }
        int some = Math.min(rows, ROWS);
        int width = Math.min(columns, COLUMNS);
        int piece = 2 * width; // eight columns a turn
        for (int i = warmup.due((long) rows * columns, piece); i > 0; i--) {
            vector.multiplyTransposed(
                    matrix, offset, some, width, rank, left, leftOffset, new float[width * rank], 0, scratch);
        }
        scalar.multiplyTransposed(matrix, offset, rows, columns, rank, left, leftOffset, right, rightOffset, scratch);
    }

    @Override
    public void addProduct(
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
            float[] scratch) {
        Warmup warmup = of(outer, rank);
        if (warmup.isOver()) {
            vector.addProduct(
                    target, offset, rows, columns, rank, weight, left, leftOffset, right, rightOffset, scratch);
            return;
        }
        int some = Math.min(rows, ROWS);
        int width = Math.min(columns, COLUMNS);
        int piece = 2 * width; // eight columns a turn
        for (int i = warmup.due((long) rows * columns, piece); i > 0; i--) {
            vector.addProduct(
                    new float[some * width],
                    0,
                    some,
                    width,
                    rank,
                    weight,
                    left,
                    leftOffset,
                    right,
                    rightOffset,
                    scratch);
        }
        scalar.addProduct(target, offset, rows, columns, rank, weight, left, leftOffset, right, rightOffset, scratch);
    }
}
