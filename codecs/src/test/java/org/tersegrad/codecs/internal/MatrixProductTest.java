package org.tersegrad.codecs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.codecs.internal.matrices.MatrixKernels;

/** A product of matrices has the bits of the loop that anybody would write, at 128, 256 and 512 bits, transposed or not. */
class MatrixProductTest {
    private static final int[][] SIZES = {
        {0, 3, 5},
        {3, 0, 5},
        {3, 5, 0},
        {1, 1, 1},
        {2, 1, 16},
        {3, 2, 17},
        {4, 16, 15},
        {5, 33, 31},
        {7, 100, 33},
        {10, 256, 16},
        {9, 257, 48},
        {65, 300, 7},
        {130, 17, 65},
        {6, 16, 1100},
        {1, 600, 40}
    };

    static List<Kernels> kernels() {
        return KernelsTest.kernels();
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void productsAreThoseOfThreeLoops(Kernels kernels) {
        float[] scratch = FloatKernelsTest.floats(MatrixKernels.PRODUCT_SCRATCH, 7);
        for (int[] size : SIZES) {
            int rows = size[0];
            int inner = size[1];
            int columns = size[2];
            float[] a = FloatKernelsTest.uniform(3 + rows * inner, 1);
            float[] b = FloatKernelsTest.uniform(5 + inner * columns, 2);
            float[] before = FloatKernelsTest.uniform(9 + rows * columns, 3);
            for (int form = 0; form < 4; form++) {
                int aRow = form % 2 == 0 ? inner : 1;
                int aColumn = form % 2 == 0 ? 1 : rows;
                int bRow = form / 2 == 0 ? columns : 1;
                int bColumn = form / 2 == 0 ? 1 : inner;
                float[] expected = before.clone();
                for (int i = 0; i < rows; i++) {
                    for (int j = 0; j < columns; j++) {
                        for (int k = 0; k < inner; k++) {
                            expected[4 + i * columns + j] +=
                                    a[3 + i * aRow + k * aColumn] * b[5 + k * bRow + j * bColumn];
                        }
                    }
                }
                float[] c = before.clone();
                kernels.matrices()
                        .addMatrixProduct(
                                rows, inner, columns, a, 3, aRow, aColumn, b, 5, bRow, bColumn, c, 4, scratch);
                assertThat(c)
                        .as("%d x %d x %d, form %d", rows, inner, columns, form)
                        .isEqualTo(expected);
            }
        }
    }

    /** Infinities, NaN and huge numbers in one place do not reach any other, not even past an edge that is filled up. */
    @ParameterizedTest
    @MethodSource("kernels")
    void whatIsNotFiniteStaysWhereItBelongs(Kernels kernels) {
        float[] a = FloatKernelsTest.uniform(5 * 20, 1);
        float[] b = FloatKernelsTest.uniform(20 * 19, 2);
        a[2 * 20 + 3] = Float.NaN;
        b[4 * 19 + 18] = Float.POSITIVE_INFINITY;
        float[] c = new float[5 * 19];
        kernels.matrices()
                .addMatrixProduct(5, 20, 19, a, 0, 20, 1, b, 0, 19, 1, c, 0, new float[MatrixKernels.PRODUCT_SCRATCH]);
        for (int i = 0; i < c.length; i++) {
            assertThat(Float.isFinite(c[i])).as("element %d", i).isEqualTo(i / 19 != 2 && i % 19 != 18);
        }
    }
}
