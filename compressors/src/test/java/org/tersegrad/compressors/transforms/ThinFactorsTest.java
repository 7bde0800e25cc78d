package org.tersegrad.compressors.transforms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Shape;

class ThinFactorsTest {
    private static final Shape SHAPE = new Shape(13, 9);
    private static final int RANK = 3;

    private final ThinFactors factors = new ThinFactors(SHAPE, RANK);
    private final FloatSlice matrix = new FloatSlice(CounterRandom.gaussians(2 + SHAPE.size(), 1), 2, SHAPE.size());
    private final float[] left = CounterRandom.gaussians(RANK * SHAPE.rows(), 2);
    private final float[] right = CounterRandom.gaussians(RANK * SHAPE.columns(), 3);

    private double at(int row, int column) {
        return matrix.array()[matrix.offset() + row * SHAPE.columns() + column];
    }

    @Test
    void productsAreThoseOfTheirDefinitions() {
        float[] p = new float[left.length];
        float[] q = new float[right.length];
        float[] sum = new float[SHAPE.size()];
        factors.multiply(matrix, right, p);
        factors.multiplyTransposed(matrix, left, q);
        factors.addProduct(FloatSlice.of(sum), 0.5f, left, right);
        for (int k = 0; k < RANK; k++) {
            for (int row = 0; row < SHAPE.rows(); row++) {
                double expected = 0;
                for (int column = 0; column < SHAPE.columns(); column++) {
                    expected += at(row, column) * right[k * SHAPE.columns() + column];
                }
                assertThat((double) p[k * SHAPE.rows() + row]).isEqualTo(expected, within(1e-5));
            }
            for (int column = 0; column < SHAPE.columns(); column++) {
                double expected = 0;
                for (int row = 0; row < SHAPE.rows(); row++) {
                    expected += at(row, column) * left[k * SHAPE.rows() + row];
                }
                assertThat((double) q[k * SHAPE.columns() + column]).isEqualTo(expected, within(1e-5));
            }
        }
        for (int i = 0; i < sum.length; i++) {
            double expected = 0;
            for (int k = 0; k < RANK; k++) {
                expected += 0.5
                        * left[k * SHAPE.rows() + i / SHAPE.columns()]
                        * right[k * SHAPE.columns() + i % SHAPE.columns()];
            }
            assertThat((double) sum[i]).isEqualTo(expected, within(1e-5));
        }
    }

    @Test
    void orthonormalColumnsHaveLengthOneAndNothingInCommon() {
        factors.orthonormalizeLeft(left);
        factors.orthonormalizeRight(right);
        for (int a = 0; a < RANK; a++) {
            for (int b = 0; b < RANK; b++) {
                assertThat(product(left, a, b, SHAPE.rows())).isEqualTo(a == b ? 1 : 0, within(1e-6));
                assertThat(product(right, a, b, SHAPE.columns())).isEqualTo(a == b ? 1 : 0, within(1e-6));
            }
        }
    }

    private static double product(float[] vectors, int a, int b, int length) {
        double sum = 0;
        for (int i = 0; i < length; i++) {
            sum += (double) vectors[a * length + i] * vectors[b * length + i];
        }
        return sum;
    }

    @Test
    void aStartHasADirectionInEveryColumn() {
        float[] last = new float[right.length];
        last[0] = 0x1p-90f;
        float[] next = new float[right.length];
        factors.startRight(last, 5, next);
        assertThat(next[0]).isEqualTo(1f);
        assertThat(next[1]).isZero();
        for (int i = SHAPE.columns(); i < next.length; i++) {
            assertThat(next[i]).isNotZero();
        }
        float[] start = new float[left.length];
        factors.startLeft(new float[left.length], 5, start);
        for (float each : start) {
            assertThat(Math.abs(each)).isGreaterThan(0f).isLessThanOrEqualTo(1f);
        }
    }

    @Test
    void sizesAreChecked() {
        assertThatThrownBy(() -> new ThinFactors(SHAPE, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> factors.multiply(FloatSlice.of(1, 2), right, left))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> factors.multiply(matrix, new float[1], left))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("13 x 9");
        assertThatThrownBy(() -> factors.multiplyTransposed(matrix, left, new float[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("13 x 9");
        assertThatThrownBy(() -> factors.addProduct(FloatSlice.of(1, 2), 1f, left, right))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
