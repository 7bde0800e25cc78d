package org.tersegrad.compressors.transforms;

import static org.assertj.core.api.Assertions.assertThat;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.samples.Tensor;

/** The properties of low-rank payloads beyond the laws for all. */
class LowRankTest {
    private static final Shape SHAPE = new Shape(30, 40);

    @Test
    void matricesOfSmallRankAreExactFromTheFirstStep() {
        for (int rank = 1; rank <= 4; rank++) {
            float[] matrix = ofRank(rank);
            assertThat(relativeError(new LowRank(4), matrix, 1))
                    .as("rank %d", rank)
                    .isLessThan(1e-5);
        }
    }

    /** Sums over a column might overflow here, but not elements of the product. */
    @Test
    void hugeMatricesOfSmallRankAreExact() {
        float[] matrix = ofRank(1);
        float largest = FloatSlice.of(matrix).largestMagnitude();
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = matrix[i] / largest * 0x1p118f;
        }
        assertThat(relativeError(new LowRank(2), matrix, 1)).isLessThan(1e-5);
    }

    @Test
    void theErrorIsNeverLargerThanTheMatrix() {
        for (Tensor.Kind kind : Tensor.Kind.values()) {
            float[] matrix = new Tensor(kind, SHAPE.rows(), SHAPE.columns(), 5).values();
            for (int rank : new int[] {1, 3}) {
                assertThat(relativeError(new LowRank(rank), matrix, 1))
                        .as("%s", kind)
                        .isLessThanOrEqualTo(1 + 1e-6);
            }
        }
    }

    /** On a matrix that stays the same it comes within a percent of the best there is. */
    @Test
    void warmStartsComeNearTheBestApproximation() {
        float[] matrix = new Tensor(Tensor.Kind.HEAVY_TAILED, SHAPE.rows(), SHAPE.columns(), 6).values();
        for (int rank : new int[] {1, 2, 4}) {
            assertThat(relativeError(new LowRank(rank), matrix, 60)).isLessThan(1.01 * bestError(matrix, rank));
        }
    }

    private static double bestError(float[] matrix, int rank) {
        DMatrixRMaj copy = new DMatrixRMaj(SHAPE.rows(), SHAPE.columns());
        for (int i = 0; i < matrix.length; i++) {
            copy.data[i] = matrix[i];
        }
        SingularValueDecomposition_F64<DMatrixRMaj> svd =
                DecompositionFactory_DDRM.svd(SHAPE.rows(), SHAPE.columns(), false, false, true);
        svd.decompose(copy);
        double[] values = svd.getSingularValues().clone();
        java.util.Arrays.sort(values);
        double all = 0;
        double left = 0;
        for (int i = 0; i < values.length; i++) {
            all += values[i] * values[i];
            left += i < values.length - rank ? values[i] * values[i] : 0;
        }
        return Math.sqrt(left / all);
    }

    /** A direction that was lost comes back: a zero matrix between two others leaves no damage. */
    @Test
    void aZeroMatrixIsForgotten() {
        Encoder encoder = new LowRank(3).encoder(SHAPE, Seed.of(1));
        Payload payload = Payload.allocate(new LowRank(3).maxBytes(SHAPE));
        encoder.encode(FloatSlice.of(ofRank(1)), payload);
        encoder.encode(FloatSlice.of(new float[SHAPE.size()]), payload);
        assertThat(payload.decompress()).containsOnly(0f);
        float[] matrix = ofRank(3);
        encoder.encode(FloatSlice.of(matrix), payload);
        assertThat(error(matrix, payload.decompress())).isLessThan(1e-5);
    }

    @Test
    void whatWouldNotGetSmallerIsSentAsItIs() {
        assertThat(new LowRank(2).traits(Shape.vector(100)).guarantee()).isEqualTo(Guarantee.EXACT);
        assertThat(new LowRank(100).maxBytes(new Shape(30, 40))).isEqualTo(new Dense().maxBytes(new Shape(30, 40)));
        assertThat(new LowRank(5).compress(1, 2, 3).decompress()).containsExactly(1, 2, 3);
    }

    private static double relativeError(LowRank recipe, float[] matrix, int steps) {
        Encoder encoder = recipe.encoder(SHAPE, Seed.of(1));
        Payload payload = Payload.allocate(recipe.maxBytes(SHAPE));
        for (int step = 0; step < steps; step++) {
            encoder.encode(FloatSlice.of(matrix), payload);
        }
        return error(matrix, payload.decompress());
    }

    private static double error(float[] matrix, float[] decoded) {
        double error = 0;
        double norm = 0;
        for (int i = 0; i < matrix.length; i++) {
            error += Math.pow((double) decoded[i] - matrix[i], 2);
            norm += (double) matrix[i] * matrix[i];
        }
        return norm == 0 ? error : Math.sqrt(error / norm);
    }

    private static float[] ofRank(int rank) {
        float[] left = new Tensor(Tensor.Kind.GAUSSIAN, rank, SHAPE.rows(), 7).values();
        float[] right = new Tensor(Tensor.Kind.GAUSSIAN, rank, SHAPE.columns(), 8).values();
        float[] matrix = new float[SHAPE.size()];
        for (int r = 0; r < rank; r++) {
            for (int i = 0; i < SHAPE.rows(); i++) {
                for (int j = 0; j < SHAPE.columns(); j++) {
                    matrix[i * SHAPE.columns() + j] += left[r * SHAPE.rows() + i] * right[r * SHAPE.columns() + j];
                }
            }
        }
        return matrix;
    }
}
