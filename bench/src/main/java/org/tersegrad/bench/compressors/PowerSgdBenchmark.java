package org.tersegrad.bench.compressors;

import org.ejml.data.FMatrixRMaj;
import org.ejml.dense.row.CommonOps_FDRM;
import org.ejml.dense.row.factory.DecompositionFactory_FDRM;
import org.ejml.interfaces.decomposition.QRDecomposition;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;
import org.tersegrad.compressors.internal.Orthonormal;

/**
 * One step of power iteration on a square matrix, rank 4: P = orthonormal(M Q), Q' = Mᵀ P. As PowerSGD does it, and with
 * EJML in two forms; their results must span the same matrix P Q'ᵀ.
 */
public class PowerSgdBenchmark extends BenchmarkBase {
    private static final int RANK = 4;

    private int side;
    private float[] matrix = {};
    private float[] start = {};
    private float[] left = {};
    private float[] right = {};
    private float[] scratch = {};
    private double[] vector = {};

    private final FMatrixRMaj peerMatrix = new FMatrixRMaj(1, 1);
    private final FMatrixRMaj peerStart = new FMatrixRMaj(1, 1);
    private final FMatrixRMaj peerStartTransposed = new FMatrixRMaj(1, 1);
    private final FMatrixRMaj product = new FMatrixRMaj(1, 1);
    private final FMatrixRMaj peerLeft = new FMatrixRMaj(1, 1);
    private final FMatrixRMaj peerLeftTransposed = new FMatrixRMaj(1, 1);
    private final FMatrixRMaj peerRight = new FMatrixRMaj(1, 1);
    private final FMatrixRMaj peerRightTransposed = new FMatrixRMaj(1, 1);
    private QRDecomposition<FMatrixRMaj> qr = DecompositionFactory_FDRM.qr(1, 1);

    @Setup
    public void setup() {
        side = (int) Math.sqrt(elements);
        require(side * side == elements, "the number of elements, which is not a square,");
        matrix = gaussian(elements);
        start = java.util.Arrays.copyOf(gaussian(2 * RANK * side), RANK * side);
        left = new float[RANK * side];
        right = new float[RANK * side];
        scratch = new float[LowRankKernels.scratch(RANK, side)];
        vector = new double[side];
        peerMatrix.setData(matrix);
        peerMatrix.numRows = side;
        peerMatrix.numCols = side;
        peerStartTransposed.setTo(new FMatrixRMaj(RANK, side, true, start));
        CommonOps_FDRM.transpose(peerStartTransposed, peerStart);
        qr = DecompositionFactory_FDRM.qr(side, RANK);
        step();
        peerStep();
        requireSameProduct("peerStep");
        peerStepByRows();
        CommonOps_FDRM.transpose(peerRightTransposed, peerRight);
        requireSameProduct("peerStepByRows");
    }

    /** P Q'ᵀ is the same whatever basis P is, up to the rounding of long sums; looked at in every 61st column. */
    private void requireSameProduct(String what) {
        double error = 0;
        double square = 0;
        for (int i = 0; i < side; i++) {
            for (int j = 0; j < side; j += 61) {
                double ours = 0;
                double theirs = 0;
                for (int r = 0; r < RANK; r++) {
                    ours += (double) left[r * side + i] * right[r * side + j];
                    theirs += (double) peerLeft.get(i, r) * peerRight.get(j, r);
                }
                error += (ours - theirs) * (ours - theirs);
                square += ours * ours;
            }
        }
        require(square > 0 && error < 1e-8 * square, what);
    }

    @Benchmark
    public float[] step() {
        LowRankKernels.MULTIPLY.at(side * side).multiply(matrix, 0, side, side, RANK, start, 0, left, 0, scratch);
        Orthonormal.rows(left, 0, RANK, side, vector);
        LowRankKernels.MULTIPLY_TRANSPOSED
                .at(side * side)
                .multiplyTransposed(matrix, 0, side, side, RANK, left, 0, right, 0, scratch);
        return right;
    }

    /** As the formulas are written. */
    @Benchmark
    public FMatrixRMaj peerStep() {
        CommonOps_FDRM.mult(peerMatrix, peerStart, product);
        peerOrthonormal();
        CommonOps_FDRM.multTransA(peerMatrix, peerLeft, peerRight);
        return peerRight;
    }

    /** M (Qᵀ)ᵀ and Q'ᵀ = Pᵀ M, in which all is read along its rows: the fastest form that was found. */
    @Benchmark
    public FMatrixRMaj peerStepByRows() {
        CommonOps_FDRM.multTransB(peerMatrix, peerStartTransposed, product);
        peerOrthonormal();
        CommonOps_FDRM.transpose(peerLeft, peerLeftTransposed);
        CommonOps_FDRM.mult(peerLeftTransposed, peerMatrix, peerRightTransposed);
        return peerRightTransposed;
    }

    private void peerOrthonormal() {
        require(qr.decompose(product), "EJML's decomposition");
        qr.getQ(peerLeft, true);
    }
}
