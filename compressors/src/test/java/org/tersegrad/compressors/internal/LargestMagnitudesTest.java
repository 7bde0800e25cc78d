package org.tersegrad.compressors.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.internal.floats.ReductionKernels;

/** The selection is that of a sort, for any values; the guesses inside only change how long it takes. */
class LargestMagnitudesTest {
    private static final float[] EDGES = {0f, -0f, 1f, -1f, Float.MIN_VALUE, -Float.MAX_VALUE};
    private static final float[] NOT_FINITE = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};

    @Test
    void everyShortVectorAgreesWithTheSort() {
        for (int size = 0; size <= 5; size++) {
            for (int code = 0; code < Math.pow(EDGES.length, size); code++) {
                float[] values = new float[size];
                for (int i = 0, rest = code; i < size; i++, rest /= EDGES.length) {
                    values[i] = EDGES[rest % EDGES.length];
                }
                NaiveLargestMagnitudes naive = new NaiveLargestMagnitudes(values, 0, size);
                for (int count = 0; count <= size; count++) {
                    assertThat(selected(new LargestMagnitudes(size, count), values, 0, count))
                            .as("%d of %s", count, Arrays.toString(values))
                            .isEqualTo(naive.select(count));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 16, 31, 32, 33, 64, 511, 512, 513, 4095, 4096, 4097, 9000, 100_000})
    void everyKindOfInputAgreesWithTheSort(int size) {
        for (Map.Entry<String, float[]> input : inputs(size + 3).entrySet()) {
            for (int offset : new int[] {0, 3}) {
                NaiveLargestMagnitudes naive = new NaiveLargestMagnitudes(input.getValue(), offset, size);
                for (int count : counts(size)) {
                    LargestMagnitudes largest = new LargestMagnitudes(size, count);
                    for (int call = 0; call < 2; call++) {
                        assertThat(selected(largest, input.getValue(), offset, count))
                                .as("%d of %d, %s, call %d", count, size, input.getKey(), call)
                                .isEqualTo(naive.select(count));
                    }
                }
            }
        }
    }

    /** Leftovers of one call must not show in the next. */
    @Test
    void oneObjectServesChangingInputs() {
        int size = 20_000;
        Map<String, float[]> inputs = inputs(size);
        for (int count : new int[] {1, 20, 200, 2_000, 15_000}) {
            LargestMagnitudes largest = new LargestMagnitudes(size, count);
            for (int round = 0; round < 2; round++) {
                for (Map.Entry<String, float[]> input : inputs.entrySet()) {
                    assertThat(selected(largest, input.getValue(), 0, count))
                            .as("%d, %s", count, input.getKey())
                            .isEqualTo(new NaiveLargestMagnitudes(input.getValue(), 0, size).select(count));
                }
            }
        }
    }

    /** Magnitudes that the last guess knows nothing of, in both directions and by any factor. */
    @Test
    void theLastGuessNeverShows() {
        int size = 30_000;
        float[] values = gaussians(size);
        NaiveLargestMagnitudes naive = new NaiveLargestMagnitudes(values, 0, size);
        for (int count : new int[] {3, 300, 3_000}) {
            LargestMagnitudes largest = new LargestMagnitudes(size, count);
            for (int exponent : new int[] {0, -1, 1, -2, 3, -20, 20, 0, -100, 100}) {
                float[] scaled = floats(size, i -> Math.scalb(values[i], exponent));
                assertThat(selected(largest, scaled, 0, count)).isEqualTo(naive.select(count));
            }
        }
    }

    @Test
    void whatIsNotFiniteIsSeenWhereverItStands() {
        for (float bad : NOT_FINITE) {
            for (int count : new int[] {0, 1, 7, 69, 70}) {
                LargestMagnitudes largest = new LargestMagnitudes(70, count);
                for (int at = 0; at < 70; at++) {
                    checkSeen(largest, gaussians(70), at, bad, count);
                }
            }
            for (int count : new int[] {0, 5, 500, 50_000, 99_000, 100_000}) {
                LargestMagnitudes largest = new LargestMagnitudes(100_000, count);
                for (int at : new int[] {0, 1, 31, 32, 4095, 4096, 50_000, 98_303, 99_998, 99_999}) {
                    checkSeen(largest, gaussians(100_000), at, bad, count);
                }
            }
        }
    }

    @Test
    void manyThatAreNotFiniteAreSeen() {
        float[] values = new float[100_000];
        for (float bad : NOT_FINITE) {
            Arrays.fill(values, bad);
            int[] indices = new int[100];
            assertThat(new LargestMagnitudes(values.length, 100).select(values, 0, indices))
                    .isGreaterThanOrEqualTo(ReductionKernels.NON_FINITE);
        }
    }

    @Test
    void moreThanThereAreIsRefused() {
        assertThatThrownBy(() -> new LargestMagnitudes(3, 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LargestMagnitudes(3, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static void checkSeen(LargestMagnitudes largest, float[] values, int at, float bad, int count) {
        float[] spoilt = values.clone();
        int[] indices = new int[count];
        assertThat(largest.select(spoilt, 0, indices)).isLessThan(ReductionKernels.NON_FINITE);
        spoilt[at] = bad;
        assertThat(largest.select(spoilt, 0, indices)).isGreaterThanOrEqualTo(ReductionKernels.NON_FINITE);
    }

    private static int[] selected(LargestMagnitudes largest, float[] values, int offset, int count) {
        int[] indices = new int[count];
        largest.select(values, offset, indices);
        return indices;
    }

    private static int[] counts(int size) {
        return Arrays.stream(new double[] {0, 1e-4, 1e-3, 0.01, 0.1, 0.5, 0.9, 0.999, 1})
                .mapToInt(fraction -> (int) Math.ceil(fraction * size))
                .toArray();
    }

    static Map<String, float[]> inputs(int size) {
        Map<String, float[]> inputs = new LinkedHashMap<>();
        inputs.put("Gaussian", gaussians(size));
        inputs.put("Gaussian, a thousandth", floats(size, i -> 0.001 * gaussian(i + size)));
        inputs.put("heavy tail", floats(size, i -> Math.pow(gaussian(i), 15)));
        inputs.put("zeros", floats(size, i -> i % 2 == 0 ? 0 : -0.0));
        inputs.put("equal", floats(size, i -> i % 3 == 0 ? 0.1 : -0.1));
        inputs.put("trits", floats(size, i -> Integer.remainderUnsigned(word(i), 3) - 1));
        inputs.put("few ones", floats(size, i -> word(i) >>> 20 == 0 ? 1 : 0));
        inputs.put("few zeros", floats(size, i -> word(i) >>> 20 == 0 ? 0 : 1));
        inputs.put("sixteen levels", floats(size, i -> word(i) >> 28));
        inputs.put("ascending", floats(size, i -> i));
        inputs.put("descending", floats(size, i -> size - i));
        inputs.put("organ pipe", floats(size, i -> Math.min(i, size - i)));
        inputs.put("sawtooth", floats(size, i -> i % 317));
        inputs.put("one huge", floats(size, i -> i == size / 2 ? -3e38 : gaussian(i)));
        inputs.put("denormal", floats(size, i -> Float.MIN_VALUE * (word(i) >> 16)));
        inputs.put("all bit patterns", anyFinite(size));
        inputs.put("large in clusters", floats(size, i -> (word(i / 200) >>> 29 == 0 ? 1 : 1e-3) * gaussian(i)));
        inputs.put("large at the end", floats(size, i -> (i < size - size / 8 ? 1e-3 : 1) * gaussian(i)));
        return inputs;
    }

    private static float[] floats(int size, IntToDoubleFunction value) {
        float[] floats = new float[size];
        for (int i = 0; i < size; i++) {
            floats[i] = (float) value.applyAsDouble(i);
        }
        return floats;
    }

    private static float[] gaussians(int size) {
        return floats(size, LargestMagnitudesTest::gaussian);
    }

    private static float[] anyFinite(int size) {
        float[] floats = new float[size];
        for (int i = 0; i < size; i++) {
            float any = Float.intBitsToFloat(word(i));
            floats[i] = Float.isFinite(any) ? any : i;
        }
        return floats;
    }

    private static int word(int i) {
        return CounterRandom.word(5, i);
    }

    /** Close to it: the sum of twelve uniform numbers. */
    private static double gaussian(int i) {
        double sum = 0;
        for (int j = 0; j < 12; j++) {
            sum += CounterRandom.word(j + 7, i) * 0x1p-32;
        }
        return sum;
    }
}
