package org.tersegrad.convergence.matrices;

import static org.tersegrad.convergence.matrices.VectorTiles.WIDTH;

/**
 * Drives the tiles of a product of matrices.
 *
 * <p>The right matrix goes in blocks that fit the first-level cache, packed in the scratch memory as panels of sixteen columns;
 * the last one is filled up with zeros. While it is copied it may as well be transposed. The left matrix stays where it
 * is unless it is transposed, and is then packed row by row. A tile at the edge of the result is worked on in the scratch
 * memory, and only what belongs to the result is copied back.
 *
 * <pre>
 *   scratch:  right block 16384 | left block 16384 | tile 64
 * </pre>
 */
public final class VectorMatrices implements MatrixKernels {
    /** Columns of a tile. */
    static final int PANEL = 16;

    /** Rows of a tile: two of four vectors each, or four of two. */
    static final int HEIGHT = WIDTH == 4 ? 2 : 4;

    /** Floats of a packed block. */
    private static final int BLOCK = 16_384;

    /** Largest part of the inner dimension in a block. */
    private static final int DEPTH = 256;

    /** Rows of a packed block of the left matrix. */
    private static final int ROWS = BLOCK / DEPTH;

    private static final int LEFT = BLOCK;
    private static final int TILE = 2 * BLOCK;

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
        int depth;
        for (int k = 0; k < inner; k += depth) {
            depth = Math.min(DEPTH, inner - k);
            int width = BLOCK / depth & -PANEL;
            for (int j = 0; j < columns; j += width) {
                int count = Math.min(width, columns - j);
                VectorPanels.pack(b, bAt + k * bRow + j * bColumn, bRow, bColumn, depth, count, scratch);
                int height;
                for (int i = 0; i < rows; i += height) {
                    int at = aAt + i * aRow + k * aColumn;
                    int to = cAt + i * columns + j;
                    if (aColumn == 1) {
                        height = rows;
                        addRows(height, depth, count, a, at, aRow, c, to, columns, scratch);
                    } else {
                        height = Math.min(ROWS, rows - i);
                        VectorPanels.transpose(a, at, aRow, aColumn, height, depth, scratch, LEFT);
                        addRows(height, depth, count, scratch, LEFT, depth, c, to, columns, scratch);
                    }
                }
            }
        }
    }

    /** All of a packed block: a row of tiles after another. */
    private static void addRows(
            int rows,
            int depth,
            int count,
            float[] a,
            int aAt,
            int aRow,
            float[] c,
            int cAt,
            int cRow,
            float[] scratch) {
        int whole = rows - rows % HEIGHT;
        for (int i = 0; i < whole; i += HEIGHT) {
            int to = cAt + i * cRow;
            for (int j = 0; j + PANEL <= count; j += PANEL) {
                addTile(a, aAt + i * aRow, aRow, depth, scratch, j * depth, c, to + j, cRow);
            }
            if (count % PANEL != 0) {
                addEdge(a, aAt + i * aRow, aRow, depth, count & -PANEL, count, 0, c, to, cRow, scratch);
            }
        }
        if (whole == rows) {
            return;
        }
        if (rows < HEIGHT) {
            addFewRows(rows, depth, count, a, aAt, aRow, c, cAt, cRow, scratch);
            return;
        }
        int i = rows - HEIGHT; // some of these rows again, in the scratch memory, where they are forgotten
        for (int j = 0; j < count; j += PANEL) {
            int end = Math.min(j + PANEL, count);
            addEdge(a, aAt + i * aRow, aRow, depth, j, end, whole - i, c, cAt + i * cRow, cRow, scratch);
        }
    }

    private static void addTile(
            float[] a, int aAt, int aRow, int depth, float[] packed, int panel, float[] c, int cAt, int cRow) {
        if (HEIGHT == 2) {
            VectorTiles.addToTwoRows(a, aAt, aRow, depth, packed, panel - WIDTH, c, cAt, cRow);
        } else {
            VectorTiles.addToFourRows(a, aAt, aRow, depth, packed, panel - WIDTH, c, cAt, cRow);
        }
    }

    /** Columns {@code j} to {@code end}, at most a panel, of a row of tiles without its first {@code skipped} rows. */
    private static void addEdge(
            float[] a,
            int aAt,
            int aRow,
            int depth,
            int j,
            int end,
            int skipped,
            float[] c,
            int cAt,
            int cRow,
            float[] scratch) {
        for (int i = skipped; i < HEIGHT; i++) {
            System.arraycopy(c, cAt + i * cRow + j, scratch, TILE + i * PANEL, end - j);
        }
        addTile(a, aAt, aRow, depth, scratch, j * depth, scratch, TILE, PANEL);
        for (int i = skipped; i < HEIGHT; i++) {
            System.arraycopy(scratch, TILE + i * PANEL, c, cAt + i * cRow + j, end - j);
        }
    }

    /** A matrix that is too low for a tile. */
    private static void addFewRows(
            int rows,
            int depth,
            int count,
            float[] a,
            int aAt,
            int aRow,
            float[] c,
            int cAt,
            int cRow,
            float[] packed) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < count; j++) {
                int from = (j & -PANEL) * depth + j % PANEL;
                float sum = c[cAt + i * cRow + j];
                for (int k = 0; k < depth; k++) {
                    sum += a[aAt + i * aRow + k] * packed[from + k * PANEL];
                }
                c[cAt + i * cRow + j] = sum;
            }
        }
    }
}
