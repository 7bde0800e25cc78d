package org.tersegrad.convergence.matrices;

import static org.tersegrad.convergence.matrices.VectorMatrices.PANEL;

/** Copies blocks of matrices to where {@link VectorTiles} reads them. */
final class VectorPanels {
    private static final int SQUARE = 16;

    private VectorPanels() {}

    /**
     * Packs {@code depth} rows and {@code count} columns as panels of sixteen columns, row k of a panel at {@code 16 * k}.
     *
     * @param packed modified from 0 on
     */
    static void pack(float[] b, int at, int row, int column, int depth, int count, float[] packed) {
        for (int j = 0; j < count; j += PANEL) {
            int width = Math.min(PANEL, count - j);
            int from = at + j * column;
            int to = j * depth;
            if (width < PANEL) {
                java.util.Arrays.fill(packed, to, to + depth * PANEL, 0f);
            }
            if (column == 1) {
                for (int k = 0; k < depth; k++) {
                    System.arraycopy(b, from + k * row, packed, to + k * PANEL, width);
                }
            } else {
                transpose(b, from, row, column, depth, width, packed, to, PANEL);
            }
        }
    }

    /**
     * Copies {@code rows} rows of {@code depth} floats each, one after another.
     *
     * @param packed modified from {@code to} on
     */
    static void transpose(float[] a, int at, int row, int column, int rows, int depth, float[] packed, int to) {
        transpose(a, at, row, column, rows, depth, packed, to, depth);
    }

    /** {@code packed[to + i * step + k] = a(i, k)}, in small squares: a line of the cache serves all of its elements at once. */
    private static void transpose(
            float[] a, int at, int row, int column, int rows, int columns, float[] packed, int to, int step) {
        for (int i = 0; i < rows; i += SQUARE) {
            for (int k = 0; k < columns; k += SQUARE) {
                int width = Math.min(SQUARE, columns - k);
                for (int end = Math.min(i + SQUARE, rows), r = i; r < end; r++) {
                    copy(a, at + r * row + k * column, column, width, packed, to + r * step + k);
                }
            }
        }
    }

    private static void copy(float[] a, int at, int step, int count, float[] packed, int to) {
        for (int k = 0; k < count; k++) {
            packed[to + k] = a[at + k * step];
        }
    }
}
