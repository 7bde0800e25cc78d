package org.tersegrad.reducers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.levels.BlockInteger;
import org.tersegrad.compressors.levels.Quantizer;
import org.tersegrad.reducers.group.LocalGroup;

/**
 * Rounding that workers agree on: how much smaller it makes the error of the mean than rounding at random does. For
 * equal gradients, for unlike ones, and for a common part plus unlike ones.
 */
@SuppressWarnings("EnumOrdinal") // in the order of the columns
class AgreedRoundingTest {
    private static final int SIZE = 1 << 16;
    private static final int WORKERS = 8;
    /** Own parts of up to twelve workers, and one that is common to all. */
    private static final float[][] GAUSSIANS = IntStream.rangeClosed(0, 12)
            .mapToObj(seed -> CounterRandom.gaussians(SIZE, seed))
            .toArray(float[][]::new);

    private enum Data {
        EQUAL,
        COMMON_PART,
        UNLIKE;

        float[] of(int worker) {
            float[] gradient = new float[SIZE];
            for (int i = 0; i < SIZE; i++) {
                gradient[i] = (this == UNLIKE ? 0 : GAUSSIANS[12][i]) + (this == EQUAL ? 0 : GAUSSIANS[worker][i]);
            }
            return gradient;
        }
    }

    /** One worker's error, decoded from its payload. */
    private static double[] error(Compressor compressor, Data data, int rank, int workers) {
        Shape shape = Shape.vector(SIZE);
        float[] gradient = data.of(rank);
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        compressor.encoder(shape, Seed.of(7).ofWorker(rank, workers)).encode(FloatSlice.of(gradient), payload);
        float[] decoded = payload.decompress();
        double[] error = new double[SIZE];
        Arrays.setAll(error, i -> decoded[i] - (double) gradient[i]);
        return error;
    }

    /** The squared error of the mean of workers {@code first .. last} of a group. */
    private static double ofMean(Compressor compressor, Data data, int workers, int first, int last) {
        double[] sum = new double[SIZE];
        for (int rank = first; rank <= last; rank++) {
            double[] error = error(compressor, data, rank, workers);
            Arrays.setAll(sum, i -> sum[i] + error[i]);
        }
        return Arrays.stream(sum).map(each -> each * each).sum() / Math.pow(last - first + 1, 2);
    }

    private static Compressor rounding(String scheme, String rounding) {
        String open = scheme.endsWith(")") ? scheme.substring(0, scheme.length() - 1) + "," : scheme + "(";
        return Recipe.parse(open + "rounding=" + rounding + ")");
    }

    /** A cyclic shift alone, γ from the shared seed and permutations that differ by worker all miss some of these. */
    @ParameterizedTest
    @CsvSource({
        "int8,               correlated,  8.0, 1.97, 1.97",
        "int8,               dither,     16.1, 2.01, 1.99",
        "int8(affine=true),  correlated,  8.0, 1.97, 1.97",
        "int8(affine=true),  dither,     16.1, 2.01, 1.99",
        "int4(block=64),     correlated,  8.1, 1.91, 1.88",
        "int4(block=64),     dither,     15.8, 1.98, 1.95",
        "qsgd(levels=7),     correlated,  7.3, 1.94, 1.79",
        "qsgd(levels=7),     dither,     14.5, 1.99, 1.81",
        "terngrad,           correlated,  6.4, 1.94, 1.64",
        "terngrad,           dither,     12.9, 2.01, 1.70",
    })
    void theErrorOfTheMeanIsSmaller(String scheme, String rounding, double equal, double common, double unlike) {
        double[] gains = {equal, common, unlike};
        for (Data data : Data.values()) {
            double before = ofMean(Recipe.parse(scheme), data, WORKERS, 0, WORKERS - 1);
            double now = ofMean(rounding(scheme, rounding), data, WORKERS, 0, WORKERS - 1);
            assertThat(before / now).as("%s", data).isCloseTo(gains[data.ordinal()], withinPercentage(5));
        }
    }

    /** Neighbours in rank must not be neighbours in u, or some of the workers are worse together than at random. */
    @ParameterizedTest
    @ValueSource(ints = {6, 7, 8, 12})
    void someOfTheWorkersAreNoWorseThanAtRandom(int workers) {
        Compressor plain = Recipe.parse("int8");
        for (String rounding : List.of("correlated", "dither")) {
            Compressor agreed = rounding("int8", rounding);
            for (int first : new int[] {0, 2}) {
                for (int present : new int[] {2, workers / 2, workers - 2}) {
                    for (Data data : new Data[] {Data.EQUAL, Data.UNLIKE}) {
                        int last = first + present - 1;
                        double gain =
                                ofMean(plain, data, workers, first, last) / ofMean(agreed, data, workers, first, last);
                        assertThat(gain)
                                .as("%s: workers %d to %d of %d, %s", rounding, first, last, workers, data)
                                .isGreaterThan(1);
                    }
                }
            }
        }
        // Two errors correlate by -1/n where gradients are equal and steps are small.
        int present = workers / 2;
        double gain = ofMean(plain, Data.EQUAL, workers, 0, present - 1)
                / ofMean(rounding("int8", "correlated"), Data.EQUAL, workers, 0, present - 1);
        assertThat(gain).isCloseTo(workers / (workers - present + 1.0), withinPercentage(5));
    }

    /** The mean error of each worker is 0, and its variance is that of a worker alone. */
    @ParameterizedTest
    @CsvSource({"int8,6", "int4,6", "qsgd(levels=7),6", "terngrad,6", "int8(affine=true),6", "qsgd(levels=32767),7"})
    void eachWorkerAloneIsUnbiased(String scheme, int workers) {
        double before = square(error(Recipe.parse(scheme), Data.UNLIKE, 0, 1));
        for (int rank = 0; rank < workers; rank++) {
            double[] correlated = error(rounding(scheme, "correlated"), Data.UNLIKE, rank, workers);
            double[] dithered = error(rounding(scheme, "dither"), Data.UNLIKE, rank, workers);
            for (double[] error : List.of(correlated, dithered)) {
                double sum = Arrays.stream(error).sum();
                assertThat(sum * sum).as("worker %d", rank).isLessThan(36 * square(error));
            }
            double scale = square(toDoubles(Data.UNLIKE.of(0))) / square(toDoubles(Data.UNLIKE.of(rank)));
            assertThat(square(correlated) * scale).isCloseTo(before, withinPercentage(25)); // largest elements differ
        }
    }

    private static double square(double[] values) {
        return Arrays.stream(values).map(each -> each * each).sum();
    }

    private static double[] toDoubles(float[] values) {
        double[] doubles = new double[values.length];
        Arrays.setAll(doubles, i -> values[i]);
        return doubles;
    }

    private static float[] reduce(Reducer reducer, Data data) {
        return LocalGroup.run(WORKERS, group -> {
                    float[] gradient = data.of(group.rank());
                    reducer.reduction(Shape.vector(SIZE), Seed.of(3), group).reduce(FloatSlice.of(gradient));
                    return gradient;
                })
                .get(2);
    }

    private static double error(Reducer reducer, Data data) {
        double[] error = toDoubles(reduce(reducer, data));
        for (int rank = 0; rank < WORKERS; rank++) {
            float[] gradient = data.of(rank);
            Arrays.setAll(error, i -> error[i] - gradient[i] / (double) WORKERS);
        }
        return square(error);
    }

    /** Every reducer passes on rank and size: only the way up gains in two shots, and all of a shared scale. */
    @ParameterizedTest
    @CsvSource({"correlated, 8, 1.97", "dither, 16, 2"})
    void reducersSupplyRankAndSize(String rounding, double equal, double unlike) {
        BlockInteger plain = BlockInteger.int8();
        BlockInteger agreed = (BlockInteger) rounding("int8", rounding);
        double[] gains = {equal, Double.NaN, unlike};
        for (Data data : new Data[] {Data.EQUAL, Data.UNLIKE}) {
            double gain = gains[data.ordinal()];
            assertThat(error(new Gather(plain), data) / error(new Gather(agreed), data))
                    .isCloseTo(gain, withinPercentage(5));
            assertThat(error(new SharedScale(plain), data) / error(new SharedScale(agreed), data))
                    .isCloseTo(gain, withinPercentage(5));
            Reducer exactDown = new TwoShot(plain, Recipe.parse("dense"));
            assertThat(error(exactDown, data) / error(new TwoShot(agreed, Recipe.parse("dense")), data))
                    .isCloseTo(gain, withinPercentage(5));
        }
    }

    /** A worker that was absent draws with the others again. */
    @Test
    void anAbsentWorkerAgreesWhenItIsBack() {
        Data data = Data.EQUAL;
        Compressor dense = Recipe.parse("dense");
        double before = error(new Gather(BlockInteger.int8()), data);
        for (String recipe :
                List.of("int8(rounding=correlated)", "int8(rounding=correlated,block=512)+chunked(8192)")) {
            Server server = new Server(Recipe.parse(recipe), dense).shards();
            double[] error = toDoubles(LocalGroup.run(WORKERS, group -> {
                        Server.ServerReduction reduction = server.reduction(Shape.vector(SIZE), Seed.of(3), group);
                        float[] gradient = data.of(group.rank());
                        if (group.rank() < 3) {
                            reduction.reduceAbsent(FloatSlice.of(gradient));
                        } else {
                            reduction.reduce(FloatSlice.of(gradient));
                        }
                        gradient = data.of(group.rank());
                        reduction.reduce(FloatSlice.of(gradient));
                        return gradient;
                    })
                    .get(0));
            float[] exact = data.of(0);
            Arrays.setAll(error, i -> error[i] - exact[i]);
            assertThat(before / square(error)).as(recipe).isGreaterThan(7.5);
        }
    }

    /** The dither of all is subtracted from the sum, and that is the mean of what each worker alone decodes to. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 6, 8, 12})
    void aSumOfDitheredLevelsIsTheSumOfDecodedOnes(int workers) {
        float[] same = CounterRandom.gaussians(1300, 1); // so that steps are those of the group
        for (String scheme : List.of("int8", "terngrad", "qsgd(levels=3000)")) {
            Quantizer dithered = (Quantizer) rounding(scheme, "dither");
            float[] shared = mean(new SharedScale(dithered), same, workers);
            float[] gathered = mean(new Gather(dithered), same, workers);
            double step = 3.5; // of terngrad, the largest
            for (int i = 0; i < same.length; i++) {
                assertThat((double) shared[i]).isCloseTo(gathered[i], within(step * 1e-6));
            }
        }
    }

    private static float[] mean(Reducer reducer, float[] same, int workers) {
        return LocalGroup.run(workers, group -> {
                    float[] gradient = same.clone();
                    reducer.reduction(Shape.vector(same.length), Seed.of(5), group)
                            .reduce(FloatSlice.of(gradient));
                    return gradient;
                })
                .get(0);
    }

    @Test
    void aGroupOfMoreThan1024IsRejected() {
        Shape shape = Shape.vector(3);
        Seed seed = Seed.of(1).ofWorker(0, 1025);
        assertThatThrownBy(() -> Recipe.parse("int8(rounding=correlated)").encoder(shape, seed))
                .hasMessage("up to 1024 workers agree on their rounding, not 1025");
        Recipe.parse("int8").encoder(shape, seed);
    }
}
