package org.tersegrad.codecs.internal.lowrank;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;
import org.tersegrad.codecs.internal.VectorLanes;

/**
 * Drives the leaf kernels for products of a matrix and a few vectors.
 *
 * <p>A matrix goes tile by tile, and in a tile a few whole rows at a time: memory is fast only in long runs. Vectors go
 * in groups of four, two and one. A group is <i>packed</i> in the scratch memory: {@link #WIDTH} floats of the first, as
 * many of the second and so on, in turn. So it is one more run; and vectors that are a power of two apart do not push each
 * other out of the cache.
 *
 * <p>Habits of C2 shape the leaves. After a certain number of nodes it inlines nothing but the JDK's own vector methods,
 * and a vector that crosses a call is an object: so leaves with many vectors call the JDK directly. It shares the address
 * of all accesses to an array if each adds a constant to the same sum: so leaves add at least one {@code WIDTH} to every
 * index, and are given indices that are one {@code WIDTH} too low. And it moves the checks of an index out of a loop if
 * the index is a multiple of the counter, not if it is a part of it: so columns are counted, not packed floats.
 */
public final class VectorLowRank implements LowRankKernels {
    /** Eight lanes at most: more would not fit the sums of {@link VectorRowSums}. */
    static final VectorSpecies<Float> FLOATS = VectorLanes.NARROW_FLOATS;

    /** Floats in one vector: 4 or 8. */
    static final int WIDTH = FLOATS.length();

    private static final int LANES = LowRankKernels.DOT_LANES;

    /** Floats at the end of the scratch memory for the lanes of eight sums. */
    private static final int SUMS = 8 * LANES;

    /** Columns that are packed in one call: short calls are compiled as they should be, a few long ones are not. */
    private static final int BLOCK = 512;

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
        Arrays.fill(left, leftOffset, leftOffset + rank * rows, 0f);
        pack(right, rightOffset, rank, columns, scratch);
        for (int tile = 0; tile < rows; tile += ROW_TILE) {
            int end = Math.min(tile + ROW_TILE, rows);
            for (int column = 0; column < columns; column += COLUMN_TILE) {
                int width = Math.min(COLUMN_TILE, columns - column);
                for (int row = tile; row < end; row += 2) {
                    int at = offset + row * columns + column;
                    for (int k = 0; k < rank; k += group(rank - k)) {
                        int vector = rightOffset + k * columns + column;
                        int to = leftOffset + k * rows + row;
                        int group = group(rank - k);
                        if (row + 1 < end) {
                            sumTwoRows(
                                    matrix,
                                    at,
                                    columns,
                                    width,
                                    group,
                                    k * columns + group * column,
                                    right,
                                    vector,
                                    left,
                                    to,
                                    rows,
                                    scratch);
                        } else {
                            sumRow(matrix, at, columns, width, group, right, vector, left, to, rows, scratch);
                        }
                    }
                }
            }
        }
    }

    private static void sumTwoRows(
            float[] matrix,
            int offset,
            int columns,
            int width,
            int group,
            int packed,
            float[] right,
            int vector,
            float[] left,
            int to,
            int rows,
            float[] scratch) {
        int row = offset - WIDTH;
        int from = packed - WIDTH;
        int count = width & -LANES;
        int lanes = scratch.length - SUMS;
        if (group == 4) {
            VectorRowSums.timesFour(matrix, row, count, scratch, from, lanes);
            VectorRowSums.timesFour(matrix, row + columns, count, scratch, from, lanes + 4 * LANES);
        } else if (group == 2) {
            VectorRowSums.timesTwo(matrix, row, row + columns, count, scratch, from, lanes);
        } else {
            VectorRowSums.timesOne(matrix, row, row + columns, count, scratch, from, lanes);
        }
        for (int k = 0; k < group; k++) {
            int at = vector + k * columns;
            left[to + k * rows] += finish(scratch, lanes + k * LANES, matrix, offset, right, at, width);
            left[to + k * rows + 1] +=
                    finish(scratch, lanes + (group + k) * LANES, matrix, offset + columns, right, at, width);
        }
    }

    /** The last of an odd number of rows. It is rare, and code that is rare is slow where it makes vectors. */
    private static void sumRow(
            float[] matrix,
            int offset,
            int columns,
            int width,
            int group,
            float[] right,
            int vector,
            float[] left,
            int to,
            int rows,
            float[] scratch) {
        int lanes = scratch.length - SUMS;
        for (int k = 0; k < group; k++) {
            left[to + k * rows] +=
                    ScalarLowRank.dot(matrix, offset, right, vector + k * columns, width, scratch, lanes);
        }
    }

    /** Folds the lanes of a sum and adds the columns that do not fill them. */
    private static float finish(
            float[] sums, int lanes, float[] matrix, int row, float[] right, int vector, int width) {
        float sum = ScalarLowRank.fold(sums, lanes);
        for (int i = width & -LANES; i < width; i++) {
            sum += matrix[row + i] * right[vector + i];
        }
        return sum;
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
        Arrays.fill(right, rightOffset, rightOffset + rank * columns, 0f);
        for (int tile = 0; tile < rows; tile += ROW_TILE) {
            int end = Math.min(tile + ROW_TILE, rows);
            Arrays.fill(scratch, 0, rank * columns, 0f);
            for (int column = 0; column < columns; column += COLUMN_TILE) {
                int count = Math.min(COLUMN_TILE, columns - column) & -WIDTH;
                for (int row = tile; row < end; row += 3) {
                    int at = offset + row * columns + column;
                    for (int k = 0; k < rank; k += group(rank - k)) {
                        int group = group(rank - k);
                        int factor = leftOffset + k * rows + row;
                        int from = k * columns + group * column;
                        if (row + 3 <= end) {
                            addThreeRows(matrix, at, columns, count, group, left, factor, rows, scratch, from);
                        } else {
                            addRows(matrix, at, columns, end - row, count, group, left, factor, rows, scratch, from);
                        }
                    }
                }
            }
            addPacked(scratch, rank, columns, right, rightOffset);
            for (int i = 0; i < rank * (columns % WIDTH); i++) {
                int k = i % rank;
                int column = columns - 1 - i / rank;
                right[rightOffset + k * columns + column] +=
                        sumColumn(matrix, offset + column, columns, tile, end, left, leftOffset + k * rows);
            }
        }
    }

    private static void addThreeRows(
            float[] matrix,
            int offset,
            int columns,
            int count,
            int group,
            float[] left,
            int factor,
            int rows,
            float[] scratch,
            int packed) {
        int row = offset - WIDTH;
        int to = packed - WIDTH;
        if (group == 4) {
            VectorColumnSums.toFour(matrix, row, columns, count, left, factor, rows, scratch, to);
        } else if (group == 2) {
            VectorColumnSums.toTwo(matrix, row, columns, count, left, factor, rows, scratch, to);
        } else {
            VectorColumnSums.toOne(matrix, row, columns, count, left, factor, scratch, to);
        }
    }

    /** The last rows, fewer than three: again rare, and without vectors. */
    private static void addRows(
            float[] matrix,
            int offset,
            int columns,
            int height,
            int count,
            int group,
            float[] left,
            int factor,
            int rows,
            float[] scratch,
            int packed) {
        for (int i = 0; i < height; i++) {
            for (int j = 0; j < group * count; j += WIDTH) {
                // In packed order: a vector of the machine from the first, one from the second and so on.
                int at = offset + i * columns + j / WIDTH / group * WIDTH;
                float by = left[factor + j / WIDTH % group * rows + i];
                for (int lane = 0; lane < WIDTH; lane++) {
                    scratch[packed + j + lane] += matrix[at + lane] * by;
                }
            }
        }
    }

    /** A column that fills no vector, from row to row. */
    private static float sumColumn(
            float[] matrix, int offset, int columns, int row, int end, float[] left, int factor) {
        float sum = 0;
        for (int i = row; i < end; i++) {
            sum += matrix[offset + i * columns] * left[factor + i];
        }
        return sum;
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
        pack(right, rightOffset, rank, columns, scratch);
        for (int tile = 0; tile < rows; tile += ROW_TILE) {
            int end = Math.min(tile + ROW_TILE, rows);
            for (int column = 0; column < columns; column += COLUMN_TILE) {
                int width = Math.min(COLUMN_TILE, columns - column);
                int count = width & -WIDTH;
                for (int row = tile; row < end; row += 2) {
                    int at = offset + row * columns + column;
                    boolean two = row + 1 < end;
                    for (int k = 0; k < rank; k += group(rank - k)) {
                        int group = group(rank - k);
                        int factor = leftOffset + k * rows + row;
                        int vector = rightOffset + k * columns + column;
                        int from = k * columns + group * column;
                        if (two) {
                            addToTwoRows(scratch, from, group, weight, left, factor, rows, target, at, columns, count);
                            addToRow(
                                    right,
                                    vector,
                                    group,
                                    weight,
                                    left,
                                    factor + 1,
                                    rows,
                                    target,
                                    at + columns,
                                    columns,
                                    count,
                                    width);
                        }
                        addToRow(
                                right,
                                vector,
                                group,
                                weight,
                                left,
                                factor,
                                rows,
                                target,
                                at,
                                columns,
                                two ? count : 0,
                                width);
                    }
                }
            }
        }
    }

    private static void addToTwoRows(
            float[] scratch,
            int packed,
            int group,
            float weight,
            float[] left,
            int factor,
            int rows,
            float[] target,
            int offset,
            int columns,
            int count) {
        int from = packed - WIDTH;
        int row = offset - WIDTH;
        int next = row + columns;
        if (group == 4) {
            VectorOuterProducts.addFour(scratch, from, weight, left, factor, rows, target, row, next, count);
        } else if (group == 2) {
            VectorOuterProducts.addTwo(scratch, from, weight, left, factor, rows, target, row, next, count);
        } else {
            VectorOuterProducts.addOne(scratch, from, weight, left, factor, target, row, next, count);
        }
    }

    /** Columns {@code from} to {@code to} of one row: those that fill no vector, or the last of an odd number of rows. */
    private static void addToRow(
            float[] right,
            int vector,
            int group,
            float weight,
            float[] left,
            int factor,
            int rows,
            float[] target,
            int offset,
            int columns,
            int from,
            int to) {
        for (int k = 0; k < group; k++) {
            float by = weight * left[factor + k * rows];
            for (int i = from; i < to; i++) {
                target[offset + i] += by * right[vector + k * columns + i];
            }
        }
    }

    /**
     * Number of vectors, out of {@code rank}, that are processed together: 4, 2 or 1. Comparisons of the rank would be folded with those of
     * the number by C2, which may then go on with the wrong one (JDK-8376400).
     */
    private static int group(int rank) {
        return Math.min(4, Integer.highestOneBit(rank));
    }

    /** Packs what fills whole machine vectors; the group that begins with vector k begins at {@code k * columns}. */
    private static void pack(float[] vectors, int offset, int rank, int columns, float[] packed) {
        for (int k = 0; k < rank; k += group(rank - k)) {
            int group = group(rank - k);
            for (int i = 0; i < group; i++) {
                int from = offset + (k + i) * columns;
                int to = k * columns + i * WIDTH;
                for (int done = 0; done < columns; done += BLOCK) {
                    int count = Math.min(BLOCK, columns - done) & -WIDTH;
                    pack(vectors, from + done, count, packed, to + group * done, group);
                }
            }
        }
    }

    private static void pack(float[] vector, int from, int count, float[] packed, int to, int group) {
        for (int i = 0; i < count; i += WIDTH) {
            FloatVector.fromArray(FLOATS, vector, from + i).intoArray(packed, to + group * i);
        }
    }

    private static void addPacked(float[] packed, int rank, int columns, float[] vectors, int offset) {
        for (int k = 0; k < rank; k += group(rank - k)) {
            int group = group(rank - k);
            for (int i = 0; i < group; i++) {
                int from = k * columns + i * WIDTH;
                int to = offset + (k + i) * columns;
                for (int done = 0; done < columns; done += BLOCK) {
                    int count = Math.min(BLOCK, columns - done) & -WIDTH;
                    addPacked(packed, from + group * done, group, vectors, to + done, count);
                }
            }
        }
    }

    private static void addPacked(float[] packed, int from, int group, float[] vector, int to, int count) {
        for (int i = 0; i < count; i += WIDTH) {
            FloatVector sum = FloatVector.fromArray(FLOATS, vector, to + i);
            FloatVector.fromArray(FLOATS, packed, from + group * i).add(sum).intoArray(vector, to + i);
        }
    }
}
