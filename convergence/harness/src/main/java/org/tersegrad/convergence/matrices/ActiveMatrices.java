package org.tersegrad.convergence.matrices;

import java.util.Arrays;
import org.tersegrad.codecs.Simd;

/**
 * Chooses the kernels, once, when this class is initialised: the vector kernels where the library uses its own, the machine has a
 * fused multiply-add, and two products equal the scalar ones.
 */
public final class ActiveMatrices {
    /** The kernels in use. */
    public static final MatrixKernels KERNELS = choose();

    private ActiveMatrices() {}

    private static MatrixKernels choose() {
        MatrixKernels scalar = new ScalarMatrices();
        if (!Simd.active() || !FusedMultiplyAdd.IN_HARDWARE) {
            return scalar;
        }
        try {
            // By name: the class is compiled and loaded only where the vector module is.
            MatrixKernels vector = Class.forName("org.tersegrad.convergence.matrices.VectorMatrices")
                    .asSubclass(MatrixKernels.class)
                    .getDeclaredConstructor()
                    .newInstance();
            return Arrays.equals(products(vector), products(scalar)) ? vector : scalar;
        } catch (ReflectiveOperationException | LinkageError e) {
            return scalar;
        }
    }

    /** Products with edges on all sides of their tiles, with and without packed rows. */
    private static float[] products(MatrixKernels kernels) {
        float[] values = new float[9 * 13 + 13 * 70];
        for (int i = 0; i < values.length; i++) {
            values[i] = 1f / (i + 1);
        }
        float[] c = new float[9 * 70];
        float[] scratch = new float[MatrixKernels.PRODUCT_SCRATCH];
        kernels.addMatrixProduct(9, 13, 70, values, 0, 13, 1, values, 9 * 13, 70, 1, c, 0, scratch);
        kernels.addMatrixProduct(9, 13, 70, values, 0, 13, 1, values, 9 * 13, 1, 13, c, 0, scratch);
        return c;
    }
}
