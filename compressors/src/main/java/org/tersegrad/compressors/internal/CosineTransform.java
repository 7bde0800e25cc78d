package org.tersegrad.compressors.internal;

import java.util.Arrays;
import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.codecs.internal.rotations.RotationKernels;

/**
 * The orthonormal discrete cosine transform (DCT-II) of small matrices, in place, and its inverse.
 *
 * <pre>
 *   T[k][j] = s_k cos(π (2 j + 1) k / (2 n)),   s_0 = √(1/n),  s_k = √(2/n)          T Tᵀ = I
 *   forward   X = T X Tᵀ          inverse   X = Tᵀ X T          with the T of rows on the left, that of columns on the right
 * </pre>
 *
 * <p>It is computed as products with the tables, 2 x 64 multiplications an element. Each sum goes over its terms from the first to
 * the last, in float, and the tables come from {@link StrictMath}, so the bits are the same on every CPU. For the inverse that order is
 * part of the wire format; most terms are 0 there, would change nothing and are left out. The forward transform of whole chunks takes
 * the fast way of {@link FoldedCosines}.
 */
public final class CosineTransform {
    /** The longest row or column. */
    public static final int EDGE = 64;

    /** Tables by length, made when first needed. */
    private float[][] tables = {};

    private float[][] transposed = {};
    private int[] inOrder = {};
    private float[] middle = {};
    private float[] factors = {};
    private final FoldedCosines folded = new FoldedCosines();

    /**
     * Transforms elements to coefficients.
     *
     * @param chunk modified: {@code rows * columns} floats, row after row
     * @param rows 1 to {@link #EDGE}
     * @param columns 1 to {@link #EDGE}
     */
    public void forward(float[] chunk, int rows, int columns) {
        prepare(rows);
        prepare(columns);
        if (rows == EDGE && columns == EDGE) {
            for (int pass = 0; pass < 2; pass++) {
                folded.columns(chunk, middle);
                transpose(middle, EDGE, EDGE, FoldedCosines.COEFFICIENTS, chunk);
            }
            return;
        }
        columns(chunk, rows, columns, middle);
        transpose(middle, rows, columns, inOrder, chunk);
        columns(chunk, columns, rows, middle);
        transpose(middle, columns, rows, inOrder, chunk);
    }

    /** {@code out = T x} */
    private void columns(float[] x, int rows, int columns, float[] out) {
        Arrays.fill(out, 0, rows * columns, 0f);
        RotationKernels.ADD_PRODUCT
                .at(rows * columns)
                .addProduct(transposed[rows], 0, rows, rows, x, 0, columns, out, 0);
    }

    /** @param order where each row goes */
    private static void transpose(float[] from, int rows, int columns, int[] order, float[] to) {
        for (int row = 0; row < rows; row++) {
            int place = order[row];
            for (int column = 0; column < columns; column++) {
                to[column * rows + place] = from[row * columns + column];
            }
        }
    }

    /**
     * Transforms coefficients back to elements.
     *
     * @param chunk modified: {@code rows * columns} floats, row after row
     * @param rows 1 to {@link #EDGE}
     * @param columns 1 to {@link #EDGE}
     */
    public void inverse(float[] chunk, int rows, int columns) {
        prepare(rows);
        prepare(columns);
        int terms = 0;
        for (int row = 0; row < rows; row++) {
            if (multiplyRow(chunk, row * columns, columns, terms * columns)) {
                System.arraycopy(tables[rows], row * rows, factors, terms * rows, rows);
                terms++;
            }
        }
        Arrays.fill(chunk, 0, rows * columns, 0f);
        RotationKernels.ADD_PRODUCT
                .at(terms * columns)
                .addProduct(factors, 0, rows, terms, middle, 0, columns, chunk, 0);
    }

    /** Multiplies a row by the table, unless all of it is 0. */
    private boolean multiplyRow(float[] chunk, int from, int columns, int to) {
        boolean any = false;
        for (int i = 0; i < columns; i++) {
            float coefficient = chunk[from + i];
            if (coefficient == 0) {
                continue;
            }
            if (!any) {
                Arrays.fill(middle, to, to + columns, 0f);
                any = true;
            }
            AdditionKernels.ADD_SCALED
                    .at(columns)
                    .addScaled(tables[columns], i * columns, columns, coefficient, middle, to);
        }
        return any;
    }

    private void prepare(int n) {
        if (tables.length == 0) {
            tables = new float[EDGE + 1][];
            transposed = new float[EDGE + 1][];
            inOrder = new int[EDGE];
            Arrays.setAll(inOrder, i -> i);
            middle = new float[EDGE * EDGE];
            factors = new float[EDGE * EDGE];
        }
        if (tables[n] != null) {
            return;
        }
        float[] table = new float[n * n];
        float[] turned = new float[n * n];
        for (int k = 0; k < n; k++) {
            double scale = Math.sqrt((k == 0 ? 1.0 : 2.0) / n);
            for (int j = 0; j < n; j++) {
                table[k * n + j] = (float) (scale * StrictMath.cos(Math.PI * (2 * j + 1) * k / (2.0 * n)));
                turned[j * n + k] = table[k * n + j];
            }
        }
        tables[n] = table;
        transposed[n] = turned;
        if (n == EDGE) {
            folded.prepare(table);
        }
    }
}
