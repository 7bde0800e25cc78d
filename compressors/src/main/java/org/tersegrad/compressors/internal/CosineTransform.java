package org.tersegrad.compressors.internal;

import java.util.Arrays;
import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.codecs.internal.rotations.CosineKernels;
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
 * part of the wire format; most terms are 0 there, would change nothing and are left out. In whole chunks the element of a row at 63 − j
 * is that of the table at j, times (−1)^k, to the last bit. The forward transform of whole chunks is the
 * fast one of {@link CosineKernels}, with a sixth of the operations.
 */
public final class CosineTransform {
    /** The longest row or column. */
    public static final int EDGE = CosineKernels.EDGE;

    /** Tables by length, made when first needed. */
    private float[][] tables = {};

    private float[][] transposed = {};
    private float[] middle = {};
    private float[] factors = {};
    private int[] signs = {};

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
            forward(chunk, 0, EDGE, chunk);
            return;
        }
        columns(chunk, rows, columns, middle);
        transpose(middle, rows, columns, chunk);
        columns(chunk, columns, rows, middle);
        transpose(middle, columns, rows, chunk);
    }

    /**
     * Transforms a whole chunk.
     *
     * @param x not modified, unless it is {@code chunk}: the rows of the chunk, {@code stride} apart
     * @param chunk modified: the coefficients, row after row
     */
    public void forward(float[] x, int at, int stride, float[] chunk) {
        prepare(EDGE);
        CosineKernels kernels = CosineKernels.COSINES.at(2 * EDGE * EDGE);
        kernels.cosines(x, at, stride, EDGE, 1f, chunk, 0, middle);
        kernels.cosines(chunk, 0, EDGE, EDGE, 2f / EDGE, chunk, 0, middle);
    }

    /** {@code out = T x} */
    private void columns(float[] x, int rows, int columns, float[] out) {
        Arrays.fill(out, 0, rows * columns, 0f);
        RotationKernels.ADD_PRODUCT
                .at(rows * columns)
                .addProduct(transposed[rows], 0, rows, rows, x, 0, columns, out, 0);
    }

    private static void transpose(float[] from, int rows, int columns, float[] to) {
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                to[column * rows + row] = from[row * columns + column];
            }
        }
    }

    /**
     * Transforms coefficients back to elements.
     *
     * @param places not modified: where coefficients are that are not 0, ascending
     * @param coefficients not modified: the first {@code count} are taken
     * @param chunk modified: {@code rows * columns} floats, row after row
     * @param rows 1 to {@link #EDGE}
     * @param columns 1 to {@link #EDGE}
     */
    public void inverse(int[] places, float[] coefficients, int count, float[] chunk, int rows, int columns) {
        prepare(rows);
        prepare(columns);
        boolean whole = rows == EDGE && columns == EDGE;
        int factorsOfRow = whole ? EDGE / 2 : rows;
        AdditionKernels first = AdditionKernels.MULTIPLY.at(count * columns);
        AdditionKernels further = AdditionKernels.ADD_SCALED.at(count * columns);
        int terms = 0;
        int row = -1;
        for (int i = 0; i < count; i++) {
            int from = places[i] % columns * columns;
            if (places[i] / columns > row) {
                row = places[i] / columns;
                signs[terms] = row << 31;
                System.arraycopy(tables[rows], row * rows, factors, terms * factorsOfRow, factorsOfRow);
                first.multiply(tables[columns], from, columns, coefficients[i], middle, terms * columns);
                terms++;
            } else {
                further.addScaled(tables[columns], from, columns, coefficients[i], middle, (terms - 1) * columns);
            }
        }
        if (whole) {
            CosineKernels.SUMS.at(EDGE * EDGE).sums(factors, signs, middle, terms, EDGE, chunk, 0);
            return;
        }
        Arrays.fill(chunk, 0, rows * columns, 0f);
        RotationKernels.ADD_PRODUCT
                .at(terms * columns)
                .addProduct(factors, 0, rows, terms, middle, 0, columns, chunk, 0);
    }

    private void prepare(int n) {
        if (tables.length == 0) {
            tables = new float[EDGE + 1][];
            transposed = new float[EDGE + 1][];
            middle = new float[EDGE * EDGE];
            factors = new float[EDGE * EDGE];
            signs = new int[EDGE];
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
    }
}
