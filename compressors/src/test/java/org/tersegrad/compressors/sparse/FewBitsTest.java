package org.tersegrad.compressors.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.samples.Messages;

/** Top-k with sign and a few magnitudes, under a budget and in chunks. */
class FewBitsTest {
    private static final int SIZE = 1 << 18;

    /**
     * Shares of the square that are sent under a budget, in percent, if indices take their entropy and nothing else takes a byte. Headers and
     * codes cost 0.4 points at most.
     */
    @ParameterizedTest
    @CsvSource({
        "gaussian, 0.4, 31.9, 28.7, 26.1, 23.9",
        "laplace,  0.4, 44.4, 42.3, 39.7, 37.3",
    })
    @Tag("any-jdk")
    void aBudgetSendsTheShareOfTheory(String kind, String bits, double one, double two, double three, double four) {
        float[] values = values(kind, SIZE);
        double[] expected = {one, two, three, four};
        for (int b = 1; b <= 4; b++) {
            double share = 100 * share(values, "topk(bits=" + bits + ",values=bits" + b + ")");
            assertThat(share).as("%s with %d bits", kind, b).isCloseTo(expected[b - 1], within(0.4));
        }
    }

    /** Bins, 32 rounds and sums of doubles lose nothing against sorting and as many rounds as it takes. */
    @ParameterizedTest
    @ValueSource(strings = {"gaussian", "laplace", "heavy"})
    @Tag("any-jdk")
    void magnitudesKeepAsMuchAsThoseOfSortedValues(String kind) {
        float[] values = values(kind, SIZE);
        for (int count : new int[] {3, 100, 2621, 13_000}) {
            for (int b = 1; b <= 4; b++) {
                double share = share(values, "topk(k=" + count + ",values=bits" + b + ")");
                double naive = naiveShare(values, count, 1 << (b - 1));
                assertThat(share).as("%s, %d values of %d bits", kind, count, b).isGreaterThan(naive - 0.003);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void whatIsLeftIsOrthogonalToWhatIsSent(int bits) {
        for (String kind : new String[] {"gaussian", "laplace", "heavy"}) {
            float[] values = values(kind, 1 << 14);
            float[] sent = decoded(values, Recipe.parse("topk(0.02,values=bits" + bits + ")"));
            double product = 0;
            double square = 0;
            for (int i = 0; i < values.length; i++) {
                product += ((double) values[i] - sent[i]) * sent[i];
                square += (double) sent[i] * sent[i];
            }
            assertThat(Math.abs(product) / square).as(kind).isLessThan(1e-6);
        }
    }

    /** With as many magnitudes as there are different values, nothing is lost. */
    @Test
    void fewDifferentValuesAreSentAsTheyAre() {
        float[] values = {1000f, -3f, 3f, 0.1f, 0, -0.1f, 7f, 3f, 0x1p-30f, 0.1f, 5e-7f};
        assertThat(decoded(values, Recipe.parse("topk(k=8,values=bits4)")))
                .containsExactly(1000f, -3f, 3f, 0.1f, 0, -0.1f, 7f, 3f, 0, 0.1f, 0);
        assertThat(decoded(new float[9], Recipe.parse("topk(k=8,values=bits4)")))
                .containsOnly(0);
    }

    /** Values that are tiny beside the largest have one magnitude, their mean: their sum does not vanish beside a large one. */
    @Test
    void tinyValuesHaveTheirMean() {
        float[] values = {0x1p100f, 1f, -2f, 3f};
        assertThat(decoded(values, Recipe.parse("topk(1,values=bits2)"))).containsExactly(0x1p100f, 2f, -2f, 2f);
    }

    /** Few bits a value are worth it: at equal bytes they send more than floats do. */
    @Test
    void moreIsSentThanWithFloats() {
        for (String kind : new String[] {"gaussian", "laplace", "heavy"}) {
            float[] values = values(kind, 1 << 16);
            for (String bits : new String[] {"0.1", "0.4"}) {
                double floats = share(values, "topk(bits=" + bits + ")");
                // One magnitude is too few for a heavy tail.
                for (int b = kind.equals("heavy") ? 2 : 1; b <= 4; b++) {
                    assertThat(share(values, "topk(bits=" + bits + ",values=bits" + b + ")"))
                            .as("%s, %s bits, %d bits a value", kind, bits, b)
                            .isGreaterThan(floats);
                }
            }
        }
    }

    /** For any gradient, with all bytes of the body: also where indices are placed as badly for all codes as can be. */
    @ParameterizedTest
    @ValueSource(strings = {"fp32", "bf16", "int8", "bits1", "bits2", "bits4"})
    void aBodyIsWithinItsBudget(String values) {
        for (int size : new int[] {1, 2, 7, 100, 5000, 40_000}) {
            for (double bits : new double[] {0.01, 0.4, 1, 3, 40}) {
                Compressor compressor = Recipe.parse("topk(bits=" + bits + ",values=" + values + ")");
                Shape shape = Shape.vector(size);
                long budget = Math.max(
                        (long) Math.ceil(bits * size / 8),
                        Recipe.parse("topk(k=1,values=" + values + ")").maxBytes(shape) - Payload.HEADER_BYTES);
                assertThat(compressor.maxBytes(shape) - Payload.HEADER_BYTES).isLessThanOrEqualTo((int) budget);
                gradients(size).forEach((name, gradient) -> {
                    Payload payload = encode(gradient, compressor);
                    assertThat((long) payload.byteLength() - Payload.HEADER_BYTES)
                            .as("%s of %d elements, %s", compressor, size, name)
                            .isLessThanOrEqualTo(budget);
                    assertThat(Messages.decoded(payload).length).isEqualTo(size);
                });
                if (size == 40_000 && bits == 0.4) {
                    int bytes = encode(values("gaussian", size), compressor).byteLength() - Payload.HEADER_BYTES;
                    assertThat((double) bytes).as("%s is used", compressor).isGreaterThan(0.98 * budget);
                }
            }
        }
    }

    private static Map<String, float[]> gradients(int size) {
        Map<String, float[]> all = new TreeMap<>();
        SplittableRandom random = new SplittableRandom(size);
        all.put("zero", new float[size]);
        float[] constant = new float[size];
        Arrays.fill(constant, -0.5f);
        all.put("constant", constant);
        float[] oneHot = new float[size];
        oneHot[size / 2] = 3f;
        all.put("one-hot", oneHot);
        all.put("ties", floats(size, i -> random.nextInt(3) - 1));
        all.put("heavy", values("heavy", size));
        // Bursts whose gaps fit no parameter: half of the large ones close together, half far apart.
        all.put(
                "bursts",
                floats(size, i -> (i / 64 % 16 == 0 && random.nextInt(2) == 0 ? 100 : 1) * random.nextDouble()));
        all.put("two densities", floats(size, i -> random.nextInt(i < size / 2 ? 3 : 200) == 0 ? 1 : 0));
        return all;
    }

    @Test
    void aBudgetIsABudget() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Recipe.parse("topk(bits=0)"))
                .withMessageContaining("bits of a parameter are above 0 and at most 64, these are 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Recipe.parse("topk(0.1,bits=0.4)"))
                .withMessageContaining("either bits, a fraction or k, not two of them");
        assertThat(Recipe.parse("topk(bits=0.40,values=BITS2)")).hasToString("topk(bits=0.4,values=bits2)");
    }

    /**
     * Sign times mean keeps 1/k of one large element among k, and k/d of equal ones: the guarantee is no less than what is kept, and no
     * more. With more magnitudes it holds for elements that span any number of octaves in any steps.
     */
    @Test
    void theGuaranteeHoldsForTheWorstGradients() {
        int size = 4096;
        for (int b = 1; b <= 4; b++) {
            for (int count : new int[] {2, 20, 64, 500}) {
                TopK compressor = new TopK(new Keep.Count(count), TopK.Values.valueOf("BITS" + b));
                double delta = delta(compressor, size);
                double worst = 1;
                for (double largest : new double[] {1, 3, 10, 1e2, 1e4, 1e8}) {
                    for (int many : new int[] {1, 2, 8, count}) {
                        for (float[] values : List.of(
                                floats(size, i -> i < many ? largest : 1),
                                floats(size, i -> Math.max(1, largest * Math.exp(-(double) i / many))),
                                floats(size, i -> Math.max(1, largest / (1 + i))))) {
                            worst = Math.min(worst, share(values, compressor.toString()));
                        }
                    }
                }
                assertThat(worst).as("%s of %d", compressor, size).isGreaterThanOrEqualTo(delta * (1 - 1e-6));
                if (b == 1) {
                    assertThat(delta).isCloseTo(Math.min(1.0 / count, (double) count / size), within(1e-12));
                    assertThat(worst).isLessThan(1.01 * delta);
                } else {
                    assertThat(delta).isGreaterThanOrEqualTo(Math.min(1.0 / count, (double) count / size));
                }
            }
        }
        assertThat(delta(new TopK(new Keep.Count(500), TopK.Values.BITS4), size))
                .as("eight magnitudes are nearly as good as floats")
                .isGreaterThan(0.75 * 500 / size);
    }

    private static float[] floats(int size, IntToDoubleFunction values) {
        float[] floats = new float[size];
        for (int i = 0; i < size; i++) {
            floats[i] = (float) values.applyAsDouble(i);
        }
        return floats;
    }

    private static double delta(Compressor compressor, int size) {
        return ((Guarantee.Contractive) compressor.traits(Shape.vector(size)).guarantee()).delta();
    }

    /** SparseLoCo's 64 of 4096: two magnitudes for each chunk, header and all, where a chunk's own body takes 16 bytes besides. */
    @ParameterizedTest
    @CsvSource({"gaussian, 11.9", "laplace, 21.2", "heavy, 52"})
    @Tag("any-jdk")
    void chunksTakeLessThanFifteenHundredthsOfABit(String kind, double leastShare) {
        float[] values = values(kind, 1 << 20);
        String recipe = "topk(k=64,values=bits2)+chunked(4096)";
        Payload payload = encode(values, Recipe.parse(recipe));
        assertThat(8.0 * payload.byteLength() / values.length)
                .as("bits, header included")
                .isLessThan(0.150);
        assertThat(100 * share(values, recipe)).isGreaterThan(leastShare - (kind.equals("heavy") ? 3 : 0.1));
        double own = IntStream.range(0, values.length / 4096)
                .mapToDouble(i -> captured(Arrays.copyOfRange(values, 4096 * i, 4096 * (i + 1)), 64, 2))
                .sum();
        assertThat(share(values, recipe)).isGreaterThan(own / square(values) - 0.003);
    }

    /** Small chunks and large ones in one tensor: a byte for a magnitude spans 32 octaves. */
    @Test
    void chunksOfAnyScaleAreKept() {
        float[] values = values("gaussian", 700);
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.scalb(values[i], -4 * (i / 100));
        }
        float[] sent = decoded(values, Recipe.parse("topk(0.2,values=bits3)+chunked(100)"));
        for (int i = 0; i < 7; i++) {
            float[] chunk = Arrays.copyOfRange(values, 100 * i, 100 * i + 100);
            double kept = 1 - error(chunk, Arrays.copyOfRange(sent, 100 * i, 100 * i + 100)) / square(chunk);
            assertThat(kept).as("chunk %d", i).isGreaterThan(captured(chunk, 20, 4) / square(chunk) - 0.01);
        }
    }

    /**
     * The gradient of an embedding: 40 of 4096 rows are not zero. Its indices take the entropy of rows and of places in them, 3.6 bits each
     * instead of 10.1, if the shape is known, and 6 in a vector.
     */
    @Test
    void indicesOfAnEmbeddingTakeTheEntropyOfRowsAndPlaces() {
        Shape shape = new Shape(4096, 100);
        float[] normal = values("gaussian", shape.size());
        float[] values = floats(shape.size(), i -> i / 100 % 97 == 5 && i / 100 < 3900 ? normal[i] : 0);
        Compressor compressor = Recipe.parse("topk(k=1000,values=bits1)");
        int matrix = bytes(compressor, shape, values);
        int vector = bytes(compressor, Shape.vector(shape.size()), values);
        double rows = 4096 * entropy(41 / 4096.0);
        double places = 4100 * entropy(1000 / 4100.0);
        assertThat(8.0 * (matrix - 125 - 8)).as("bits of a matrix").isLessThan(1.1 * (rows + places));
        assertThat(8.0 * (vector - 125 - 8)).as("bits of a vector").isLessThan(1.7 * (rows + places));
        assertThat(vector).isGreaterThan(matrix);
    }

    private static int bytes(Compressor compressor, Shape shape, float[] values) {
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        compressor.encoder(shape, Seed.of(1)).encode(FloatSlice.of(values), payload);
        assertThat(Messages.decoded(payload)).isEqualTo(decoded(values, compressor));
        return payload.byteLength() - Payload.HEADER_BYTES;
    }

    private static double entropy(double share) {
        return -(share * Math.log(share) + (1 - share) * Math.log(1 - share)) / Math.log(2);
    }

    /** A step in one pass leaves the bytes and the residual of three calls, bit for bit. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "topk(0.1,values=bits1)",
                "topk(0.1,values=bits2)",
                "topk(bits=0.3,values=bits3)",
                "topk(0.1,values=bits4)",
                "topk(0.1,values=bits2)+chunked(70)",
                "topk(k=5,values=bits4)+chunked(64)"
            })
    void theResidualIsWhatWasNotSent(String recipe) {
        Compressor compressor = Recipe.parse(recipe);
        Shape shape = Shape.vector(1000);
        Encoder fused = compressor.encoder(shape, Seed.of(1));
        Encoder plain = compressor.encoder(shape, Seed.of(1));
        Residual one = new Residual(1000, 0.9f);
        Residual other = new Residual(1000, 0.9f);
        Payload first = Payload.allocate(compressor.maxBytes(shape));
        Payload second = Payload.allocate(compressor.maxBytes(shape));
        for (int step = 0; step < 5; step++) {
            float[] gradient = values("heavy", 1000 + step);
            FloatSlice slice = new FloatSlice(gradient, step, 1000);
            fused.encode(slice, one, first);
            plain.encode(other.plus(slice), second);
            other.keepUnsent(second);
            assertThat(Messages.bytes(first)).isEqualTo(Messages.bytes(second));
            assertThat(content(one)).isEqualTo(content(other));
        }
    }

    private static float[] content(Residual residual) {
        float[] values = new float[residual.length()];
        residual.addTo(FloatSlice.of(values), 1f);
        return values;
    }

    private static Payload encode(float[] values, Compressor compressor) {
        return compressor.compress(values);
    }

    private static float[] decoded(float[] values, Compressor compressor) {
        return Messages.decoded(encode(values, compressor));
    }

    private static double share(float[] values, String recipe) {
        return 1 - error(values, decoded(values, Recipe.parse(recipe))) / square(values);
    }

    private static double error(float[] values, float[] decoded) {
        return IntStream.range(0, values.length)
                .mapToDouble(i -> ((double) values[i] - decoded[i]) * ((double) values[i] - decoded[i]))
                .sum();
    }

    private static double square(float[] values) {
        return error(values, new float[values.length]);
    }

    private static double naiveShare(float[] values, int count, int cells) {
        return captured(values, count, cells) / square(values);
    }

    /** Lloyd's rounds on sorted magnitudes, from edges in geometric steps, until nothing changes. */
    private static double captured(float[] values, int count, int cells) {
        double[] sorted = IntStream.range(0, values.length)
                .mapToDouble(i -> -Math.abs(values[i]))
                .sorted()
                .limit(count)
                .map(x -> -x)
                .toArray();
        double floor = cells == 1 ? 1 : Math.pow(count, -cells / (2.0 * (cells - 1)));
        double ratio = Math.pow(Math.max(sorted[count - 1] / sorted[0], floor), 1.0 / cells);
        int[] edges = new int[cells + 1];
        edges[cells] = count;
        for (int cell = 1; cell < cells; cell++) {
            edges[cell] = edges[cell - 1];
            while (edges[cell] < count && sorted[edges[cell]] > sorted[0] * Math.pow(ratio, cell)) {
                edges[cell]++;
            }
        }
        int[] before = {};
        while (!Arrays.equals(before, edges)) {
            before = edges.clone();
            for (int cell = 1; cell < cells; cell++) {
                double middle = (mean(sorted, before, cell - 1) + mean(sorted, before, cell)) / 2;
                edges[cell] =
                        (int) Arrays.stream(sorted).filter(x -> x > middle).count();
            }
        }
        double kept = 0;
        for (int cell = 0; cell < cells; cell++) {
            double mean = mean(sorted, edges, cell);
            kept += mean * mean * Math.max(0, edges[cell + 1] - edges[cell]);
        }
        return kept;
    }

    private static double mean(double[] sorted, int[] edges, int cell) {
        return Arrays.stream(sorted, edges[cell], Math.max(edges[cell], edges[cell + 1]))
                .average()
                .orElse(0);
    }

    private static float[] values(String kind, int size) {
        SplittableRandom random = new SplittableRandom(11);
        float[] values = new float[size];
        for (int i = 0; i < size; i++) {
            double normal = random.nextGaussian();
            values[i] = (float)
                    switch (kind) {
                        case "gaussian" -> normal;
                        case "laplace" -> Math.signum(normal) * -Math.log(1 - random.nextDouble());
                        default -> normal * Math.exp(random.nextGaussian());
                    };
        }
        return values;
    }
}
