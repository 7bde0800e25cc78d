package org.tersegrad.convergence.matrices;

import java.util.Arrays;
import org.tersegrad.codecs.Simd;

/**
 * Chooses the kernels, once, when this class is initialised: the vector kernels where the library uses its own and one product
 * equals the scalar one.
 */
public final class ActiveMatrices {
    /** The kernels in use. */
    public static final MatrixKernels KERNELS = choose();

    private ActiveMatrices() {}

    private static MatrixKernels choose() {
        MatrixKernels scalar = new ScalarMatrices();
        if (!Simd.active()) {
            return scalar;
        }
        try {
            // By name: the class is compiled and loaded only where the vector module is.
            MatrixKernels vector = Class.forName("org.tersegrad.convergence.matrices.VectorMatrices")
                    .asSubclass(MatrixKernels.class)
                    .getDeclaredConstructor()
                    .newInstance();
            return Arrays.equals(product(vector), product(scalar)) ? vector : scalar;
        } catch (ReflectiveOperationException | LinkageError e) {
            return scalar;
        }
    }

    /** A product with edges on all sides of its tiles. */
    private static float[] product(MatrixKernels kernels) {
        float[] values = new float[9 * 13 + 13 * 17];
        for (int i = 0; i < values.length; i++) {
            values[i] = 1f / (i + 1);
        }
        float[] c = new float[9 * 17];
        float[] scratch = new float[MatrixKernels.PRODUCT_SCRATCH];
        kernels.addMatrixProduct(9, 13, 17, values, 0, 13, 1, values, 9 * 13, 1, 13, c, 0, scratch);
        return c;
    }
}
