package org.tersegrad.compressors.transforms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.util.FastMath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** EDEN has the error that theory gives, for every distribution of gradients. */
class EdenTest {
    /** The least mean squared error of 1 to 4 bits for a standard normal variable. */
    private static final double[] DISTORTION = {0.36338, 0.11748, 0.034548, 0.009501};

    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void levelsAreThoseOfLloydsIteration(int bits) {
        int magnitudes = 1 << (bits - 1);
        double[] levels = new double[magnitudes];
        for (int k = 0; k < magnitudes; k++) {
            levels[k] = (k + 0.5) * 3 / magnitudes;
        }
        for (int iteration = 0; iteration < 3000; iteration++) {
            double[] next = new double[magnitudes];
            for (int k = 0; k < magnitudes; k++) {
                double low = k == 0 ? 0 : (levels[k - 1] + levels[k]) / 2;
                double high = k == magnitudes - 1 ? 30 : (levels[k] + levels[k + 1]) / 2;
                next[k] = (NORMAL.density(low) - NORMAL.density(high)) / NORMAL.probability(low, high);
            }
            levels = next;
        }
        float[] table = GaussianLevels.values(bits);
        for (int k = 0; k < magnitudes; k++) {
            assertThat(table[k]).isEqualTo((float) (FastMath.rint(levels[k] * 0x1p20) * 0x1p-20));
            assertThat(table[magnitudes + k]).isEqualTo(-table[k]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void theErrorIsThatOfGaussianNumbersWhateverTheTails(int bits) {
        float[] gaussian = CounterRandom.gaussians(1 << 20, 3);
        float[] exponents = CounterRandom.gaussians(1 << 20, 4);
        float[] heavyTailed = gaussian.clone();
        for (int i = 0; i < heavyTailed.length; i++) {
            heavyTailed[i] *= (float) FastMath.exp(exponents[i]);
        }
        double least = DISTORTION[bits - 1];
        double unbiased = least / (1 - least);
        Eden eden = Eden.bits(bits);
        assertThat(error(eden, gaussian, 1)).isBetween(0.99 * least, 1.01 * least);
        assertThat(error(eden.unbiased(), gaussian, 1)).isBetween(0.99 * unbiased, 1.01 * unbiased);
        // Where few elements have most of the norm of a block, its coordinates are less spread out: a bit better.
        assertThat(error(eden, heavyTailed, 1)).isBetween(0.97 * least, 1.01 * least);
        assertThat(error(eden.unbiased(), heavyTailed, 1)).isBetween(0.97 * unbiased, 1.01 * unbiased);
    }

    /** The table of DRIVE: ten clients with the same log-normal vector and rotations of their own. */
    @Test
    void inAMeanTheUnbiasedScaleIsTheBetterOne() {
        float[] gradient = CounterRandom.gaussians(8192, 5);
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] = (float) FastMath.exp(gradient[i]);
        }
        assertThat(error(Eden.bits(1).unbiased(), gradient, 10)).isBetween(0.052, 0.062); // (pi / 2 - 1) / 10
        assertThat(error(Eden.bits(1), gradient, 10)).isBetween(0.14, 0.17);
    }

    /** |C(x) − x|² / |x|², C(x) being the mean of several messages. */
    private static double error(Eden eden, float[] gradient, int messages) {
        Shape shape = Shape.vector(gradient.length);
        Encoder encoder = eden.encoder(shape, Seed.of(6));
        Payload payload = Payload.allocate(eden.maxBytes(shape));
        float[] mean = new float[gradient.length];
        for (int message = 0; message < messages; message++) {
            encoder.encode(FloatSlice.of(gradient), payload);
            payload.addTo(FloatSlice.of(mean), 1f / messages);
        }
        double error = 0;
        double square = 0;
        for (int i = 0; i < gradient.length; i++) {
            error += ((double) mean[i] - gradient[i]) * ((double) mean[i] - gradient[i]);
            square += (double) gradient[i] * gradient[i];
        }
        return error / square;
    }

    /** Half of the coordinates of (1, 1, 0, ...) are 0 for any signs, and one bit cannot say that. */
    @ParameterizedTest
    @ValueSource(ints = {2, 64, 4096})
    void withOneBitTwoEqualElementsLoseHalf(int elements) {
        float[] gradient = new float[elements];
        gradient[0] = 1f;
        gradient[elements - 1] = 1f;
        assertThat(error(Eden.bits(1), gradient, 1)).isBetween(0.4999, 0.5001);
        assertThat(error(Eden.bits(1).unbiased(), gradient, 1)).isBetween(0.9998, 1.0002);
    }

    /**
     * The error (z − c(z))² of a coordinate is at most a polynomial a + b z² + c z⁴ + d z⁶ + e z⁸. For a sum z of elements with
     * random signs and norm 1 the mean of z² is 1, and those of the other powers are at most 3, 15, 105, as for a Gaussian
     * variable. So the mean error is at most a + b + 3 c + 15 d + 105 e.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void deltaFollowsFromTheMomentsOfRandomSigns(int bits) {
        double[] p = switch (bits) {
            case 2 -> new double[] {0.206, 0.0776, 0, 0, 2.31e-4};
            case 3 -> new double[] {0.0606, 0.0198, 0.0044, 0, 4e-5};
            default -> new double[] {0.0168, 0.0056, 0.00097, 8.2e-5, 1.5e-5};
        };
        float[] levels = GaussianLevels.values(bits);
        double[] boundaries = GaussianLevels.boundaries(bits);
        for (double z = 0; z < 12; z += 1e-4) {
            int level = 0;
            while (level + 1 < boundaries.length && z > boundaries[level + 1]) {
                level++;
            }
            double error = (z - levels[level]) * (z - levels[level]);
            double square = z * z;
            double bound = p[0] + square * (p[1] + square * (p[2] + square * (p[3] + square * p[4])));
            assertThat(error).as("error at %s", z).isLessThanOrEqualTo(bound);
        }
        assertThat(p[4] * FastMath.pow(12, 6)).as("beyond, z⁸ is more than z²").isGreaterThan(1);
        double delta = ((Guarantee.Contractive)
                        Eden.bits(bits).traits(Shape.vector(5000)).guarantee())
                .delta();
        assertThat(p[0] + p[1] + 3 * p[2] + 15 * p[3] + 105 * p[4]).isLessThanOrEqualTo(1 - delta);
    }

    @Test
    void bitsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> Eden.bits(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("levels have 1 to 4 bits, not 0");
        assertThatThrownBy(() -> Eden.bits(5)).hasMessage("levels have 1 to 4 bits, not 5");
    }

    @Test
    void aMessageTakesItsBitsAndAFactorForEachBlock() {
        Shape shape = Shape.vector(4096 + 600); // 4096, 512, 88 filled up to 128
        Payload payload = Payload.allocate(Eden.bits(3).maxBytes(shape));
        Eden.bits(3).encoder(shape, Seed.of(1)).encode(FloatSlice.of(new float[shape.size()]), payload);
        assertThat(payload.bits()).isEqualTo(8L * (16 + 9 + 3 * 4) + 3L * (4096 + 512 + 128));
    }

    /** Cut into blocks of 32, 16, 8, 4, 2 and 1, 63 elements are off by 14 %. */
    @ParameterizedTest
    @ValueSource(ints = {63, 600})
    void aRestIsNearlyUnbiased(int elements) {
        int messages = 4_000_000 / elements;
        float[] gradient = CounterRandom.gaussians(elements, 8);
        double noise = DISTORTION[0] / (1 - DISTORTION[0]) / messages;
        double bias = Math.sqrt(Math.max(0, error(Eden.bits(1).unbiased(), gradient, messages) - noise));
        assertThat(bias).isLessThan(0.02);
    }

    /** The bound holds for fewer elements, too, whose rest may have more blocks. */
    @Test
    void noMessageIsLongerThanItsBound() {
        long longest = 0;
        for (int elements = 0; elements < 3 * 4096; elements++) {
            longest = Math.max(longest, Eden.Format.PADDED.byteLength(elements, 1));
            assertThat(Eden.Format.PADDED.maxByteLength(elements, 1)).isBetween(longest, longest + 4 * 3);
        }
    }
}
