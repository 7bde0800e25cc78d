package org.tersegrad.reducers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.group.LocalGroup;

class HopsTest {
    private static final int SIZE = 1 << 15;
    private static final float[][] GAUSSIANS = IntStream.range(0, 16)
            .mapToObj(seed -> CounterRandom.gaussians(SIZE, 50 + seed))
            .toArray(float[][]::new);

    private static float[] gradient(int worker, boolean equal) {
        return GAUSSIANS[equal ? 0 : worker].clone();
    }

    /** The error of the mean, in units of its square. */
    private static double error(String recipe, int workers, boolean equal) {
        List<float[]> means = LocalGroup.run(workers, group -> {
            float[] gradient = gradient(group.rank(), equal);
            ReducerRecipe.parse(recipe)
                    .reduction(Shape.vector(SIZE), Seed.of(9), group)
                    .reduce(FloatSlice.of(gradient));
            return gradient;
        });
        double error = 0;
        double square = 0;
        for (int i = 0; i < SIZE; i++) {
            double mean = 0;
            for (int worker = 0; worker < workers; worker++) {
                mean += GAUSSIANS[equal ? 0 : worker][i] / (double) workers;
            }
            error += Math.pow(means.get(0)[i] - mean, 2);
            square += mean * mean;
        }
        means.forEach(each -> assertThat(each).isEqualTo(means.get(0)));
        return error / square;
    }

    private static double ofOneCompression(String recipe) {
        Payload payload = Recipe.parse(recipe).compress(GAUSSIANS[0]);
        float[] decoded = payload.decompress();
        double error = 0;
        double square = 0;
        for (int i = 0; i < SIZE; i++) {
            error += Math.pow(decoded[i] - GAUSSIANS[0][i], 2);
            square += GAUSSIANS[0][i] * (double) GAUSSIANS[0][i];
        }
        return error / square;
    }

    /**
     * The error by the number of hops. The noise of a hop is part of what later hops compress, which counts with 4 bits.
     *
     * @param omega of one compression
     * @return in units of omega
     */
    private static double expected(String path, int n, double omega) {
        double sum = 1; // the square of what is sent, in that of one gradient
        double noise = 0;
        if (path.equals("ring")) {
            for (int hop = 1; hop < n; hop++) {
                noise += omega * sum;
                sum = sum * (1 + omega) + 1;
            }
        } else {
            for (int senders = n / 2; senders > 0; senders /= 2) {
                noise += senders * omega * sum;
                sum *= 2 + omega;
            }
        }
        return (noise + omega * (n + noise)) / n / omega;
    }

    /** Blocks are shorter than parts, so that steps of sums are those of gradients, scaled. */
    @ParameterizedTest
    @CsvSource({"ring,2", "ring,5", "ring,8", "ring,16", "butterfly,2", "butterfly,8", "butterfly,16"})
    void unlikeGradientsHaveTheErrorOfTheirHops(String path, int n) {
        double fine = ofOneCompression("int8(block=512)");
        assertThat(error("int8(block=512)+" + path, n, false) / fine)
                .isCloseTo(path.equals("ring") ? (n + 1) / 2.0 : Math.log(n) / Math.log(4) + 1, withinPercentage(5));
        double coarse = ofOneCompression("int4(block=64)");
        assertThat(error("int4(block=64)+" + path, n, false) / coarse)
                .isCloseTo(expected(path, n, coarse), withinPercentage(5));
    }

    /** A new random rotation at each hop: no grid is met again. */
    @ParameterizedTest
    @CsvSource({"ring,4", "ring,8", "butterfly,4", "butterfly,8"})
    void equalGradientsToo(String path, int n) {
        double expected = path.equals("ring") ? (n - 1) * (2 * n - 1) / (6.0 * n) + 1 : (n - 1) / (2.0 * n) + 1;
        String scheme = "eden(4,scale=unbiased)";
        assertThat(error(scheme + "+" + path, n, true) / ofOneCompression(scheme))
                .isCloseTo(expected, withinPercentage(5));
    }

    /** Sums of equal integers are integers of a step n times as large: they are rounded once, and once again as a mean. */
    @Test
    void equalIntegersMeetTheirGridAgain() {
        assertThat(error("int8+ring", 8, true) / ofOneCompression("int8")).isBetween(0.9, 2.5);
    }

    @ParameterizedTest
    @EnumSource
    void anyNumberOfWorkersGetsTheSameMean(Hops.Path path) {
        for (int workers : new int[] {1, 2, 3, 5, 6, 7, 8}) {
            for (int size : new int[] {0, 1, 3, 100}) {
                List<float[]> means = LocalGroup.run(workers, group -> {
                    float[] gradient = new float[size];
                    for (int i = 0; i < size; i++) {
                        gradient[i] = i + group.rank();
                    }
                    Reduction reduction =
                            new Hops(Recipe.parse("dense"), path).reduction(Shape.vector(size), Seed.of(1), group);
                    reduction.reduce(FloatSlice.of(gradient));
                    return gradient;
                });
                for (float[] mean : means) {
                    for (int i = 0; i < size; i++) {
                        assertThat(mean[i]).isCloseTo(i + (workers - 1) / 2f, within(1e-4f));
                    }
                }
            }
        }
    }

    @Test
    void memoriesAreRejected() {
        assertThatThrownBy(() -> ReducerRecipe.parse("lion+ring")).hasMessageContaining("without memory, and not lion");
        assertThat(ReducerRecipe.parse("int8+butterfly").traits(Shape.vector(3)).errorFeedbackRefusal())
                .contains("each hop compresses a sum of several workers");
    }
}
