package org.tersegrad.reducers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.group.LocalGroup;

/** Sums of codes on a grid that all workers share: error and traffic beside two shots. */
class RotatedTest {
    private static final int WORKERS = 8;
    private static final int SIZE = 1 << 16;

    /** Each with another basis: few elements are clipped at 4 deviations. */
    private static final int STEPS = 5;

    private static final float[][] GAUSSIANS = IntStream.range(0, WORKERS)
            .mapToObj(seed -> CounterRandom.gaussians(SIZE, 70 + seed))
            .toArray(float[][]::new);

    /** The result of a reduction: the relative squared error of the mean, and the bits of an element that a worker sends. */
    private record Outcome(double error, double bits) {}

    private static Outcome outcome(String recipe, float[][] gradients) {
        int size = gradients[0].length;
        double[] mean = new double[size];
        double square = 0;
        for (int i = 0; i < size; i++) {
            for (float[] gradient : gradients) {
                mean[i] += gradient[i] / (double) WORKERS;
            }
            square += mean[i] * mean[i];
        }
        List<Outcome> outcomes = LocalGroup.run(WORKERS, group -> {
            Reduction reduction = ReducerRecipe.parse(recipe).reduction(Shape.vector(size), Seed.of(9), group);
            double error = 0;
            double bits = 0;
            for (int step = 0; step < STEPS; step++) {
                float[] gradient = gradients[group.rank()].clone();
                bits += (double) reduction.reduce(FloatSlice.of(gradient)) / STEPS;
                for (int i = 0; i < size; i++) {
                    error += Math.pow(gradient[i] - mean[i], 2) / STEPS;
                }
            }
            return new Outcome(error, bits);
        });
        outcomes.forEach(
                each -> assertThat(each.error()).isEqualTo(outcomes.get(0).error()));
        // Of each shot, 7 of 8 parts leave a worker.
        double bits = outcomes.get(1).bits() * WORKERS / (WORKERS - 1) / size;
        return new Outcome(outcomes.get(0).error() / square, bits);
    }

    private static float[][] equal() {
        float[][] equal = new float[WORKERS][];
        Arrays.fill(equal, GAUSSIANS[0]);
        return equal;
    }

    private static String sums(int bits, double clip, String rounding) {
        return "qsgd(" + bits + "bit,bucket=65536,norm=max,rounding=" + rounding + ",clip=" + clip
                + ")+sharedscale+rotated";
    }

    /** Rounding takes (t / L)² / 6, agreed rounding (t / L)² (1 + 1/n²) / 12; what is clipped comes on top. */
    @ParameterizedTest
    @CsvSource({"2,1.5,.368,.231", "3,2,.081,.049", "4,2.5,.0235,.0132", "8,4,1.72e-4,9.02e-5"})
    void unlikeGradientsHaveTheErrorOfTheTable(int bits, double clip, double stochastic, double correlated) {
        var tolerance = withinPercentage(bits == 8 ? 7 : 5); // at 4 deviations few elements make 7 % of the error
        Outcome plain = outcome(sums(bits, clip, "stochastic"), GAUSSIANS);
        assertThat(plain.error()).isCloseTo(stochastic, tolerance);
        assertThat(outcome(sums(bits, clip, "correlated"), GAUSSIANS).error()).isCloseTo(correlated, tolerance);
        assertThat(outcome(sums(bits, clip, "dither"), GAUSSIANS).error()).isCloseTo(correlated, tolerance);
        int sum = 32 - Integer.numberOfLeadingZeros(2 * WORKERS * ((1 << (bits - 1)) - 1));
        assertThat(plain.bits()).isCloseTo(bits + sum, withinPercentage(2));
    }

    /** Clipped parts of equal gradients do not cancel out, so that the best limit is further out. */
    @Test
    void equalGradientsGainFromAgreement() {
        assertThat(outcome(sums(4, 3.2, "stochastic"), equal()).error()).isCloseTo(4.5e-3, withinPercentage(5));
        assertThat(outcome(sums(4, 3.2, "correlated"), equal()).error()).isCloseTo(7.8e-4, withinPercentage(5));
        assertThat(outcome(sums(4, 3.3, "dither"), equal()).error()).isCloseTo(4.5e-4, withinPercentage(5));
    }

    /** The second shot compresses a mean that the first has made smaller: D + D (1 − D) for an error D of one. */
    @ParameterizedTest
    @CsvSource({"eden(2)+twoshot,.221,4", "eden(3)+twoshot,.0678,6", "eden(4)+twoshot,.0189,8"})
    void besideTwoShots(String recipe, double error, double bits) {
        Outcome twoShots = outcome(recipe, GAUSSIANS);
        assertThat(twoShots.error()).isCloseTo(error, withinPercentage(5));
        assertThat(twoShots.bits()).isCloseTo(bits, withinPercentage(2));
    }

    /** A single large element costs a shared grid its precision without a rotation, and nothing with one. */
    @ParameterizedTest
    @CsvSource({"65536", "70001"})
    void anyGradientsHaveTheErrorOfGaussianOnes(int size) {
        float[][] hot = new float[WORKERS][size];
        for (int w = 0; w < WORKERS; w++) {
            hot[w][100 * w] = 1000f;
        }
        double error = outcome(sums(4, 2.5, "stochastic"), hot).error();
        assertThat(error).isCloseTo(.0235, withinPercentage(5));
    }

    @Test
    void withoutRoundingTheBasisDoesNotMatter() {
        assertThat(outcome("dense+rotated", GAUSSIANS).error()).isLessThan(1e-12);
        assertThat(ReducerRecipe.parse("dense+rotated").traits(Shape.vector(9)).guarantee())
                .hasToString("exact");
    }

    @Test
    void residualsAndMomentumAreRejected() {
        assertThatThrownBy(() -> ReducerRecipe.parse("dlion(vote)+rotated"))
                .hasMessageContaining("keeps a residual or momentum, and each step is in another basis");
        assertThatThrownBy(() -> ReducerRecipe.parse("qsgd(4bit,clip=2)+sharedscale"))
                .hasMessageContaining("levels of an l2 norm are not clipped; clip=2.0 needs norm=max");
    }
}
