package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.internal.OrderedSums;
import org.tersegrad.compressors.signs.OneBit;
import org.tersegrad.compressors.signs.ScaledSign;

/** Means and norms are right to two millionths where many small elements stand behind a few large ones, as lost ones as can be. */
class SumsTest {
    /** Sixteen floats in a run and sixteen runs in a block: the roundings between an element and the double. */
    private static final double MOST = 30 * 0x1p-24;

    /** A large element in each lane of each block, and then what is lost if it is added to that. */
    private static float[] tensor(int size, float small) {
        float[] values = new float[size];
        for (int i = 0; i < size; i++) {
            values[i] = i % OrderedSums.BLOCK < 16 ? 1f : small;
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(floats = {1e-9f, 1e-8f, 3e-8f, 5e-8f, 5.9e-8f, 7e-8f, 1e-7f, 1e-6f, 1e-3f})
    void areRightToTwoMillionths(float small) {
        for (int size : new int[] {256, 600, 4096, 5000, 1 << 16}) {
            float[] values = tensor(size, small);
            double sum = 0;
            double squares = 0;
            for (float value : values) {
                sum += value;
                squares += (double) value * value;
            }
            assertNear(new ScaledSign().compress(values).decompress()[0], sum / size);
            assertNear(new OneBit().compress(values).decompress()[0], sum / size);
            OrderedSums norms = new OrderedSums();
            double[] sums = new double[2];
            norms.addEachSign(values, 0, size, sums);
            assertNear(sums[0], sum);
            assertThat(sums[1]).isZero();
            int key = ReductionKernels.LARGEST_KEY.at(size).largestKey(values, 0, size);
            assertNear(norms.euclidean(values, 0, size, key), Math.sqrt(squares));
        }
    }

    /** The same where squares are what is small. */
    @ParameterizedTest
    @ValueSource(floats = {1e-4f, 2e-4f, 2.4e-4f, 3e-4f})
    void normsAreRightToTwoMillionths(float small) {
        float[] values = tensor(OrderedSums.BLOCK, small);
        double squares = 0;
        for (float value : values) {
            squares += (double) value * value;
        }
        int key = ReductionKernels.LARGEST_KEY.at(values.length).largestKey(values, 0, values.length);
        assertNear(new OrderedSums().euclidean(values, 0, values.length, key), Math.sqrt(squares));
    }

    private static void assertNear(double actual, double exact) {
        assertThat(Math.abs(actual / exact - 1)).isLessThan(MOST);
    }
}
