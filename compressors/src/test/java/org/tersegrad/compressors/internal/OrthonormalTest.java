package org.tersegrad.compressors.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class OrthonormalTest {
    @Test
    void vectorsBecomeOrthonormal() {
        for (int length : new int[] {1, 2, 3, 8, 33, 1000}) {
            for (int count : new int[] {1, 2, 4, 9, 32}) {
                float[] vectors = gaussian(count * length, length + count);
                assertThat(orthonormalize(vectors, count, length)).isEqualTo(Math.min(count, length));
                assertOrthonormal(vectors, count, length);
            }
        }
    }

    /** Squares of these overflow or vanish in float. */
    @Test
    void anyMagnitudeWillDo() {
        for (float scale : new float[] {Float.MIN_VALUE, 1e-42f, Float.MIN_NORMAL, 1e-20f, 1e20f, 1e38f}) {
            float[] vectors = gaussian(4 * 100, 1);
            for (int i = 0; i < vectors.length; i++) {
                vectors[i] = Math.max(-3, Math.min(3, Math.round(vectors[i] * 2))) * scale;
            }
            assertThat(orthonormalize(vectors, 4, 100)).as("scale %s", scale).isEqualTo(4);
            assertOrthonormal(vectors, 4, 100);
        }
        float[] mixed = {1e38f, 1e38f, 1f, Float.MIN_VALUE, -Float.MIN_VALUE, 0f};
        assertThat(orthonormalize(mixed, 2, 3)).isEqualTo(2);
        assertOrthonormal(mixed, 2, 3);
    }

    /** An absolute tolerance would make small gradients vanish, none at all would divide by zero. */
    @Test
    void dependentVectorsBecomeZero() {
        for (float scale : new float[] {1e-40f, 1f, 1e30f}) {
            float[] vectors = {3, 4, 0, 0, 0, 0, -6, -8, 0, 0, 0, 5, 3, 4, 5};
            for (int i = 0; i < vectors.length; i++) {
                vectors[i] *= scale;
            }
            assertThat(orthonormalize(vectors, 5, 3)).isEqualTo(2);
            assertThat(vectors)
                    .containsExactly(new float[] {0.6f, 0.8f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, within(1e-4f));
            assertOrthonormal(vectors, 5, 3);
            for (int i : new int[] {3, 4, 5, 6, 7, 8, 12, 13, 14}) {
                assertThat(vectors[i]).isZero();
            }
        }
    }

    /** The case that one pass of Gram-Schmidt fails: nearly parallel vectors. */
    @Test
    void nearlyDependentVectorsBecomeOrthonormal() {
        int length = 200;
        float[] vectors = new float[5 * length];
        float[] common = gaussian(length, 7);
        float[] own = gaussian(vectors.length, 8);
        for (int i = 0; i < vectors.length; i++) {
            vectors[i] = common[i % length] + 1e-4f * own[i];
        }
        assertThat(orthonormalize(vectors, 5, length)).isEqualTo(5);
        assertOrthonormal(vectors, 5, length);
    }

    @Test
    void whatIsNotFiniteBecomesZero() {
        for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
            float[] vectors = {1, 2, bad, 4, 5, 6};
            assertThat(orthonormalize(vectors, 2, 3)).isEqualTo(1);
            assertThat(vectors[0] == 0 && vectors[1] == 0 && vectors[2] == 0).isTrue();
            assertOrthonormal(vectors, 2, 3);
        }
    }

    @Test
    void onlyTheVectorsChange() {
        float[] vectors = {7, 3, 4, 7};
        assertThat(Orthonormal.rows(vectors, 1, 1, 2, new double[2])).isOne();
        assertThat(vectors).containsExactly(7, 0.6f, 0.8f, 7);
        assertThat(Orthonormal.rows(vectors, 4, 3, 0, new double[0])).isZero();
        assertThat(Orthonormal.rows(vectors, 0, 0, 4, new double[4])).isZero();
    }

    private static int orthonormalize(float[] vectors, int count, int length) {
        return Orthonormal.rows(vectors, 0, count, length, new double[length]);
    }

    private static void assertOrthonormal(float[] vectors, int count, int length) {
        for (int i = 0; i < count; i++) {
            for (int j = 0; j <= i; j++) {
                double product = 0;
                boolean zero = true;
                for (int l = 0; l < length; l++) {
                    product += (double) vectors[i * length + l] * vectors[j * length + l];
                    zero &= vectors[i * length + l] == 0;
                }
                assertThat(product).isCloseTo(i == j && !zero ? 1 : 0, within(1e-6));
            }
        }
    }

    static float[] gaussian(int count, long seed) {
        Random random = new Random(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }
}
