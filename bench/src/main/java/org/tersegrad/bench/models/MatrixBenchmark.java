package org.tersegrad.bench.models;

import org.ejml.data.FMatrixRMaj;
import org.ejml.dense.row.CommonOps_FDRM;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkDefaults;
import org.tersegrad.convergence.matrices.ActiveMatrices;
import org.tersegrad.convergence.matrices.MatrixKernels;
import org.tersegrad.convergence.matrices.ScalarMatrices;

/** Products of matrices, with either one transposed, beside those of EJML. */
public class MatrixBenchmark extends BenchmarkDefaults {
    /**
     * Rows, inner dimension and columns: layers of 784 and 256 inputs, each product for a batch of 16 to 128; then
     * those of a transformer of width 64 with 12 windows of 64 symbols, and of 16 filters on one image of 32 x 32.
     */
    @Param({
        "16x784x256",
        "64x784x256",
        "128x784x256",
        "256x784x16",
        "784x256x16",
        "256x16x784",
        "256x128x784",
        "10x256x16",
        "768x64x256",
        "64x768x256",
        "16x144x1024"
    })
    public String product = "";

    private final float[] scratch = new float[MatrixKernels.PRODUCT_SCRATCH];
    private int rows;
    private int inner;
    private int columns;
    private FMatrixRMaj a = new FMatrixRMaj();
    private FMatrixRMaj aTransposed = new FMatrixRMaj();
    private FMatrixRMaj b = new FMatrixRMaj();
    private FMatrixRMaj bTransposed = new FMatrixRMaj();
    private FMatrixRMaj c = new FMatrixRMaj();

    @Setup
    public void setup() {
        String[] sizes = product.split("x", -1);
        rows = Integer.parseInt(sizes[0]);
        inner = Integer.parseInt(sizes[1]);
        columns = Integer.parseInt(sizes[2]);
        a = new FMatrixRMaj(rows, inner, true, randomFloats(rows * inner));
        b = new FMatrixRMaj(inner, columns, true, randomFloats(inner * columns));
        aTransposed = CommonOps_FDRM.transpose(a, null);
        bTransposed = CommonOps_FDRM.transpose(b, null);
        c = new FMatrixRMaj(rows, columns);
        float[] expected = new float[rows * columns];
        new ScalarMatrices()
                .addMatrixProduct(
                        rows, inner, columns, a.data, 0, inner, 1, b.data, 0, columns, 1, expected, 0, scratch);
        check(multiply(), expected, "multiply");
        check(multiplyLeftTransposed(), expected, "multiplyLeftTransposed");
        check(multiplyRightTransposed(), expected, "multiplyRightTransposed");
        checkPeer(ejmlMultiply(), expected, "ejmlMultiply");
        checkPeer(ejmlMultiplyLeftTransposed(), expected, "ejmlMultiplyLeftTransposed");
        checkPeer(ejmlMultiplyRightTransposed(), expected, "ejmlMultiplyRightTransposed");
    }

    /** A peer adds in another order. */
    private static void checkPeer(FMatrixRMaj product, float[] expected, String what) {
        double error = 0;
        double square = 0;
        for (int i = 0; i < expected.length; i++) {
            error += ((double) product.data[i] - expected[i]) * ((double) product.data[i] - expected[i]);
            square += (double) expected[i] * expected[i];
        }
        require(error < 1e-10 * square, what);
    }

    private static void check(float[] product, float[] expected, String what) {
        require(java.util.Arrays.equals(product, expected), what);
    }

    @Benchmark
    public float[] multiply() {
        return product(a.data, inner, 1, b.data, columns, 1);
    }

    @Benchmark
    public float[] multiplyLeftTransposed() {
        return product(aTransposed.data, 1, rows, b.data, columns, 1);
    }

    @Benchmark
    public float[] multiplyRightTransposed() {
        return product(a.data, inner, 1, bTransposed.data, 1, inner);
    }

    private float[] product(float[] left, int leftRow, int leftColumn, float[] right, int rightRow, int rightColumn) {
        java.util.Arrays.fill(c.data, 0f);
        ActiveMatrices.KERNELS.addMatrixProduct(
                rows,
                inner,
                columns,
                left,
                0,
                leftRow,
                leftColumn,
                right,
                0,
                rightRow,
                rightColumn,
                c.data,
                0,
                scratch);
        return c.data;
    }

    @Benchmark
    public FMatrixRMaj ejmlMultiply() {
        CommonOps_FDRM.mult(a, b, c);
        return c;
    }

    @Benchmark
    public FMatrixRMaj ejmlMultiplyLeftTransposed() {
        CommonOps_FDRM.multTransA(aTransposed, b, c);
        return c;
    }

    @Benchmark
    public FMatrixRMaj ejmlMultiplyRightTransposed() {
        CommonOps_FDRM.multTransB(a, bTransposed, c);
        return c;
    }
}
