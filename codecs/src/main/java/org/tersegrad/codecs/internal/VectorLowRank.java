package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.FloatKernels.COLUMN_TILE;
import static org.tersegrad.codecs.internal.FloatKernels.ROW_TILE;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import java.util.Arrays;

/**
 * Drives the leaf kernels for products with a few vectors.
 *
 * <p>A matrix goes panel by panel, a few rows each; a panel goes tile by tile, {@link FloatKernels#COLUMN_TILE} columns
 * each. So memory is read in long runs, and what a tile needs of the vectors stays in the first-level cache while the rows
 * of the panel pass. For that the vectors are copied to the scratch memory: first what the first tile needs of each, and
 * so on. Where they come from, {@code columns} apart, a power of two would let them push each other out of the cache; and
 * a distance that the compiler knows saves it an address for each.
 */
final class VectorLowRank {
    private static final int LANES = FloatKernels.DOT_LANES;
    /** Rows in a panel: a divisor of {@link FloatKernels#ROW_TILE}. */
    private static final int PANEL = Integer.getInteger("panel", 8);

    private VectorLowRank() {}

    static void multiply(
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
        copyToTiles(right, rightOffset, rank, columns, scratch);
        for (int row = 0; row < rows; row += PANEL) {
            int height = Math.min(PANEL, rows - row);
            for (int column = 0; column < columns; column += COLUMN_TILE) {
                int at = offset + row * columns + column;
                int width = Math.min(COLUMN_TILE, columns - column);
                for (int k = 0; k < rank; k++) {
                    int tile = rank * column + k * COLUMN_TILE;
                    int to = leftOffset + k * rows + row;
                    int done = 0;
                    if (k + 1 < rank) {
                        done = sumTwo(matrix, at, columns, height, width, scratch, tile, left, to, rows);
                        sumRows(matrix, at, columns, done, height, width, scratch, tile, left, to);
                        k++;
                        tile += COLUMN_TILE;
                        to += rows;
                    }
                    sumRows(matrix, at, columns, done, height, width, scratch, tile, left, to);
                }
            }
        }
    }

    /** Two vectors and pairs of rows; returns how many rows that were. */
    private static int sumTwo(
            float[] matrix,
            int offset,
            int columns,
            int height,
            int width,
            float[] scratch,
            int tile,
            float[] left,
            int to,
            int rows) {
        int whole = width & -LANES;
        int lanes = scratch.length - 4 * LANES;
        int i = 0;
        for (; i + 2 <= height; i += 2) {
            int at = offset + i * columns;
            VectorRowSums.twoByTwo(matrix, at, at + columns, whole, scratch, tile, lanes);
            for (int j = 0; j < 4; j++) {
                int row = at + (j / 2) * columns;
                int vector = tile + (j % 2) * COLUMN_TILE;
                left[to + i + j / 2 + (j % 2) * rows] +=
                        finish(matrix, row, whole, width, scratch, vector, lanes + j * LANES);
            }
        }
        return i;
    }

    private static void sumRows(
            float[] matrix,
            int offset,
            int columns,
            int from,
            int height,
            int width,
            float[] scratch,
            int tile,
            float[] left,
            int to) {
        int whole = width & -LANES;
        int lanes = scratch.length - 4 * LANES;
        int i = from;
        for (; i + 4 <= height; i += 4) {
            int at = offset + i * columns;
            VectorRowSums.fourByOne(matrix, at, columns, whole, scratch, tile, lanes);
            for (int j = 0; j < 4; j++) {
                left[to + i + j] += finish(matrix, at + j * columns, whole, width, scratch, tile, lanes + j * LANES);
            }
        }
        for (; i < height; i++) {
            int at = offset + i * columns;
            VectorRowSums.oneByOne(matrix, at, whole, scratch, tile, lanes);
            left[to + i] += finish(matrix, at, whole, width, scratch, tile, lanes);
        }
    }

    /** Folds the lanes of one row and vector and adds the columns that do not fill them. */
    private static float finish(
            float[] matrix, int offset, int whole, int width, float[] scratch, int tile, int lanes) {
        float sum = ScalarFloatKernels.fold(scratch, lanes);
        for (int i = whole; i < width; i++) {
            sum += matrix[offset + i] * scratch[tile + i];
        }
        return sum;
    }

    static void multiplyTransposed(
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
        for (int row = 0; row < rows; row += PANEL) {
            if (row % ROW_TILE == 0) {
                Arrays.fill(scratch, 0f);
            }
            int height = Math.min(PANEL, rows - row);
            for (int column = 0; column < columns; column += COLUMN_TILE) {
                int at = offset + row * columns + column;
                int width = Math.min(COLUMN_TILE, columns - column);
                for (int k = 0; k < rank; k += group(rank - k)) {
                    int tile = rank * column + k * COLUMN_TILE;
                    int factor = leftOffset + k * rows + row;
                    sumTile(matrix, at, columns, height, width, group(rank - k), left, factor, rows, scratch, tile);
                }
            }
            if ((row + height) % ROW_TILE == 0 || row + height == rows) {
                addTiles(scratch, rank, columns, right, rightOffset);
            }
        }
    }

    private static void sumTile(
            float[] matrix,
            int offset,
            int columns,
            int height,
            int width,
            int group,
            float[] left,
            int factor,
            int rows,
            float[] scratch,
            int tile) {
        int whole = width & -LENGTH;
        int i = 0;
        for (; i + 4 <= height; i += 4) {
            int at = offset + i * columns;
            if (group == 4) {
                VectorColumnSums.toFour(matrix, at, columns, whole, left, factor + i, rows, scratch, tile);
            } else if (group == 2) {
                VectorColumnSums.toTwo(matrix, at, columns, whole, left, factor + i, rows, scratch, tile);
            } else {
                VectorColumnSums.toOne(matrix, at, columns, whole, left, factor + i, scratch, tile);
            }
        }
        for (int k = 0; k < group; k++) {
            for (int j = i; j < height; j++) {
                float by = left[factor + k * rows + j];
                VectorReductions.addScaled(matrix, offset + j * columns, whole, by, scratch, tile + k * COLUMN_TILE);
            }
            for (int j = whole; j < width; j++) {
                for (int row = 0; row < height; row++) {
                    scratch[tile + k * COLUMN_TILE + j] +=
                            matrix[offset + row * columns + j] * left[factor + k * rows + row];
                }
            }
        }
    }

    static void addProduct(
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
        copyToTiles(right, rightOffset, rank, columns, scratch);
        for (int row = 0; row < rows; row += PANEL) {
            int height = Math.min(PANEL, rows - row);
            for (int column = 0; column < columns; column += COLUMN_TILE) {
                int width = Math.min(COLUMN_TILE, columns - column);
                for (int k = 0; k < rank; k += group(rank - k)) {
                    int tile = rank * column + k * COLUMN_TILE;
                    for (int i = row; i < row + height; i++) {
                        int at = offset + i * columns + column;
                        int factor = leftOffset + k * rows + i;
                        addToRow(scratch, tile, group(rank - k), weight, left, factor, rows, target, at, width);
                    }
                }
            }
        }
    }

    private static void addToRow(
            float[] tiles,
            int tile,
            int group,
            float weight,
            float[] left,
            int factor,
            int stride,
            float[] target,
            int offset,
            int width) {
        int whole = width & -LENGTH;
        if (group == 4) {
            VectorOuterProducts.addFour(tiles, tile, weight, left, factor, stride, target, offset, whole);
        } else if (group == 2) {
            VectorOuterProducts.addTwo(tiles, tile, weight, left, factor, stride, target, offset, whole);
        } else {
            VectorReductions.addScaled(tiles, tile, whole, weight * left[factor], target, offset);
        }
        for (int k = 0; k < group; k++) {
            float by = weight * left[factor + k * stride];
            for (int i = whole; i < width; i++) {
                target[offset + i] += by * tiles[tile + k * COLUMN_TILE + i];
            }
        }
    }

    /** How many of {@code rank} vectors go together. */
    private static int group(int rank) {
        return rank >= 4 ? 4 : rank >= 2 ? 2 : 1;
    }

    private static void copyToTiles(float[] vectors, int offset, int rank, int columns, float[] tiles) {
        for (int k = 0; k < rank; k++) {
            for (int column = 0; column < columns; column += COLUMN_TILE) {
                int count = Math.min(COLUMN_TILE, columns - column);
                System.arraycopy(vectors, offset + k * columns + column, tiles, rank * column + k * COLUMN_TILE, count);
            }
        }
    }

    private static void addTiles(float[] tiles, int rank, int columns, float[] vectors, int offset) {
        for (int k = 0; k < rank; k++) {
            for (int column = 0; column < columns; column += COLUMN_TILE) {
                int from = rank * column + k * COLUMN_TILE;
                int to = offset + k * columns + column;
                int count = Math.min(COLUMN_TILE, columns - column);
                for (int i = 0; i < count; i++) {
                    vectors[to + i] += tiles[from + i];
                }
            }
        }
    }
}
