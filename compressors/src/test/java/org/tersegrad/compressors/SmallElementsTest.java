package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.Trits;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.integers.RandomKernels;
import org.tersegrad.compressors.levels.BlockInteger;
import org.tersegrad.compressors.levels.LevelPacker;
import org.tersegrad.compressors.levels.Qsgd;
import org.tersegrad.compressors.levels.QuantizerPlan;
import org.tersegrad.compressors.levels.TernGrad;
import org.tersegrad.compressors.samples.Messages;

/**
 * Small elements beside a large one are sent as often as they should be. The chance of each is known exactly, so that what is
 * counted is held to six standard deviations of what is expected; seeds are fixed.
 */
@Tag("any-jdk")
class SmallElementsTest {
    private static final int SIZE = 1 << 20;
    private static final int STEPS = 20;
    private static final double SIGMAS = 6;
    /** The random bits of one element: without dither a chance would be a multiple of this. */
    private static final double UNIT = 0x1p-15;

    /** Recipes, their levels, and how many elements share a step; every kernel that rounds is among them. */
    static Stream<Arguments> quantizers() {
        return Stream.of(
                Arguments.of(new TernGrad(), 1, SIZE),
                Arguments.of(BlockInteger.int8(), 127, 4096),
                Arguments.of(BlockInteger.int4().withBlock(4096), 7, 4096),
                Arguments.of(Qsgd.levels(7), 7, 512),
                Arguments.of(Qsgd.levels(1).withNorm(Qsgd.Norm.MAX), 1, 512),
                Arguments.of(Qsgd.levels(3).withBucket(100), 3, 100),
                Arguments.of(Qsgd.levels(15).entropyCoded(), 15, 512));
    }

    @ParameterizedTest
    @MethodSource("quantizers")
    void areSentAsOftenAsTheyShouldBe(Compressor compressor, int levels, int bucket) {
        for (double units : new double[] {0.1, 0.49, 0.51, 1.5}) {
            float small = (float) (units * UNIT / levels);
            float[] gradient = new float[SIZE];
            for (int i = 0; i < SIZE; i++) {
                gradient[i] = i % bucket == 0 ? 1f : CounterRandom.word(5, i) < 0 ? -small : small;
            }
            double chance = (double) small * levels;
            double expected = chance * (SIZE - (SIZE - 1) / bucket - 1);
            double[] counts = new double[STEPS];
            Encoder encoder = compressor.encoder(Shape.vector(SIZE), Seed.of(29));
            Payload payload = Payload.allocate(compressor.maxBytes(Shape.vector(SIZE)));
            int wrongSigns = 0;
            for (int step = 0; step < STEPS; step++) {
                encoder.encode(FloatSlice.of(gradient), payload);
                float[] decoded = Messages.decoded(payload);
                for (int i = 0; i < SIZE; i++) {
                    if (i % bucket != 0 && decoded[i] != 0) {
                        counts[step]++;
                        if (Math.signum(decoded[i]) != Math.signum(gradient[i])) {
                            wrongSigns++;
                        }
                    }
                }
            }
            String what = compressor + " at " + units + " units";
            assertThat(wrongSigns).as(what).isZero();
            double sum = Arrays.stream(counts).sum();
            assertThat(Math.abs(sum - STEPS * expected)).as(what).isLessThan(SIGMAS * Math.sqrt(STEPS * expected));
            assertDispersion(counts, expected, what + ", steps");
        }
    }

    /** Counts are as far from their mean as independent rare events are: what shares a dither does not come in crowds. */
    private static void assertDispersion(double[] counts, double expected, String what) {
        double squares = 0;
        for (double count : counts) {
            squares += (count - expected) * (count - expected) / expected;
        }
        double deviation = Math.sqrt((2 + 1 / expected) * counts.length);
        assertThat(Math.abs(squares - counts.length))
                .as("dispersion of " + what)
                .isLessThan(SIGMAS * deviation);
    }

    /** z e^w, gradients' own kind. All elements with a chance below 2^-k are together sent as often as they should be. */
    @Test
    void ofHeavyTailsAreSentToo() {
        int steps = 3 * STEPS;
        float[] gradient = new float[SIZE];
        float largest = 0;
        for (int i = 0; i < SIZE; i++) {
            gradient[i] = (float) (bell(2 * i) * Math.exp(1.5 * bell(2 * i + 1)));
            largest = Math.max(largest, Math.abs(gradient[i]));
        }
        int[] sent = new int[SIZE];
        Compressor compressor = new TernGrad();
        Encoder encoder = compressor.encoder(Shape.vector(SIZE), Seed.of(31));
        Payload payload = Payload.allocate(compressor.maxBytes(Shape.vector(SIZE)));
        for (int step = 0; step < steps; step++) {
            encoder.encode(FloatSlice.of(gradient), payload);
            float[] decoded = Messages.decoded(payload);
            for (int i = 0; i < SIZE; i++) {
                sent[i] += decoded[i] == 0 ? 0 : 1;
            }
        }
        for (int k = 0; k <= 16; k++) {
            double expected = 0;
            double variance = 0;
            double count = 0;
            for (int i = 0; i < SIZE; i++) {
                double chance = Math.abs(gradient[i]) / (double) largest;
                if (chance < Math.scalb(1.0, -k)) {
                    expected += steps * chance;
                    variance += steps * chance * (1 - chance);
                    count += sent[i];
                }
            }
            assertThat(expected).isGreaterThan(100);
            assertThat(Math.abs(count - expected))
                    .as("chances below 2^-%d", k)
                    .isLessThan(SIGMAS * Math.sqrt(variance));
        }
    }

    /** By the logistic distribution, which looks enough like a bell. */
    private static double bell(int i) {
        double uniform = ((CounterRandom.word(7, i) >>> 1) + 0.5) * 0x1p-31;
        return 0.55 * Math.log(uniform / (1 - uniform));
    }

    /** Of few random bits, so that the dither decides: chances down to a thousandth of a unit. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 0.02, 0.49, 0.51, 0.999, 1.001, 2.5})
    void theDitherGivesChancesBelowAUnit(double units) {
        int fraction = 4;
        int groups = 8;
        float[] values = new float[groups * Kernels.GROUP];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (CounterRandom.word(6, i) < 0 ? -units : units);
        }
        int[] words = new int[groups * Kernels.ROUNDING_WORDS];
        int[] fields = new int[values.length];
        int blocks = 1 << 10;
        double[] lanes = new double[blocks * groups * Kernels.LANES];
        for (int block = 0; block < blocks; block++) {
            RandomKernels.ROUNDING_WORDS
                    .at(groups * Kernels.GROUP)
                    .roundingWords(11, 12, block * groups, groups, words);
            RoundingKernels.ROUND_AT_RANDOM
                    .at(values.length)
                    .roundAtRandom(
                            values, 0, values.length, 1f, fraction, RoundingKernels.MAGIC, words, 0, 0, fields, 0);
            for (int i = 0; i < fields.length; i++) {
                int lane = (block * groups + i / Kernels.GROUP) * Kernels.LANES + i % Kernels.LANES;
                lanes[lane] += Math.abs(fields[i]);
            }
        }
        double sum = Arrays.stream(lanes).sum();
        double expected = blocks * values.length * Math.scalb((double) Math.abs(values[0]), -fraction);
        // The 32 elements of a lane share their dither: the variance is that of sums of lanes.
        double mean = sum / lanes.length;
        double variance =
                Arrays.stream(lanes).map(lane -> (lane - mean) * (lane - mean)).sum();
        assertThat(Math.abs(sum - expected)).isLessThan(SIGMAS * Math.sqrt(variance));
        assertThat(variance).isLessThan(2 * 32 * expected);
    }

    /** In lanes, in groups and in blocks: 15 random bits of each element's own keep what shares a dither apart. */
    @ParameterizedTest
    @ValueSource(ints = {32, 512, 4096, 65536})
    void areSentIndependently(int together) {
        int groups = 128;
        float[] values = new float[groups * Kernels.GROUP];
        Arrays.fill(values, 0.49f);
        int[] words = new int[groups * Kernels.ROUNDING_WORDS];
        int[] fields = new int[values.length];
        int blocks = 200;
        double[] counts = new double[blocks * values.length / together];
        for (int block = 0; block < blocks; block++) {
            RandomKernels.ROUNDING_WORDS
                    .at(groups * Kernels.GROUP)
                    .roundingWords(21, 22, block * groups, groups, words);
            RoundingKernels.ROUND_AT_RANDOM
                    .at(values.length)
                    .roundAtRandom(values, 0, values.length, 1f, 15, RoundingKernels.MAGIC, words, 0, 0, fields, 0);
            for (int i = 0; i < fields.length; i++) {
                // A lane of a group is 32 elements.
                int place = together == 32 ? i / 512 * 16 + i % 16 : i / together;
                counts[block * (values.length / together) + place] += fields[i];
            }
        }
        double expected = together * 0.49 * UNIT;
        double sum = Arrays.stream(counts).sum();
        double all = expected * counts.length;
        assertThat(Math.abs(sum - all)).isLessThan(SIGMAS * Math.sqrt(all));
        assertDispersion(counts, expected, together + " elements");
    }

    /** Levels of a shared scale are rounded alike. */
    @Test
    void areSentWithASharedScale() {
        float small = (float) (0.49 * UNIT);
        float[] gradient = new float[SIZE];
        Arrays.fill(gradient, small);
        gradient[3] = 1f;
        QuantizerPlan plan = new TernGrad().plan(Shape.vector(SIZE));
        LevelPacker levels = new LevelPacker(plan, SIZE, Seed.of(3));
        float[] steps = new float[1];
        byte[] packed = new byte[Trits.byteLength(SIZE)];
        int[] trits = new int[SIZE];
        int count = 0;
        for (int step = 0; step < STEPS; step++) {
            levels.look(FloatSlice.of(gradient), steps, false);
            steps[0] = 2f; // that of another worker
            levels.pack(FloatSlice.of(gradient), 0, SIZE, CounterRandom.fork(3, step), steps, packed, 0);
            Trits.unpack(packed, 0, packed.length, trits, 0, SIZE);
            count += Arrays.stream(trits).sum() - trits[3];
        }
        double expected = STEPS * (SIZE - 1) * (double) small / 2;
        assertThat(Math.abs(count - expected)).isLessThan(SIGMAS * Math.sqrt(expected));
    }
}
