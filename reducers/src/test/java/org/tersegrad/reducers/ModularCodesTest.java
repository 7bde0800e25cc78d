package org.tersegrad.reducers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

class ModularCodesTest {
    private static ModularCodes codes(int levels, int workers, int bits, int size, int rank) {
        return new ModularCodes(
                levels, workers, bits, Shape.vector(size), Seed.of(5).ofWorker(rank, workers));
    }

    @ParameterizedTest
    @CsvSource({
        "127, 3, 10", "127, 7, 11", "127, 15, 12", "127, 100, 15", "127, 1000, 18",
        "7, 3, 6", "7, 7, 7", "7, 15, 8", "7, 100, 11", "7, 1000, 14"
    })
    void aFieldThatIsTooNarrowIsRejected(int levels, int workers, int bits) {
        codes(levels, workers, bits, 1, 0);

        assertThatThrownBy(() -> codes(levels, workers, bits - 1, 1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the sum of " + workers + " workers' codes up to " + levels + " takes " + bits
                        + " to 32 bits, not " + (bits - 1));
    }

    /** The sum of the codes of all workers, with a mask for each pair that one adds and the other subtracts. */
    private static int[] masked(ModularCodes[] codes, float[][] gradients, float limit, int step, int bits) {
        int size = gradients[0].length;
        int[] sums = new int[size];
        for (int worker = 0; worker < codes.length; worker++) {
            int[] sent = new int[size];
            codes[worker].encode(FloatSlice.of(gradients[worker]), limit, step, sent);
            for (int i = 0; i < size; i++) {
                assertThat(sent[i] >>> (bits - 1) >>> 1).isZero();
                for (int other = 0; other < codes.length; other++) {
                    int mask = CounterRandom.word(Math.min(worker, other) * 100L + Math.max(worker, other), i);
                    sent[i] += worker < other ? mask : worker > other ? -mask : 0;
                }
                sums[i] += sent[i];
            }
        }
        return sums;
    }

    @ParameterizedTest
    @CsvSource({"127, 15, 12", "127, 15, 32", "7, 3, 6", "1, 1, 2"})
    void masksCancelAndTheMeanIsThatOfTheCodes(int levels, int workers, int bits) {
        int size = 1000;
        ModularCodes[] codes = new ModularCodes[workers];
        float[][] gradients = new float[workers][];
        double[] expected = new double[size];
        for (int worker = 0; worker < workers; worker++) {
            codes[worker] = codes(levels, workers, bits, size, worker);
            gradients[worker] = CounterRandom.gaussians(size, worker);
            int[] alone = new int[size];
            codes[worker].encode(FloatSlice.of(gradients[worker]), 2f, 8, alone);
            for (int i = 0; i < size; i++) {
                int signed = alone[i] << (32 - bits) >> (32 - bits);
                double cut = Math.max(-2, Math.min(gradients[worker][i], 2));
                assertThat((double) signed).isCloseTo(cut * levels / 2, within(1.0));
                expected[i] += signed;
            }
        }
        float[] mean = new float[size];
        codes[0].mean(masked(codes, gradients, 2f, 8, bits), workers, 2f, FloatSlice.of(mean));

        for (int i = 0; i < size; i++) {
            assertThat(mean[i]).isEqualTo((float) (expected[i] * (2.0 / levels / workers)));
        }
    }

    /** In 11 bits the sum would be read as −143. */
    @Test
    void allWorkersAtTheTopFit() {
        ModularCodes[] codes = new ModularCodes[15];
        float[][] gradients = new float[15][1];
        for (int worker = 0; worker < 15; worker++) {
            codes[worker] = codes(127, 15, 12, 1, worker);
            gradients[worker][0] = 3e38f;
        }
        int[] sums = masked(codes, gradients, 1f, 0, 12);
        assertThat(sums[0] << 20 >> 20).isEqualTo(1905);
        assertThat(sums[0] << 21 >> 21).isEqualTo(-143);

        float[] mean = new float[1];
        codes[0].mean(sums, 15, 1f, FloatSlice.of(mean));
        assertThat(mean).containsExactly(1f);
    }

    @Test
    void theMeanOverStepsIsUnbiased() {
        ModularCodes codes = codes(3, 1, 3, 1, 0);
        double sum = 0;
        int[] code = new int[1];
        float[] mean = new float[1];
        for (int step = 0; step < 10_000; step++) {
            codes.encode(FloatSlice.of(0.4f), 1f, step, code);
            codes.mean(code, 1, 1f, FloatSlice.of(mean));
            sum += mean[0];
        }
        assertThat(sum / 10_000).isCloseTo(0.4, within(0.006)); // 4 deviations of 1.2 * 0.8 / 9 each
    }

    @Test
    void mistakesAreNamed() {
        ModularCodes codes = codes(127, 15, 12, 2, 0);
        int[] two = new int[2];

        assertThatThrownBy(() -> codes.mean(two, 14, 1f, FloatSlice.of(0f, 0f)))
                .hasMessage("the sum has the codes of 14 workers, not of all 15: masks do not cancel");
        assertThatThrownBy(() -> codes.encode(FloatSlice.of(0f, Float.NaN), 1f, 0, two))
                .hasMessageContaining("element 1 of the gradient is NaN");
        assertThatThrownBy(() -> codes.encode(FloatSlice.of(0f, 0f), Float.NaN, 0, two))
                .hasMessage("a limit of elements is above 0 and finite, not NaN");
        assertThatThrownBy(() -> codes.encode(FloatSlice.of(0f, 0f), 1f, 0, new int[3]))
                .hasMessage("3 codes for 2 elements");
        assertThat(Arrays.equals(two, new int[2])).isTrue();
    }
}
