package org.tersegrad.compressors.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.levels.BlockInteger.Rounding;
import org.tersegrad.compressors.sparse.TopK;

/** Levels under a budget: how few bits for how much, and never more. */
class EntropyLevelsTest {
    private static final int SIZE = 1 << 18;

    private static float[] draw(int size, DoubleSupplier law) {
        float[] values = new float[size];
        for (int i = 0; i < size; i++) {
            values[i] = (float) law.getAsDouble();
        }
        return values;
    }

    private static float[] gaussian(int size) {
        Random random = new Random(1);
        return draw(size, random::nextGaussian);
    }

    private static float[] laplace(int size) {
        Random random = new Random(2);
        return draw(size, () -> (random.nextBoolean() ? 1 : -1) * -Math.log(1 - random.nextDouble()));
    }

    private static float[] heavy(int size) {
        Random random = new Random(3);
        return draw(size, () -> random.nextGaussian() * Math.exp(random.nextGaussian()));
    }

    /** The error of an ideal entropy coder, with Gaussian and Laplacian numbers, computed apart in doubles. */
    static Stream<Arguments> idealErrors() {
        return Stream.of(
                Arguments.of(0.1, 0.909, 0.832),
                Arguments.of(0.4, 0.683, 0.554),
                Arguments.of(1, 0.3483, 0.265),
                Arguments.of(2, 0.0889, 0.0737),
                Arguments.of(4, 0.00556, 0.00481));
    }

    @ParameterizedTest
    @MethodSource("idealErrors")
    void errorIsWithinTwoPercentOfAnIdealCoder(double bits, double ofGaussian, double ofLaplace) {
        assertThat(error(bits, gaussian(SIZE))).isCloseTo(ofGaussian, within(0.02 * ofGaussian));
        assertThat(error(bits, laplace(SIZE))).isCloseTo(ofLaplace, within(0.02 * ofLaplace));
    }

    private static double error(double bits, float[] values) {
        float[] decoded = new EntropyLevels(bits).compress(values).decompress();
        double square = 0;
        double product = 0;
        double wrong = 0;
        for (int i = 0; i < values.length; i++) {
            double rest = (double) values[i] - decoded[i];
            square += (double) values[i] * values[i];
            product += rest * decoded[i];
            wrong += rest * rest;
        }
        if (square == 0) {
            assertThat(wrong).isZero();
            return 0;
        }
        assertThat(product / square).as("orthogonality").isCloseTo(0, within(1e-6));
        return wrong / square;
    }

    /** No gradient takes more than the budget, and what is sent is never worse than nothing. */
    @Test
    void noInputExceedsTheBudget() {
        for (int size : new int[] {1, 2, 3, 63, 64, 100, 1000, 5120, 5121, 40_000, 200_000}) {
            float[] oneHot = new float[size];
            oneHot[size / 2] = -3e30f;
            float[] two = gaussian(size);
            two[0] = 1e20f;
            float[] equal = new float[size];
            Arrays.fill(equal, 0.1f);
            Random random = new Random(4);
            float[] signs = draw(size, () -> random.nextBoolean() ? 2 : -2);
            float[] ties = draw(size, () -> Math.rint(random.nextGaussian() * 1.5));
            float[] tiny = draw(size, () -> random.nextGaussian() * 1e-35);
            float[] huge = draw(size, () -> Float.MAX_VALUE / 8 * Math.max(-1, Math.min(1, random.nextGaussian())));
            float[] positive = draw(size, () -> Math.abs(random.nextGaussian()));
            for (float[] values :
                    new float[][] {oneHot, two, equal, signs, ties, tiny, huge, positive, heavy(size), new float[size]
                    }) {
                for (double bits : size > 6000 ? new double[] {2} : new double[] {2, 2.1, 8}) {
                    requireWithinBudget(new EntropyLevels(bits, Rounding.DITHER), values, 1);
                    requireWithinBudget(new EntropyLevels(bits, Rounding.DITHER), values, 2);
                }
                for (double bits : new double[] {0.05, 0.1, 0.4, 0.9, 1.5, 3, 8}) {
                    requireWithinBudget(new EntropyLevels(bits), values, 0);
                    double error = error(bits, values);
                    assertThat(error)
                            .as("%s bits, %s elements, first %s", bits, size, values[0])
                            .isLessThan(1);
                }
            }
        }
    }

    private static void requireWithinBudget(EntropyLevels levels, float[] values, int seed) {
        int most = (int) Math.max(EntropyLevels.LEAST_BYTES, Math.ceil(levels.bits() * values.length / 8 - 1e-9));
        assertThat(encode(levels, values, seed).byteLength() - Payload.HEADER_BYTES)
                .as("%s, %s elements", levels, values.length)
                .isLessThanOrEqualTo(most);
    }

    private static Payload encode(EntropyLevels levels, float[] values, int seed) {
        Shape shape = Shape.vector(values.length);
        Payload payload = Payload.allocate(levels.maxBytes(shape));
        levels.encoder(shape, Seed.of(seed)).encode(FloatSlice.of(values), payload);
        return payload;
    }

    /** Up to a quarter of levels that are not 0, runs of zeros are skipped and not coded one by one. */
    @Test
    void runsOfZerosAreSkippedAtLowRates() {
        for (double bits : new double[] {0.1, 0.5, 0.9}) {
            assertThat(new EntropyLevels(bits).compress(gaussian(SIZE)).toString())
                    .contains("all others 0");
        }
        assertThat(new EntropyLevels(2).compress(gaussian(SIZE)).toString()).doesNotContain("all others 0");
    }

    /** The error of an ideal coder with dither, computed apart; n step² / 12 whatever the elements are. */
    @Test
    void ditherCostsTheErrorOfAnIdealCoder() {
        float[] values = gaussian(SIZE);
        double square = squares(values, new float[SIZE]);
        double[] ideal = {0.0976, 0.0227, 0.00559};
        for (int i = 0; i < 3; i++) {
            EntropyLevels levels = new EntropyLevels(2 + i, Rounding.DITHER);
            double error = 0;
            for (int seed = 0; seed < 5; seed++) {
                error += squares(values, encode(levels, values, seed).decompress()) / square / 5;
            }
            assertThat(error).as("%s", levels).isCloseTo(ideal[i], within(0.04 * ideal[i]));
        }
    }

    private static double squares(float[] values, float[] decoded) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += Math.pow((double) values[i] - decoded[i], 2);
        }
        return sum;
    }

    /** Small elements and zeros beside large ones: their mean over seeds is exact, and the error within omega. */
    @Test
    void ditherIsUnbiasedForSmallElementsBesideLargeOnes() {
        int seeds = 600;
        for (int size : new int[] {7, 100, 3000}) {
            float[] values = heavy(size);
            values[0] = 30;
            values[1] = 1e-3f;
            values[2] = 0;
            values[3] = -0.02f;
            for (double bits : new double[] {2, 3.3, 8}) {
                EntropyLevels levels = new EntropyLevels(bits, Rounding.DITHER);
                double[] mean = new double[size];
                double error = 0;
                for (int seed = 0; seed < seeds; seed++) {
                    float[] decoded = encode(levels, values, seed).decompress();
                    error += squares(values, decoded) / seeds;
                    for (int i = 0; i < size; i++) {
                        mean[i] += (double) decoded[i] / seeds;
                    }
                }
                Guarantee guarantee = levels.traits(Shape.vector(size)).guarantee();
                assertThat(error)
                        .isLessThan(1.1 * ((Guarantee.Unbiased) guarantee).omega() * squares(values, new float[size]));
                for (int i = 0; i < size; i++) {
                    assertThat(mean[i])
                            .as("%s, element %s of %s", levels, i, size)
                            .isCloseTo(values[i], within(5 * Math.sqrt(error / size / seeds)));
                }
            }
        }
    }

    /** Equal elements are let in until the budget is full, above a quarter of them, too. */
    @Test
    void tiesFillTheBudget() {
        Random random = new Random(8);
        float[] equal = draw(100_000, () -> random.nextBoolean() ? 0.25 : -0.25);
        assertThat(error(0.4, equal)).isLessThan(0.62);
    }

    /** Elements of one magnitude are sent exactly, as many of them as the budget allows. */
    @Test
    void tiesAreSentInPart() {
        Random random = new Random(6);
        float[] equal = draw(100_000, () -> random.nextBoolean() ? 0.25 : -0.25);
        float[] decoded = new EntropyLevels(0.05).compress(equal).decompress();
        for (int i = 0; i < equal.length; i++) {
            assertThat(decoded[i]).isIn(0f, equal[i]);
        }
        assertThat(error(0.05, equal)).isLessThan(0.96);
    }

    /** At equal bytes no less of a gradient is sent than by Top-k with floats, or with integers of 8 bits. */
    @Test
    void sendsMoreThanTopKOfTheSameBytes() {
        for (float[] values : new float[][] {gaussian(SIZE), laplace(SIZE), heavy(SIZE)}) {
            for (TopK topK :
                    new TopK[] {TopK.fraction(0.01), TopK.fraction(0.01).withValues(TopK.Values.INT8)}) {
                Payload payload = topK.compress(values);
                double bits = 8.0 * (payload.byteLength() - Payload.HEADER_BYTES) / SIZE;
                double square = 0;
                double missed = 0;
                float[] decoded = payload.decompress();
                for (int i = 0; i < SIZE; i++) {
                    square += (double) values[i] * values[i];
                    missed += Math.pow((double) values[i] - decoded[i], 2);
                }
                assertThat(error(bits, values)).isLessThan(missed / square);
            }
        }
    }

    /** A sample of the tensor finds the step; a few rows with all the energy must not make it miss. */
    @Test
    void fewRowsWithEverythingKeepWithinTheBudget() {
        float[] rows = new float[1 << 20];
        Random random = new Random(5);
        for (int row : new int[] {3, 77, 500, 1001}) {
            for (int i = 0; i < 1024; i++) {
                rows[row * 1024 + i] = (float) random.nextGaussian();
            }
        }
        for (double bits : new double[] {0.05, 1}) {
            Payload payload = new EntropyLevels(bits).compress(rows);
            assertThat(payload.byteLength() - Payload.HEADER_BYTES).isLessThanOrEqualTo((int) (bits * rows.length / 8));
            assertThat(error(bits, rows)).isLessThan(1e-6);
        }
    }

    /** Levels beyond the largest float are the largest float. */
    @Test
    void largestFloatsStayFinite() {
        Random random = new Random(7);
        float[] values = draw(1000, () -> Float.MAX_VALUE * Math.max(-1, Math.min(1, random.nextGaussian())));
        for (double bits : new double[] {0.05, 0.4, 2, 8}) {
            float[] decoded = new EntropyLevels(bits).compress(values).decompress();
            double sent = 0;
            for (int i = 0; i < values.length; i++) {
                assertThat(decoded[i]).isFinite();
                sent += Math.abs((double) values[i]) - Math.abs((double) values[i] - decoded[i]);
            }
            assertThat(sent).isPositive();
        }
    }

    @Test
    void bitsAreInTheirRange() {
        for (double bits : new double[] {0.049, 8.01, Double.NaN, -1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new EntropyLevels(bits))
                    .withMessageContaining("0.05 to 8");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EntropyLevels(1.9, Rounding.DITHER))
                .withMessage("with dither the bits of an element are 2 to 8, not 1.9");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EntropyLevels(3, Rounding.CORRELATED))
                .withMessage("levels are rounded to nearest or with dither, not correlated");
    }
}
