package org.tersegrad.reducers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.levels.BlockInteger;
import org.tersegrad.compressors.levels.Qsgd;
import org.tersegrad.compressors.levels.Quantizer;
import org.tersegrad.compressors.levels.TernGrad;
import org.tersegrad.reducers.group.LocalGroup;

class SharedScaleTest {
    static Stream<Quantizer> quantizers() {
        return Stream.of(
                new TernGrad(),
                new TernGrad(2.5f),
                Qsgd.levels(1),
                Qsgd.levels(7),
                Qsgd.levels(127).withBucket(33),
                Qsgd.levels(32767).withBucket(5000),
                BlockInteger.int8(),
                BlockInteger.int8().nearest(),
                BlockInteger.int4().withBlock(600));
    }

    private static float[] gradient(int size, int worker) {
        return CounterRandom.gaussians(size, 70L * size + worker);
    }

    /** One worker's bits and what it ends with after one step. */
    @SuppressWarnings("ArrayRecordComponent") // results to look at, never compared
    private record Run(float[] mean, long bits) {}

    private static List<Run> run(Reducer reducer, int size, int workers, float scale) {
        return LocalGroup.run(workers, group -> {
            Reduction reduction = reducer.reduction(Shape.vector(size), Seed.of(3), group);
            float[] mine = gradient(size, group.rank());
            float[] array = new float[size + 2];
            for (int i = 0; i < size; i++) {
                array[i + 1] = scale * mine[i];
            }
            long bits = reduction.reduce(new FloatSlice(array, 1, size));
            assertThat(array[0] + array[size + 1]).isZero();
            return new Run(java.util.Arrays.copyOfRange(array, 1, size + 1), bits);
        });
    }

    @ParameterizedTest
    @MethodSource("quantizers")
    void oneWorkerIsTheQuantizer(Quantizer quantizer) {
        for (int size : new int[] {0, 1, 5, 511, 513, 6000, 20_001}) {
            for (float scale : new float[] {1f, 0f, 1e-38f, 1e37f}) {
                assertThat(run(new SharedScale(quantizer), size, 1, scale)
                                .get(0)
                                .mean())
                        .isEqualTo(run(new Gather(quantizer), size, 1, scale)
                                .get(0)
                                .mean());
            }
        }
    }

    /** Every worker's levels times the shared step: within one step of the mean, for the rounding of each is. */
    @ParameterizedTest
    @MethodSource("quantizers")
    void meansAreWithinAStep(Quantizer quantizer) {
        if (quantizer.equals(new TernGrad(2.5f))) {
            return; // clips
        }
        int size = 6000;
        float[] mean = run(new SharedScale(quantizer), size, 3, 1f).get(2).mean();
        float step = quantizer instanceof Qsgd qsgd
                ? (float) (1.5 * Math.sqrt(qsgd.bucket()) / qsgd.levels())
                : quantizer instanceof BlockInteger integers ? 5f / ((1 << (integers.bits() - 1)) - 1) : 5f;
        float[] a = gradient(size, 0);
        float[] b = gradient(size, 1);
        float[] c = gradient(size, 2);
        for (int i = 0; i < size; i++) {
            float exact = (a[i] + b[i] + c[i]) / 3;
            assertThat(mean[i]).isCloseTo(exact, within(step));
        }
    }

    /** Integers add up to the same in any order: with rounding to nearest, it does not matter which worker has which gradient. */
    @Test
    void sumsAreExact() {
        Reducer reducer = new SharedScale(BlockInteger.int8().nearest());
        int size = 3000;
        float[] expected = run(reducer, size, 5, 1f).get(0).mean();
        List<float[]> permuted = LocalGroup.run(5, group -> {
            float[] mine = gradient(size, (2 * group.rank() + 3) % 5);
            reducer.reduction(Shape.vector(size), Seed.of(3), group).reduce(FloatSlice.of(mine));
            return mine;
        });
        assertThat(permuted).allSatisfy(mean -> assertThat(mean).isEqualTo(expected));
    }

    /** On average over many steps, the output is the input. */
    @Test
    void unbiased() {
        int size = 40;
        int steps = 4000;
        double[] sums = new double[size];
        LocalGroup.run(2, group -> {
            Reduction reduction = new SharedScale(new TernGrad()).reduction(Shape.vector(size), Seed.of(5), group);
            for (int step = 0; step < steps; step++) {
                float[] mine = gradient(size, group.rank());
                reduction.reduce(FloatSlice.of(mine));
                for (int i = 0; i < size && group.rank() == 0; i++) {
                    sums[i] += mine[i];
                }
            }
            return 0;
        });
        float[] a = gradient(size, 0);
        float[] b = gradient(size, 1);
        double scale = 0;
        for (int i = 0; i < size; i++) {
            scale = Math.max(scale, Math.max(Math.abs(a[i]), Math.abs(b[i])));
        }
        for (int i = 0; i < size; i++) {
            double exact = (a[i] + b[i]) / 2.0;
            assertThat(sums[i] / steps).isCloseTo(exact, within(6 * scale / 2 / Math.sqrt(2.0 * steps)));
        }
    }

    /** Two workers, half of the elements each: levels to the other, sums back, and a float for the step of each bucket. */
    @Test
    void bitsAreThoseOfTheWidths() {
        int size = 10_240;
        int half = size / 2;
        assertThat(run(new SharedScale(new TernGrad()), size, 2, 1f).get(0).bits())
                .isEqualTo(half / 5 * 8L + half * 3L + 32);
        assertThat(run(new SharedScale(Qsgd.levels(7)), size, 2, 1f).get(1).bits())
                .isEqualTo(half * 4L + half * 5L + 32 * 20);
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> new SharedScale(Qsgd.levels(7).entropyCoded()))
                .hasMessageContaining("fixed width")
                .hasMessageContaining("qsgd(levels=7,code=entropy)");
        assertThatThrownBy(() -> run(new SharedScale(Qsgd.levels(32767)), 10, 65, 1f))
                .hasMessageContaining("add up to more than 2097151");
        assertThat(new SharedScale(new TernGrad())).hasToString("terngrad+sharedscale");
    }
}
