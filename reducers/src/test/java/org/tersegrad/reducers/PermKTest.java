package org.tersegrad.reducers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.group.LocalGroup;

class PermKTest {
    /** The number of steps in which worker w's element i was taken: {@code count[w][i]}. */
    private static int[][] owners(int size, int workers, int steps) {
        return LocalGroup.run(workers, group -> {
                    Reduction reduction = new PermK().reduction(Shape.vector(size), Seed.of(3), group);
                    int[][] count = new int[workers][size];
                    float[] gradient = new float[size];
                    for (int step = 0; step < steps; step++) {
                        Arrays.fill(gradient, group.rank());
                        reduction.reduce(FloatSlice.of(gradient));
                        for (int i = 0; i < size; i++) {
                            count[(int) gradient[i]][i]++;
                        }
                    }
                    return count;
                })
                .get(0);
    }

    /** Also where n does not divide d, and with more workers than elements. */
    @ParameterizedTest
    @CsvSource({"12,4", "5,3", "2,5", "1,3", "7,1"})
    void everyElementBelongsToEachWorkerAlike(int size, int workers) {
        int steps = 4000;
        double expected = (double) steps / workers;
        for (int[] worker : owners(size, workers, steps)) {
            for (int count : worker) {
                assertThat((double) count).isCloseTo(expected, within(5 * Math.sqrt(expected)));
            }
        }
    }

    /** E|mean − x|² = (1/n) sum of |x_w − x|². */
    @ParameterizedTest
    @CsvSource({"1000,8", "1003,8", "300,7"})
    void theErrorIsTheVarianceAmongWorkers(int size, int workers) {
        float[][] gradients = new float[workers][];
        double[] exact = new double[size];
        for (int w = 0; w < workers; w++) {
            gradients[w] = CounterRandom.gaussians(size, w);
            for (int i = 0; i < size; i++) {
                gradients[w][i] += i % 3 + w;
                exact[i] += gradients[w][i] / (double) workers;
            }
        }
        double variance = 0;
        for (float[] each : gradients) {
            variance += squaredDistance(each, exact) / workers;
        }
        int steps = 500;
        double error = LocalGroup.run(workers, group -> {
                    Reduction reduction = new PermK().reduction(Shape.vector(size), Seed.of(4), group);
                    double sum = 0;
                    for (int step = 0; step < steps; step++) {
                        float[] mean = gradients[group.rank()].clone();
                        reduction.reduce(FloatSlice.of(mean));
                        sum += squaredDistance(mean, exact);
                    }
                    return sum / steps;
                })
                .get(0);
        assertThat(error).isCloseTo(variance, withinPercentage(1));
    }

    private static double squaredDistance(float[] x, double[] y) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += (x[i] - y[i]) * (x[i] - y[i]);
        }
        return sum;
    }

    /** And nothing but a worker's floats travels. */
    @Test
    void equalGradientsAreExact() {
        float[] all = CounterRandom.gaussians(1001, 1);
        LocalGroup.run(4, group -> {
            float[] mean = all.clone();
            long bits = new PermK()
                    .reduction(Shape.vector(all.length), Seed.of(5), group)
                    .reduce(FloatSlice.of(mean));
            assertThat(mean).isEqualTo(all);
            assertThat(bits).isEqualTo(3 * 8 * (Payload.HEADER_BYTES + 4 * 251));
            return 0;
        });
    }
}
