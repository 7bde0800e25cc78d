package org.tersegrad.compressors.internal;

import java.util.Arrays;

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
 * part of the wire format; most terms are 0 there and are left out. The forward transform of whole chunks takes the fast way of
 * {@link FoldedCosines}.
 */
public final class CosineTransform {
    /** The longest row or column. */
    public static final int EDGE = 64;

    /** Tables by length, made when first needed. */
    private float[][] tables = {};

    private float[][] transposed = {};
    private float[] middle = {};

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
            FoldedCosines.forward(tables[EDGE], chunk, middle);
            return;
        }
        multiply(tables[rows], rows, rows, chunk, columns, middle);
        multiply(middle, rows, columns, transposed[columns], columns, chunk);
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
        multiply(chunk, rows, columns, tables[columns], columns, middle);
        multiply(transposed[rows], rows, rows, middle, columns, chunk);
    }

    /**
     * {@code out = left * right}. Four terms of a sum are added at a time, in their order. Four that are 0, as most are where few
     * coefficients are kept, would change nothing and are left out.
     */
    private static void multiply(float[] left, int rows, int inner, float[] right, int columns, float[] out) {
        Arrays.fill(out, 0, rows * columns, 0f);
        for (int row = 0; row < rows; row++) {
            int at = row * inner;
            int i = 0;
            for (; i + 4 <= inner; i += 4) {
                float a = left[at + i];
                float b = left[at + i + 1];
                float c = left[at + i + 2];
                float d = left[at + i + 3];
                if (a != 0 || b != 0 || c != 0 || d != 0) {
                    addFour(a, b, c, d, right, i * columns, columns, out, row * columns);
                }
            }
            for (; i < inner; i++) {
                for (int column = 0; column < columns; column++) {
                    out[row * columns + column] += left[at + i] * right[i * columns + column];
                }
            }
        }
    }

    /** Adds four rows of {@code right}, each times its factor and one after the other, to a row. */
    static void addFour(float a, float b, float c, float d, float[] right, int from, int columns, float[] out, int to) {
        for (int column = 0; column < columns; column++) {
            int first = from + column;
            out[to + column] = out[to + column]
                    + a * right[first]
                    + b * right[first + columns]
                    + c * right[first + 2 * columns]
                    + d * right[first + 3 * columns];
        }
    }

    private void prepare(int n) {
        if (tables.length == 0) {
            tables = new float[EDGE + 1][];
            transposed = new float[EDGE + 1][];
            middle = new float[EDGE * EDGE];
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
