package org.tersegrad.bench.compressors;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;
import org.tersegrad.codecs.internal.lowrank.ScalarLowRank;

/** A square matrix and the few vectors that stand for it: the three products of PowerSGD. */
public class LowRankBenchmark extends BenchmarkBase {
    private static final LowRankKernels SCALAR = new ScalarLowRank();

    /** Vectors on each side. */
    @Param({"1", "2", "4"})
    public int rank;

    private float[] scratch = {};
    private int side;
    private float[] matrix = {};
    private float[] left = {};
    private float[] right = {};
    private float[] target = {};

    @Setup
    public void setup() {
        side = (int) Math.sqrt(elements);
        require(side * side == elements, "the number of elements, which is not a square,");
        scratch = new float[LowRankKernels.scratch(rank, side)];
        matrix = randomFloats(elements);
        target = matrix.clone();
        left = new float[rank * side];
        right = java.util.Arrays.copyOf(matrix, rank * side);
        multiply(LowRankKernels.MULTIPLY.at(elements));
        float[] expected = left.clone();
        require(java.util.Arrays.equals(multiply(SCALAR), expected), "multiply");
        multiplyTransposed(LowRankKernels.MULTIPLY_TRANSPOSED.at(elements));
        expected = right.clone();
        require(java.util.Arrays.equals(multiplyTransposed(SCALAR), expected), "multiplyTransposed");
        addProduct(LowRankKernels.ADD_PRODUCT.at(elements));
        expected = target;
        target = matrix.clone();
        require(java.util.Arrays.equals(addProduct(SCALAR), expected), "addProduct");
    }

    @Benchmark
    public float[] multiply() {
        return multiply(LowRankKernels.MULTIPLY.at(elements));
    }

    @Benchmark
    public float[] multiplyTransposed() {
        return multiplyTransposed(LowRankKernels.MULTIPLY_TRANSPOSED.at(elements));
    }

    @Benchmark
    public float[] addProduct() {
        return addProduct(LowRankKernels.ADD_PRODUCT.at(elements));
    }

    private float[] multiply(LowRankKernels kernels) {
        kernels.multiply(matrix, 0, side, side, rank, right, 0, left, 0, scratch);
        return left;
    }

    private float[] multiplyTransposed(LowRankKernels kernels) {
        kernels.multiplyTransposed(matrix, 0, side, side, rank, left, 0, right, 0, scratch);
        return right;
    }

    /** With a small weight, so that a thousand additions do not overflow. */
    private float[] addProduct(LowRankKernels kernels) {
        kernels.addProduct(target, 0, side, side, rank, 1e-9f, left, 0, right, 0, scratch);
        return target;
    }
}
