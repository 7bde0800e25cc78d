package org.tersegrad.compressors.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** EDEN at any rate: bytes and error as for Gaussian numbers, whatever the gradient. */
class RotatedLevelsTest {
    private static final int SIZE = 1 << 16;

    /** At few bits, the bytes of one message deviate by 1 %. */
    private static final int SEEDS = 5;

    private enum Kind {
        GAUSSIAN,
        CONSTANT,
        ONE_PERCENT,
        ONE_HOT,
        TWO_HOT;

        float[] values(int size) {
            Random random = new Random(4);
            float[] values = new float[size];
            for (int i = 0; i < size; i++) {
                values[i] = (float)
                        switch (this) {
                            case GAUSSIAN -> random.nextGaussian();
                            case CONSTANT -> 0.37;
                            case ONE_PERCENT -> random.nextInt(100) == 0 ? random.nextGaussian() : 0;
                            case ONE_HOT -> i == 777 ? -3 : 0;
                            case TWO_HOT -> i == 777 || i == 778 ? 3 : 0;
                        };
            }
            return values;
        }
    }

    /** Rate and error of a uniform step with means of its cells, an ideal entropy coder and Gaussian numbers, computed apart. */
    @ParameterizedTest
    @CsvSource({"0.5, 0.6173", "1, 0.3483", "1.5, 0.1777", "2, 0.0889", "3, 0.0222", "4, 0.00556", "5, 0.00139"})
    void bytesAndErrorAreThoseOfGaussianNumbers(double bits, double error) {
        for (int size : new int[] {SIZE, SIZE - 1, SIZE + 1, 60_001}) {
            for (Kind kind : Kind.values()) {
                float[] values = kind.values(size);
                double bytes = 0;
                double sum = 0;
                for (int seed = 0; seed < SEEDS; seed++) {
                    Payload payload = payload(new RotatedLevels(bits, false), values, seed);
                    bytes += (double) payload.byteLength() / SEEDS;
                    sum += error(values, payload.decompress()) / SEEDS;
                }
                String what = kind + " of " + size + " elements in " + bits + " bits";
                // Of several blocks, those without a hot element are zeros and take less.
                boolean zeros = size == 60_001 && kind.compareTo(Kind.ONE_HOT) >= 0;
                assertThat(8 * bytes / size).as(what).isBetween(zeros ? 0 : 0.99 * bits, 1.01 * bits);
                assertThat(sum).as(what).isCloseTo(error, within(0.02 * error));
            }
        }
    }

    private static Payload payload(RotatedLevels recipe, float[] values, int seed) {
        Payload payload = Payload.allocate(recipe.maxBytes(Shape.vector(values.length)));
        recipe.encoder(Shape.vector(values.length), Seed.of(seed)).encode(FloatSlice.of(values), payload);
        return payload;
    }

    /** Bits above Shannon's D(R) = 2^(−2R), with all bytes counted. */
    @ParameterizedTest
    @ValueSource(doubles = {1.5, 1.9, 2.5, 3.1, 4, 5, 6.3, 8})
    void isAtMost027BitsAboveTheBound(double bits) {
        float[] values = Kind.GAUSSIAN.values(1 << 18);
        Payload payload = new RotatedLevels(bits, false).compress(values);
        double error = error(values, payload.decompress());
        double sent = 8.0 * payload.byteLength() / values.length;
        assertThat(sent - Math.log(1 / error) / Math.log(4)).isBetween(0.24, 0.27);
    }

    private static double error(float[] values, float[] decoded) {
        double square = 0;
        double wrong = 0;
        for (int i = 0; i < values.length; i++) {
            square += (double) values[i] * values[i];
            wrong += ((double) values[i] - decoded[i]) * ((double) values[i] - decoded[i]);
        }
        return wrong / square;
    }

    /** Each worker has its own rotation, so errors of the unbiased scale cancel: D / (1 − D) / 8, not a shrunken mean. */
    @ParameterizedTest
    @CsvSource({"1, 0.535", "2, 0.0976"})
    void errorsOfTheUnbiasedScaleCancelOut(double bits, double error) {
        float[] values = Kind.ONE_PERCENT.values(SIZE);
        float[] mean = new float[SIZE];
        for (int worker = 0; worker < 8; worker++) {
            payload(new RotatedLevels(bits, true), values, worker).addTo(FloatSlice.of(mean), 0.125f);
        }
        assertThat(error(values, mean)).isCloseTo(error / 8, within(0.04 * error / 8));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 15, 16, 17, 100, 511, 512, 513, 600, 1000, 4097, 5000, 65535, 65537, 100000, 131072})
    void anyLengthIsWithinItsPromise(int size) {
        for (double bits : new double[] {0.5, 1.3, 2.5, 8}) {
            RotatedLevels recipe = new RotatedLevels(bits, false);
            for (Kind kind : Kind.values()) {
                float[] values = kind.values(size);
                values[0] += 1e-3f;
                Payload payload = recipe.compress(values);
                double error = error(values, payload.decompress());
                assertThat(error).isLessThanOrEqualTo(1.00001);
                if (recipe.traits(Shape.vector(size)).guarantee() instanceof Guarantee.Contractive contractive) {
                    assertThat(error).isLessThan(1 - contractive.delta());
                } else {
                    assertThat(bits).isLessThan(1.5);
                }
            }
        }
    }

    @Test
    void aRateThatIsNotAWidthIsEntropyCoded() {
        assertThat(Recipe.parse("eden(2.5)")).isEqualTo(new RotatedLevels(2.5, false));
        assertThat(Recipe.parse("eden(5)")).hasToString("eden(5)");
        assertThat(Recipe.parse("eden(bits=2,code=entropy,scale=unbiased)"))
                .isEqualTo(new RotatedLevels(2, true))
                .hasToString("eden(2,scale=unbiased,code=entropy)");
        assertThat(Recipe.parse("eden(2,code=fixed)")).hasToString("eden(2)");
        assertThatThrownBy(() -> Recipe.parse("eden(9)"))
                .hasMessageContaining("entropy-coded levels have 0.25 to 8 bits on average, not 9");
        assertThatThrownBy(() -> Recipe.parse("eden(2.5,code=fixed)"))
                .hasMessageContaining("a whole number up to 2147483647 is expected for bits, not 2.5");
    }

    @Test
    void zeroIsZeroAndTakesFewBytes() {
        for (int size : new int[] {0, 1, SIZE}) {
            Payload payload = new RotatedLevels(2, false).compress(new float[size]);
            assertThat(payload.decompress()).containsOnly(new float[size]);
            assertThat(payload.byteLength()).isLessThan(80);
        }
    }

    @Test
    void theLargestFloatsDoNotOverflow() {
        float[] values = new float[1000];
        Arrays.fill(values, Float.MAX_VALUE);
        float[] decoded = new RotatedLevels(4, true).compress(values).decompress();
        for (float value : decoded) {
            assertThat(value).isBetween(0f, Float.MAX_VALUE);
        }
    }
}
