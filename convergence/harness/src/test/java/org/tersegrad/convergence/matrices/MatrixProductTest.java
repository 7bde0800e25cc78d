package org.tersegrad.convergence.matrices;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.codecs.CounterRandom;

/** A product of matrices has the bits of three loops around {@link Math#fma}, at 128, 256 and 512 bits, transposed or not. */
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
        {1, 600, 40},
        {64, 20, 64},
        {70, 19, 81},
        {150, 260, 66},
        {4, 257, 64},
        {16, 70, 96}
    };

    static List<MatrixKernels> kernels() {
        return List.of(
                new ScalarMatrices(),
                Shaped.ofBits(128),
                Shaped.ofBits(256),
                Shaped.ofBits(512),
                ActiveMatrices.KERNELS);
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
                int widest = Runtime.version().feature() < 25 ? 256 : 512;
                assertThat(width.getInt(null)).isEqualTo(Math.min(widest, bits) / Float.SIZE);
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
            int cRow = columns + rows % 3;
            float[] before = uniform(9 + rows * cRow, 3);
            for (int form = 0; form < 4; form++) {
                int aRow = form % 2 == 0 ? inner : 1;
                int aColumn = form % 2 == 0 ? 1 : rows;
                int bRow = form / 2 == 0 ? columns : 1;
                int bColumn = form / 2 == 0 ? 1 : inner;
                float[] expected = before.clone();
                for (int i = 0; i < rows; i++) {
                    for (int j = 0; j < columns; j++) {
                        float sum = before[4 + i * cRow + j];
                        for (int k = 0; k < inner; k++) {
                            sum = Math.fma(a[3 + i * aRow + k * aColumn], b[5 + k * bRow + j * bColumn], sum);
                        }
                        expected[4 + i * cRow + j] = sum;
                    }
                }
                float[] c = before.clone();
                kernels.addMatrixProduct(
                        rows, inner, columns, a, 3, aRow, aColumn, b, 5, bRow, bColumn, c, 4, cRow, scratch);
                assertThat(c)
                        .as("%d x %d x %d, form %d", rows, inner, columns, form)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void aProductInDoubleRoundedOnceIsFused() {
        // Rounded twice, this is 0x1.000004p0f.
        assertThat(FusedMultiplyAdd.inDouble(0x1.000002p0f, 0x1.fffffcp-25f, 0x1.000002p0f))
                .isEqualTo(0x1.000002p0f);
        float[] special = {
            0f,
            -0f,
            1f,
            -1f,
            0x1.000002p0f,
            0x1.fffffep0f,
            0x1.fffffcp-25f,
            Float.MIN_VALUE,
            -Float.MIN_NORMAL,
            0x1.8p-75f,
            -0x1.000002p-74f,
            Float.MAX_VALUE,
            -Float.MAX_VALUE,
            0x1p103f,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            Float.NaN
        };
        for (float a : special) {
            for (float b : special) {
                for (float c : special) {
                    requireFused(a, b, c);
                }
            }
        }
        int[] words = new int[300_000];
        CounterRandom.fill(11, 0, words, 0, words.length);
        for (int i = 0; i < words.length; i += 3) {
            float a = Float.intBitsToFloat(words[i]);
            float b = Float.intBitsToFloat(words[i + 1]);
            requireFused(a, b, Float.intBitsToFloat(words[i + 2]));
            // Terms that are about as large, with few bits: there, ties are common.
            float product = Float.intBitsToFloat(Float.floatToRawIntBits(a * b) & 0xffff_f000);
            float near = product * (words[i + 2] >> 24);
            requireFused(a, b, near);
            float few = Float.intBitsToFloat((words[i] & 0xfff8_0000) | 0x800);
            requireFused(few, Float.intBitsToFloat(words[i + 1] & 0xfff8_0000), near);
            requireFused(few, 0x1p-24f, few);
            requireFused(few, 0x1.000002p-24f, Math.nextUp(few));
            requireFused(few, -0x1.fffffep-25f, Math.nextUp(few));
        }
    }

    private static void requireFused(float a, float b, float c) {
        float expected = Math.fma(a, b, c);
        float fused = FusedMultiplyAdd.inDouble(a, b, c);
        if (Float.floatToIntBits(fused) != Float.floatToIntBits(expected)) {
            throw new AssertionError(a + " * " + b + " + " + c + ": " + fused + ", not " + expected);
        }
    }

    /** A machine without the instruction, as far as the JVM tells. */
    @Test
    void withoutFusedMultiplyAddInHardwareProductsHaveTheSameBits() throws Exception {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "-Dtersegrad.kernels=vector",
                "-XX:-UseFMA",
                "-cp",
                System.getProperty("java.class.path"),
                MatrixProductTest.class.getName());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output.strip().lines()).last().isEqualTo("ScalarMatrices " + hashOfAProduct());
    }

    /** Prints the kernels in use and the hash of a product. */
    public static void main(String[] args) {
        System.out.println(ActiveMatrices.KERNELS.getClass().getSimpleName() + " " + hashOfAProduct());
    }

    private static int hashOfAProduct() {
        float[] c = uniform(20 * 70, 3);
        float[] scratch = new float[MatrixKernels.PRODUCT_SCRATCH];
        float[] a = uniform(20 * 300, 1);
        ActiveMatrices.KERNELS.addMatrixProduct(
                20, 300, 70, a, 0, 300, 1, uniform(300 * 70, 2), 0, 70, 1, c, 0, scratch);
        return Arrays.hashCode(c);
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
