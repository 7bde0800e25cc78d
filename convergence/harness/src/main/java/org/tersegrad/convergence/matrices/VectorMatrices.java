package org.tersegrad.convergence.matrices;

import static org.tersegrad.convergence.matrices.VectorTiles.WIDTH;

/**
 * Drives the tiles of a product of matrices.
 *
 * <p>The left matrix goes in blocks for the second-level cache, packed in the scratch memory as strips of the rows of a tile; the right
 * one in panels of the columns of a tile for the first-level cache, each of which meets all strips of a block. Packing also transposes, and
 * fills up the last strip and panel with zeros. A tile at the edge of the result is worked on in the scratch memory, and only
 * what belongs to the result is copied back.
 *
 * <p>Packing pays if it serves many tiles. A left matrix that meets few panels stays where it is; and if few strips meet a right
 * matrix that would have to be transposed, the two change sides: the transpose of the result is the product of their transposes.
 *
 * <pre>
 *   scratch:  left block 32768 | right panel 8192 | tile 256
 * </pre>
 */
public final class VectorMatrices implements MatrixKernels {
    /** Columns of a tile: four vectors of four, or two vectors. */
    static final int PANEL = Math.max(16, 2 * WIDTH);

    /** Rows of a tile. */
    static final int HEIGHT = VectorTiles.TALL ? 8 : 4;

    /** Fewer columns than these do not pay for packing the left matrix. */
    private static final int FEW = 64;

    /** Floats of a packed block of the left matrix. */
    private static final int BLOCK = 32_768;

    /** Largest part of the inner dimension in a block, for a panel that stays in the first-level cache. */
    private static final int DEPTH = 4_096 / PANEL;

    /** The same where the left matrix is not packed: tiles at an edge, which are copied, are then fewer. */
    private static final int DEPTH_IN_PLACE = 256;

    private static final int RIGHT = BLOCK;
    private static final int TILE = RIGHT + DEPTH_IN_PLACE * PANEL;

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
            int cRow,
            float[] scratch) {
        if (bColumn != 1 && rows < FEW) {
            add(columns, inner, rows, b, bAt, bColumn, bRow, a, aAt, aColumn, aRow, c, cAt, 1, cRow, scratch);
        } else {
            add(rows, inner, columns, a, aAt, aRow, aColumn, b, bAt, bRow, bColumn, c, cAt, cRow, 1, scratch);
        }
    }

    private static void add(
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
            int cRow,
            int cColumn,
            float[] scratch) {
        int depth;
        for (int k = 0; k < inner; k += depth) {
            depth = Math.min(columns < FEW ? DEPTH_IN_PLACE : DEPTH, inner - k);
            int most = columns < FEW ? rows : BLOCK / depth & -HEIGHT;
            int height;
            for (int i = 0; i < rows; i += height) {
                height = Math.min(most, rows - i);
                int from = aAt + i * aRow + k * aColumn;
                int inPlace = columns < FEW ? height & -HEIGHT : 0;
                VectorPanels.packStrips(a, from + inPlace * aRow, aRow, aColumn, height - inPlace, depth, scratch, 0);
                for (int j = 0; j < columns; j += PANEL) {
                    int width = Math.min(PANEL, columns - j);
                    int to = cAt + i * cRow + j * cColumn;
                    VectorPanels.packPanel(
                            b, bAt + k * bRow + j * bColumn, bRow, bColumn, depth, width, scratch, RIGHT);
                    addInPlace(inPlace, width, depth, a, from, aRow, aColumn, c, to, cRow, cColumn, scratch);
                    to += inPlace * cRow;
                    addPacked(height - inPlace, width, depth, c, to, cRow, cColumn, scratch);
                }
            }
        }
    }

    /** A panel with strips of the left matrix where it is. */
    private static void addInPlace(
            int rows,
            int width,
            int depth,
            float[] a,
            int aAt,
            int aRow,
            int aColumn,
            float[] c,
            int cAt,
            int cRow,
            int cColumn,
            float[] scratch) {
        boolean whole = width == PANEL && cColumn == 1;
        float[] sums = whole ? c : scratch;
        int step = whole ? cRow : PANEL;
        for (int i = 0; i < rows; i += HEIGHT) {
            int to = whole ? cAt + i * cRow : TILE;
            if (!whole) {
                toTile(HEIGHT, width, c, cAt + i * cRow, cRow, cColumn, scratch);
            }
            addTileInPlace(width, a, aAt + i * aRow, aRow, aColumn, depth, scratch, sums, to, step);
            if (!whole) {
                fromTile(HEIGHT, width, c, cAt + i * cRow, cRow, cColumn, scratch);
            }
        }
    }

    /** A panel with packed strips. */
    private static void addPacked(
            int rows, int width, int depth, float[] c, int cAt, int cRow, int cColumn, float[] scratch) {
        for (int i = 0; i < rows; i += HEIGHT) {
            int height = Math.min(HEIGHT, rows - i);
            if (height == HEIGHT && width == PANEL && cColumn == 1) {
                addTile(i * depth, depth, scratch, c, cAt + i * cRow, cRow);
            } else {
                toTile(height, width, c, cAt + i * cRow, cRow, cColumn, scratch);
                addTile(i * depth, depth, scratch, scratch, TILE, PANEL);
                fromTile(height, width, c, cAt + i * cRow, cRow, cColumn, scratch);
            }
        }
    }

    private static void addTileInPlace(
            int width,
            float[] a,
            int aAt,
            int aRow,
            int aColumn,
            int depth,
            float[] packed,
            float[] c,
            int cAt,
            int cRow) {
        if (VectorTiles.TALL && width <= WIDTH) {
            VectorTallTiles.addOneInPlace(a, aAt, aRow, aColumn, depth, packed, RIGHT - WIDTH, c, cAt, cRow);
        } else if (VectorTiles.TALL) {
            VectorTallTiles.addInPlace(a, aAt, aRow, aColumn, depth, packed, RIGHT - WIDTH, c, cAt, cRow);
        } else {
            for (int j = 0; j < PANEL; j += 2 * WIDTH) {
                VectorTiles.addInPlace(a, aAt, aRow, aColumn, depth, packed, RIGHT + j - WIDTH, c, cAt + j, cRow);
            }
        }
    }

    private static void addTile(int strip, int depth, float[] packed, float[] c, int cAt, int cRow) {
        if (VectorTiles.TALL) {
            VectorTallTiles.add(packed, strip - 1, RIGHT - WIDTH, depth, c, cAt, cRow);
        } else if (WIDTH == 4) {
            VectorTiles.addFourVectors(packed, strip - 1, RIGHT - WIDTH, depth, c, cAt, cRow);
        } else {
            VectorTiles.addTwoVectors(packed, strip - 1, RIGHT - WIDTH, depth, c, cAt, cRow);
        }
    }

    private static void toTile(int height, int width, float[] c, int cAt, int cRow, int cColumn, float[] scratch) {
        for (int i = 0; i < height; i++) {
            for (int j = 0; j < width; j++) {
                scratch[TILE + i * PANEL + j] = c[cAt + i * cRow + j * cColumn];
            }
        }
    }

    private static void fromTile(int height, int width, float[] c, int cAt, int cRow, int cColumn, float[] scratch) {
        for (int i = 0; i < height; i++) {
            for (int j = 0; j < width; j++) {
                c[cAt + i * cRow + j * cColumn] = scratch[TILE + i * PANEL + j];
            }
        }
    }
}
