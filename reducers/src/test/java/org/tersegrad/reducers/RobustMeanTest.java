package org.tersegrad.reducers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.group.LocalGroup;

class RobustMeanTest {
    private static final int WORKERS = 15;
    private static final int HONEST = 12;
    private static final int SIZE = 4096;

    private static float[] mean(String recipe, float[][] gradients) {
        List<float[]> means = LocalGroup.run(gradients.length, group -> {
            float[] gradient = gradients[group.rank()].clone();
            ReducerRecipe.parse(recipe)
                    .reduction(Shape.vector(gradient.length), Seed.of(3), group)
                    .reduce(FloatSlice.of(gradient));
            return gradient;
        });
        means.forEach(each -> assertThat(each).isEqualTo(means.get(0)));
        return means.get(0);
    }

    private static float[] noise(int seed) {
        return CounterRandom.gaussians(SIZE, 700 + seed);
    }

    /** A common vector and noise for each worker, the last three of which attack. */
    private static float[][] gradients(String attack) {
        float[] common = noise(-1);
        float[][] gradients = new float[WORKERS][];
        for (int worker = 0; worker < WORKERS; worker++) {
            gradients[worker] = noise(worker);
            for (int i = 0; i < SIZE; i++) {
                gradients[worker][i] += common[i];
            }
        }
        for (int i = 0; i < SIZE; i++) {
            int at = i;
            double[] honest = IntStream.range(0, HONEST)
                    .mapToDouble(worker -> gradients[worker][at])
                    .toArray();
            double mean = Arrays.stream(honest).average().orElseThrow();
            double square = Arrays.stream(honest)
                    .map(x -> (x - mean) * (x - mean))
                    .average()
                    .orElseThrow();
            for (int worker = HONEST; worker < WORKERS; worker++) {
                gradients[worker][i] = (float)
                        switch (attack) {
                            case "none" -> gradients[worker][i];
                            case "reversed" -> -10 * mean;
                            case "noise" -> 1000 * noise(worker)[i];
                            case "shifted" -> mean - 1.5 * Math.sqrt(square);
                            default -> 1e30;
                        };
            }
        }
        return gradients;
    }

    private static double error(String recipe, String attack) {
        float[][] gradients = gradients(attack);
        float[] mean = mean(recipe, gradients);
        double error = 0;
        double square = 0;
        for (int i = 0; i < SIZE; i++) {
            double honest = 0;
            for (int worker = 0; worker < HONEST; worker++) {
                honest += gradients[worker][i] / (double) HONEST;
            }
            error += (mean[i] - honest) * (mean[i] - honest);
            square += honest * honest;
        }
        return error / square;
    }

    /** Figures computed apart from this project, of other draws. */
    @ParameterizedTest
    @CsvSource({
        "none, 0.015, 0.047, 0.024, 0.015, 0.015",
        "reversed, 4.84, 0.12, 0.14, 0.064, 0.22",
        "noise, 1.2e4, 0.069, 0.051, 0.018, 0.067",
        "shifted, 0.074, 0.13, 0.13, 0.055, 0.049",
        "huge, 4e58, 0.13, 0.15, 0.057, 0.12"
    })
    void threeAttackersOfFifteenMoveARobustMeanLittle(
            String attack, double plain, double median, double trimmed, double centred, double norm) {
        double[] expected = {plain, median, trimmed, centred, norm};
        String[] recipes = {"int8+gather", "int8+median", "int8+trimmed(0.2)", "int8+centredclip(3)", "int8+normclip"};
        for (int i = 0; i < recipes.length; i++) {
            assertThat(error(recipes[i], attack) / expected[i]).as(recipes[i]).isEqualTo(1, within(0.15));
        }
    }

    @ParameterizedTest
    @CsvSource({"dense+median, 21", "dense+trimmed(0.25), 21", "dense+trimmed(0.49), 21", "dense+trimmed(0.2), 36"})
    void elementsAreSortedAcrossWorkers(String recipe, float expected) {
        float[][] gradients = {{100, -1}, {2, -1}, {4, -1}, {38, -1}};

        assertThat(mean(recipe, gradients)).containsExactly(expected, -1);
    }

    /** Distances 3, 4 and 100 from 0: the radius is 4. */
    @Test
    void aNormBeyondTheMedianIsCutToIt() {
        float[][] gradients = {{3, 0}, {0, 4}, {-100, 0}};

        assertThat(mean("dense+normclip", gradients)).containsExactly((3 - 4) / 3f, 4 / 3f);
        assertThat(mean("dense+centredclip(1)", gradients)).containsExactly((3 - 4) / 3f, 4 / 3f);
    }

    @ParameterizedTest
    @ValueSource(strings = {"int8+median", "int8+trimmed(0.2)", "int8+centredclip(3)", "int8+normclip"})
    void oneWorkerGetsItsOwnMessage(String recipe) {
        float[][] gradients = {noise(1)};

        assertThat(mean(recipe, gradients)).isEqualTo(mean("int8+gather", gradients));
    }

    /** A minority's elements vanish: a reason to send enough. */
    @Test
    void theMedianOfSparseMessagesIsNearlyNothing() {
        double median = error("topk(0.1)+median", "none");
        double plain = error("topk(0.1)+gather", "none");

        assertThat(median).isEqualTo(0.81, within(0.05));
        assertThat(plain).isEqualTo(0.39, within(0.05));
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> ReducerRecipe.parse("int8+trimmed(0.5)"))
                .hasMessageContaining("a share from 0 to below 0.5 is dropped at each end, not 0.5");
        assertThatThrownBy(() -> ReducerRecipe.parse("int8+centredclip(0)"))
                .hasMessageContaining("0")
                .hasMessageContaining("100");
        assertThatThrownBy(() -> ReducerRecipe.parse("powersgd(2)+median")).hasMessageContaining("median");
    }
}
