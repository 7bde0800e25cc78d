package org.tersegrad.convergence.matrices;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.codecs.CounterRandom;

/** A product of matrices has the bits of the loop that anybody would write, at 128 and 256 bits, transposed or not. */
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

    static List<MatrixKernels> kernels() {
        return List.of(new ScalarMatrices(), Shaped.ofBits(128), Shaped.ofBits(256), ActiveMatrices.KERNELS);
    }

    /** The vector kernels at a chosen width, which is a constant of their classes: so each has classes and a loader of its own. */
    private static final class Shaped extends ClassLoader {
        private static final String VECTOR_CLASSES = "org.tersegrad.convergence.matrices.Vector";

        private Shaped() {
            super(MatrixProductTest.class.getClassLoader());
        }

        static MatrixKernels ofBits(int bits) {
            System.setProperty("tersegrad.vectorBits", Integer.toString(bits));
            try {
                Class<?> tiles = new Shaped().loadClass(VECTOR_CLASSES + "Tiles");
                Field width = tiles.getDeclaredField("WIDTH");
                width.setAccessible(true);
                assertThat(width.getInt(null)).isEqualTo(bits / Float.SIZE);
                return tiles.getClassLoader()
                        .loadClass(VECTOR_CLASSES + "Matrices")
                        .asSubclass(MatrixKernels.class)
                        .getDeclaredConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(e.getMessage(), e);
            } finally {
                System.clearProperty("tersegrad.vectorBits");
            }
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null
                        ? loaded
                        : name.startsWith(VECTOR_CLASSES) ? define(name) : super.loadClass(name, resolve);
            }
        }

        private Class<?> define(String name) {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Without SIMD in the tests, nothing here would be tested. */
    @Test
    void theVectorKernelsAreInUse() {
        assertThat(ActiveMatrices.KERNELS).isInstanceOf(VectorMatrices.class);
    }

    private static float[] uniform(int count, int seed) {
        int[] words = new int[count];
        CounterRandom.fill(seed, 0, words, 0, count);
        float[] floats = new float[count];
        for (int i = 0; i < count; i++) {
            floats[i] = words[i] * 0x1p-31f;
        }
        return floats;
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void productsAreThoseOfThreeLoops(MatrixKernels kernels) {
        float[] scratch = uniform(MatrixKernels.PRODUCT_SCRATCH, 7);
        for (int[] size : SIZES) {
            int rows = size[0];
            int inner = size[1];
            int columns = size[2];
            float[] a = uniform(3 + rows * inner, 1);
            float[] b = uniform(5 + inner * columns, 2);
            float[] before = uniform(9 + rows * columns, 3);
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
                kernels.addMatrixProduct(rows, inner, columns, a, 3, aRow, aColumn, b, 5, bRow, bColumn, c, 4, scratch);
                assertThat(c)
                        .as("%d x %d x %d, form %d", rows, inner, columns, form)
                        .isEqualTo(expected);
            }
        }
    }

    /** Infinities, NaN and huge numbers in one place do not reach any other, not even past an edge that is filled up. */
    @ParameterizedTest
    @MethodSource("kernels")
    void whatIsNotFiniteStaysWhereItBelongs(MatrixKernels kernels) {
        float[] a = uniform(5 * 20, 1);
        float[] b = uniform(20 * 19, 2);
        a[2 * 20 + 3] = Float.NaN;
        b[4 * 19 + 18] = Float.POSITIVE_INFINITY;
        float[] c = new float[5 * 19];
        kernels.addMatrixProduct(5, 20, 19, a, 0, 20, 1, b, 0, 19, 1, c, 0, new float[MatrixKernels.PRODUCT_SCRATCH]);
        for (int i = 0; i < c.length; i++) {
            assertThat(Float.isFinite(c[i])).as("element %d", i).isEqualTo(i / 19 != 2 && i % 19 != 18);
        }
    }
}
