package org.tersegrad.codecs.internal;

import java.util.Arrays;
import java.util.function.IntFunction;

/** The scalar kernels for floats until the vector kernels are compiled, as {@link WarmingKernels}. */
final class WarmingFloatKernels implements FloatKernels {
    /** Rows, columns and inner dimension of the matrices that are rehearsed with. */
    private static final int ROWS = 4;

    private static final int COLUMNS = 128;
    private static final int INNER = 24;
    /** Enough for {@link #collect} to see that many are large. */
    private static final int COLLECTED = 2 * Kernels.GROUP;

    private final FloatKernels scalar;
    private final FloatKernels vector;

    private final Warmup largest;
    private final Warmup magnitudes;
    private final Warmup squares;
    private final Warmup positive;
    private final Warmup scaling;
    private final Warmup adding;
    private final Warmup subtracting;
    private final Warmup subtractingAndSum;
    private final Warmup halves;
    private final Warmup atRandom;
    private final Warmup packingAtRandom;
    private final Warmup toNearest;
    private final Warmup packingNearest;
    private final Warmup levels;
    private final Warmup subtractingLevels;
    private final Warmup collecting;
    private final Warmup[] products;
    private final Warmup[] transposed;
    private final Warmup[] outer;
    private final Warmup matrices;

    WarmingFloatKernels(FloatKernels scalar, FloatKernels vector, IntFunction<Warmup> warmup) {
        this.scalar = scalar;
        this.vector = vector;
        largest = warmup.apply(8 * Kernels.LANES); // eight vectors a turn
        magnitudes = warmup.apply(Kernels.LANES);
        squares = warmup.apply(Kernels.LANES);
        positive = warmup.apply(Kernels.LANES);
        scaling = warmup.apply(Kernels.LANES);
        adding = warmup.apply(Kernels.LANES);
        subtracting = warmup.apply(Kernels.LANES);
        subtractingAndSum = warmup.apply(Kernels.LANES);
        halves = warmup.apply(Kernels.LANES);
        atRandom = warmup.apply(Kernels.LANES);
        packingAtRandom = warmup.apply(Kernels.LANES);
        toNearest = warmup.apply(Kernels.LANES);
        packingNearest = warmup.apply(Kernels.LANES);
        levels = warmup.apply(Kernels.LANES);
        subtractingLevels = warmup.apply(Kernels.LANES);
        collecting = warmup.apply(2 * Kernels.LANES);
        matrices = warmup.apply(Kernels.LANES);
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
    public int largestKey(float[] values, int offset, int count) {
        if (largest.isOver()) {
            return vector.largestKey(values, offset, count);
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = largest.due(count, piece); i > 0; i--) {
            vector.largestKey(values, offset, piece);
        }
        return scalar.largestKey(values, offset, count);
    }

    @Override
    public void sumMagnitudes(float[] values, int offset, int count, float[] lanes) {
        if (magnitudes.isOver()) {
            vector.sumMagnitudes(values, offset, count, lanes);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = magnitudes.due(count, piece); i > 0; i--) {
            vector.sumMagnitudes(values, offset, piece, new float[Kernels.LANES]);
        }
        scalar.sumMagnitudes(values, offset, count, lanes);
    }

    @Override
    public void sumSquares(float[] values, int offset, int count, float factor, float[] lanes) {
        if (squares.isOver()) {
            vector.sumSquares(values, offset, count, factor, lanes);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = squares.due(count, piece); i > 0; i--) {
            vector.sumSquares(values, offset, piece, factor, new float[Kernels.LANES]);
        }
        scalar.sumSquares(values, offset, count, factor, lanes);
    }

    @Override
    public void sumPositive(float[] values, int offset, int count, float factor, float[] lanes) {
        if (positive.isOver()) {
            vector.sumPositive(values, offset, count, factor, lanes);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = positive.due(count, piece); i > 0; i--) {
            vector.sumPositive(values, offset, piece, factor, new float[Kernels.LANES]);
        }
        scalar.sumPositive(values, offset, count, factor, lanes);
    }

    @Override
    public void addScaled(float[] values, int offset, int count, float weight, float[] target, int targetOffset) {
        if (scaling.isOver()) {
            vector.addScaled(values, offset, count, weight, target, targetOffset);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = scaling.due(count, piece); i > 0; i--) {
            vector.addScaled(values, offset, piece, weight, new float[piece], 0);
        }
        scalar.addScaled(values, offset, count, weight, target, targetOffset);
    }

    @Override
    public int addToResidual(
            float[] residual,
            int offset,
            int count,
            float positive,
            float negative,
            float factor,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int sumOffset) {
        Warmup warmup = factor == 1f && positive == 0f && negative == 0f ? adding : subtracting;
        if (warmup.isOver()) {
            return vector.addToResidual(
                    residual, offset, count, positive, negative, factor, gradient, gradientOffset, sum, sumOffset);
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = warmup.due(count, piece); i > 0; i--) {
            vector.addToResidual(
                    residual, offset, piece, positive, negative, factor, gradient, gradientOffset, new float[piece], 0);
        }
        return scalar.addToResidual(
                residual, offset, count, positive, negative, factor, gradient, gradientOffset, sum, sumOffset);
    }

    @Override
    public void addToResidualAndSum(
            float[] residual,
            int offset,
            int count,
            float magnitude,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int sumOffset,
            float[] lanes) {
        if (subtractingAndSum.isOver()) {
            vector.addToResidualAndSum(
                    residual, offset, count, magnitude, gradient, gradientOffset, sum, sumOffset, lanes);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = subtractingAndSum.due(count, piece); i > 0; i--) {
            vector.addToResidualAndSum(
                    residual,
                    offset,
                    piece,
                    magnitude,
                    gradient,
                    gradientOffset,
                    new float[piece],
                    0,
                    new float[Kernels.LANES]);
        }
        scalar.addToResidualAndSum(residual, offset, count, magnitude, gradient, gradientOffset, sum, sumOffset, lanes);
    }

    @Override
    public void upperHalves(float[] values, int from, int count, byte[] out, int to) {
        if (halves.isOver()) {
            vector.upperHalves(values, from, count, out, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = halves.due(count, piece); i > 0; i--) {
            vector.upperHalves(values, from, piece, new byte[2 * piece], 0);
        }
        scalar.upperHalves(values, from, count, out, to);
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

    @Override
    public int collect(float[] values, int offset, int count, int leastKey, int base, int[] indices, int to) {
        if (collecting.isOver()) {
            return vector.collect(values, offset, count, leastKey, base, indices, to);
        }
        int piece = Math.min(count, COLLECTED);
        for (int i = collecting.due(count, piece); i > 0; i--) {
            vector.collect(values, offset, piece, leastKey, base, new int[piece + COLLECT_ROOM], 0);
        }
        return scalar.collect(values, offset, count, leastKey, base, indices, to);
    }

    @Override
    public void roundAtRandom(
            float[] values,
            int from,
            int count,
            float factor,
            int fraction,
            int[] words,
            int first,
            int offset,
            int[] fields,
            int to) {
        if (atRandom.isOver()) {
            vector.roundAtRandom(values, from, count, factor, fraction, words, first, offset, fields, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = atRandom.due(count, piece); i > 0; i--) {
            vector.roundAtRandom(values, from, piece, factor, fraction, words, first, offset, new int[piece], 0);
        }
        scalar.roundAtRandom(values, from, count, factor, fraction, words, first, offset, fields, to);
    }

    @Override
    public void packAtRandom(
            float[] values,
            int from,
            int groups,
            float factor,
            int fraction,
            int[] words,
            int wordsFrom,
            int offset,
            int width,
            byte[] out,
            int to) {
        if (packingAtRandom.isOver()) {
            vector.packAtRandom(values, from, groups, factor, fraction, words, wordsFrom, offset, width, out, to);
            return;
        }
        for (int i = packingAtRandom.due((long) groups * Kernels.GROUP, Kernels.GROUP); i > 0; i--) {
            vector.packAtRandom(
                    values,
                    from,
                    1,
                    factor,
                    fraction,
                    words,
                    wordsFrom,
                    offset,
                    width,
                    new byte[width * Kernels.ROW_BYTES],
                    0);
        }
        scalar.packAtRandom(values, from, groups, factor, fraction, words, wordsFrom, offset, width, out, to);
    }

    @Override
    public void roundToNearest(float[] values, int from, int count, float factor, int offset, int[] fields, int to) {
        if (toNearest.isOver()) {
            vector.roundToNearest(values, from, count, factor, offset, fields, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = toNearest.due(count, piece); i > 0; i--) {
            vector.roundToNearest(values, from, piece, factor, offset, new int[piece], 0);
        }
        scalar.roundToNearest(values, from, count, factor, offset, fields, to);
    }

    @Override
    public void packNearest(
            float[] values, int from, int groups, float factor, int offset, int width, byte[] out, int to) {
        if (packingNearest.isOver()) {
            vector.packNearest(values, from, groups, factor, offset, width, out, to);
            return;
        }
        for (int i = packingNearest.due((long) groups * Kernels.GROUP, Kernels.GROUP); i > 0; i--) {
            vector.packNearest(values, from, 1, factor, offset, width, new byte[width * Kernels.ROW_BYTES], 0);
        }
        scalar.packNearest(values, from, groups, factor, offset, width, out, to);
    }

    @Override
    public void fromLevels(int[] fields, int from, int count, int offset, float step, float[] values, int to) {
        if (levels.isOver()) {
            vector.fromLevels(fields, from, count, offset, step, values, to);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = levels.due(count, piece); i > 0; i--) {
            vector.fromLevels(fields, from, piece, offset, step, new float[piece], 0);
        }
        scalar.fromLevels(fields, from, count, offset, step, values, to);
    }

    @Override
    public void subtractLevels(
            int[] fields,
            int from,
            int count,
            int offset,
            float step,
            float[] values,
            int at,
            float[] rest,
            int restAt) {
        if (subtractingLevels.isOver()) {
            vector.subtractLevels(fields, from, count, offset, step, values, at, rest, restAt);
            return;
        }
        int piece = Math.min(count, Warmup.PIECE);
        for (int i = subtractingLevels.due(count, piece); i > 0; i--) {
            vector.subtractLevels(fields, from, piece, offset, step, values, at, new float[piece], 0);
        }
        scalar.subtractLevels(fields, from, count, offset, step, values, at, rest, restAt);
    }
}
