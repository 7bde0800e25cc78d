package org.tersegrad.codecs.internal.lowrank;

import java.util.Arrays;
import org.tersegrad.codecs.internal.floats.ScalarAdditions;

/** The specification of {@link LowRankKernels}. */
public final class ScalarLowRank implements LowRankKernels {
    private static final ScalarAdditions ADDITIONS = new ScalarAdditions();

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
        for (int i = 0; i < rank * rows; i++) {
            int row = offset + (i % rows) * columns;
            int factor = rightOffset + (i / rows) * columns;
            float sum = 0;
            for (int from = 0; from < columns; from += COLUMN_TILE) {
                int count = Math.min(COLUMN_TILE, columns - from);
                sum += dot(matrix, row + from, right, factor + from, count, scratch, 0);
            }
            left[leftOffset + i] = sum;
        }
    }

    /** The sum of products of one tile; {@code lanes} holds what is summed up from {@code first} on. */
    public static float dot(float[] a, int aOffset, float[] b, int bOffset, int count, float[] lanes, int first) {
        Arrays.fill(lanes, first, first + DOT_LANES, 0f);
        int whole = count & -DOT_LANES;
        for (int i = 0; i < whole; i++) {
            lanes[first + i % DOT_LANES] += a[aOffset + i] * b[bOffset + i];
        }
        float sum = fold(lanes, first);
        for (int i = whole; i < count; i++) {
            sum += a[aOffset + i] * b[bOffset + i];
        }
        return sum;
    }

    /** Adds the upper half of eight lanes to the lower one until one is left: 8 to 4 to 2 to 1. */
    public static float fold(float[] lanes, int i) {
        float even = (lanes[i] + lanes[i + 4]) + (lanes[i + 2] + lanes[i + 6]);
        float odd = (lanes[i + 1] + lanes[i + 5]) + (lanes[i + 3] + lanes[i + 7]);
        return even + odd;
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
        for (int k = 0; k < rank; k++) {
            int factor = leftOffset + k * rows;
            int to = rightOffset + k * columns;
            Arrays.fill(right, to, to + columns, 0f);
            for (int row = 0; row < rows; row += ROW_TILE) {
                Arrays.fill(scratch, 0, columns, 0f);
                for (int i = row; i < Math.min(row + ROW_TILE, rows); i++) {
                    ADDITIONS.addScaled(matrix, offset + i * columns, columns, left[factor + i], scratch, 0);
                }
                ADDITIONS.addScaled(scratch, 0, columns, 1f, right, to);
            }
        }
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
        for (int i = 0; i < rank * rows; i++) {
            float scale = weight * left[leftOffset + i];
            int factor = rightOffset + (i / rows) * columns;
            ADDITIONS.addScaled(right, factor, columns, scale, target, offset + (i % rows) * columns);
        }
    }
}
