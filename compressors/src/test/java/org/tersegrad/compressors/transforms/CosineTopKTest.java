package org.tersegrad.compressors.transforms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.CosineTransform;
import org.tersegrad.compressors.sparse.TopK;

class CosineTopKTest {
    private static Payload compress(Compressor compressor, Shape shape, float[] gradient) {
        Encoder encoder = compressor.encoder(shape, Seed.of(1));
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        encoder.encode(FloatSlice.of(gradient), payload);
        return payload;
    }

    private static double squares(float[] values) {
        double sum = 0;
        for (float value : values) {
            sum += (double) value * value;
        }
        return sum;
    }

    private static float[] difference(float[] a, float[] b) {
        float[] difference = new float[a.length];
        for (int i = 0; i < a.length; i++) {
            difference[i] = a[i] - b[i];
        }
        return difference;
    }

    /** The sum of the definition, in double. */
    private static double coefficient(float[] chunk, int rows, int columns, int u, int v) {
        double sum = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                sum += chunk[i * columns + j]
                        * Math.cos(Math.PI * (2 * i + 1) * u / (2.0 * rows))
                        * Math.cos(Math.PI * (2 * j + 1) * v / (2.0 * columns));
            }
        }
        return sum * Math.sqrt((u == 0 ? 1.0 : 2.0) / rows) * Math.sqrt((v == 0 ? 1.0 : 2.0) / columns);
    }

    @ParameterizedTest
    @CsvSource({"1,1", "1,7", "5,1", "8,8", "12,50", "64,64", "64,3", "17,64"})
    void transformIsTheDefinitionAndItsInverseTakesItBack(int rows, int columns) {
        float[] chunk = CounterRandom.gaussians(rows * columns, 3);
        float[] coefficients = chunk.clone();
        CosineTransform cosines = new CosineTransform();
        cosines.forward(coefficients, rows, columns);
        for (int n = 0; n < 20; n++) {
            int u = n * 7 % rows;
            int v = n * 5 % columns;
            assertThat((double) coefficients[u * columns + v])
                    .isCloseTo(coefficient(chunk, rows, columns, u, v), within(2e-5));
        }
        assertThat(squares(coefficients)).isCloseTo(squares(chunk), within(1e-5 * squares(chunk)));
        float[] elements = new float[chunk.length];
        int[] places = IntStream.range(0, chunk.length).toArray();
        cosines.inverse(places, coefficients, chunk.length, elements, rows, columns);
        assertThat(elements).containsExactly(chunk, within(1e-5f));
    }

    /** The fast transform of whole chunks: every coefficient, and the bits, which must be these on any CPU. */
    @Test
    void wholeChunksHaveFixedBits() {
        float[] chunk = CounterRandom.gaussians(4096, 3);
        float[] coefficients = chunk.clone();
        new CosineTransform().forward(coefficients, 64, 64);
        for (int i = 0; i < 4096; i += 5) {
            assertThat((double) coefficients[i]).isCloseTo(coefficient(chunk, 64, 64, i / 64, i % 64), within(2e-5));
        }
        assertThat(Arrays.hashCode(coefficients)).isEqualTo(-322917666);
    }

    /** The format's order of sums, bit for bit: first over v, then over u, each product and each sum rounded. */
    @ParameterizedTest
    @CsvSource({"64,64", "64,50", "33,64"})
    void elementsAreSumsInTheOrderOfTheFormat(int rows, int columns) {
        float[] kept = new float[rows * columns];
        int[] places = new int[kept.length];
        float[] coefficients = new float[kept.length];
        int count = 0;
        for (int place = 3; place < kept.length; place += 1 + count * 7 % 90) {
            kept[place] = CounterRandom.gaussians(kept.length, 4)[place];
            places[count] = place;
            coefficients[count++] = kept[place];
        }
        float[] elements = new float[kept.length];
        new CosineTransform().inverse(places, coefficients, count, elements, rows, columns);
        for (int n = 0; n < kept.length; n += 11) {
            float element = 0;
            for (int u = 0; u < rows; u++) {
                float sum = 0;
                for (int v = 0; v < columns; v++) {
                    sum += kept[u * columns + v] * factor(columns, v, n % columns);
                }
                element += sum * factor(rows, u, n / columns);
            }
            assertThat(elements[n]).isEqualTo(element);
        }
    }

    private static float factor(int n, int k, int j) {
        return (float) (Math.sqrt((k == 0 ? 1.0 : 2.0) / n) * StrictMath.cos(Math.PI * (2 * j + 1) * k / (2.0 * n)));
    }

    /** All coefficients of matrices and vectors of many chunks, those at the edges smaller: everything comes back. */
    @ParameterizedTest
    @CsvSource({"1,1", "1,63", "1,4096", "1,5003", "130,1", "3,200", "64,64", "100,130", "129,65"})
    void everyCoefficientGivesEveryElement(int rows, int columns) {
        Shape shape = new Shape(rows, columns);
        float[] gradient = CounterRandom.gaussians(shape.size(), 5);
        float[] decoded = compress(CosineTopK.fraction(1), shape, gradient).decompress();
        assertThat(decoded).containsExactly(gradient, within(2e-5f));
        assertThat(CosineTopK.fraction(1).traits(shape).guarantee()).isEqualTo(new Guarantee.Contractive(1));
    }

    /** The loss is that of the smallest coefficients: for one chunk, found by sorting. */
    @Test
    void theErrorIsThatOfTheCoefficientsLeftOut() {
        Shape shape = new Shape(40, 30);
        float[] gradient = CounterRandom.gaussians(shape.size(), 6);
        float[] decoded = compress(CosineTopK.count(100), shape, gradient).decompress();
        float[] magnitudes = gradient.clone();
        new CosineTransform().forward(magnitudes, 40, 30);
        for (int i = 0; i < magnitudes.length; i++) {
            magnitudes[i] = Math.abs(magnitudes[i]);
        }
        Arrays.sort(magnitudes);
        double left = squares(Arrays.copyOf(magnitudes, 1100));
        assertThat(squares(difference(gradient, decoded))).isCloseTo(left, within(1e-4 * left));
    }

    /** A smooth matrix is in a few coefficients, where Top-k of elements would send but these. */
    @Test
    void keepsMoreOfASmoothTensorThanTopK() {
        Shape shape = new Shape(128, 128);
        float[] smooth = new float[shape.size()];
        for (int row = 0; row < 128; row++) {
            for (int column = 0; column < 128; column++) {
                smooth[128 * row + column] = (float) (StrictMath.sin(row / 20.0) + StrictMath.cos(column / 30.0));
            }
        }
        float[] cosine = compress(CosineTopK.fraction(0.01), shape, smooth).decompress();
        float[] elements = compress(TopK.fraction(0.01), shape, smooth).decompress();
        assertThat(squares(difference(smooth, cosine))).isLessThan(1e-3 * squares(smooth));
        assertThat(squares(difference(smooth, elements))).isGreaterThan(0.9 * squares(smooth));
    }

    /** A limit on the sum of all coefficients would be far below that of these: it took nearly all of them away. */
    @ParameterizedTest
    @ValueSource(floats = {1f, 1e30f, 1e36f, 1e37f})
    void hugeElementsKeepTheGuarantee(float size) {
        Shape shape = new Shape(256, 256);
        for (boolean smooth : new boolean[] {false, true}) {
            float[] gradient = CounterRandom.gaussians(shape.size(), 9);
            for (int i = 0; i < gradient.length; i++) {
                gradient[i] = size * (smooth ? 1f : gradient[i]);
            }
            float[] decoded =
                    compress(CosineTopK.fraction(0.5), shape, gradient).decompress();
            double error = Math.sqrt(squares(difference(gradient, decoded)) / squares(gradient));
            assertThat(error).isLessThan(Math.sqrt(0.5));
        }
    }

    /** Decoded elements larger than any float are made smaller, and those of other chunks are not. */
    @Test
    void whatWouldOverflowIsMadeSmallerInItsChunk() {
        Shape shape = new Shape(64, 128);
        float[] gradient = new float[shape.size()];
        Arrays.fill(gradient, 1f);
        for (int i = 0; i < 64; i++) {
            gradient[128 * i] = Float.MAX_VALUE;
        }
        float[] decoded = compress(CosineTopK.fraction(0.5), shape, gradient).decompress();
        assertThat(decoded[0]).isBetween(1e37f, Float.MAX_VALUE);
        assertThat(decoded[64]).isCloseTo(1f, within(1e-5f));
    }

    /** Rows and columns together are more than an int holds. */
    @ParameterizedTest
    @CsvSource({"2,720000000", "3,700000000", "2,1073000000", "720000000,2"})
    void placesOfTheLargestTensorsAreCounted(int rows, int columns) {
        ChunkGrid grid = ChunkGrid.of(new Shape(rows, columns));
        assertThat(grid.places()).isEqualTo(rows * columns);
        assertThat(grid.sizes().stream()
                        .mapToLong(chunks -> (long) chunks.number() * chunks.places())
                        .sum())
                .isEqualTo((long) rows * columns);
        assertThat(CosineTopK.count(1).maxBytes(new Shape(rows, columns))).isGreaterThan(4 * (rows * columns / 4096));
    }

    /** k of each chunk: 128 x 100 are four chunks, of 64 x 64 and 64 x 36. */
    @Test
    void keepsSomeOfEachChunk() {
        Shape shape = new Shape(128, 100);
        float[] gradient = CounterRandom.gaussians(shape.size(), 9);
        for (int i = 0; i < 64 * 100; i++) {
            gradient[i] *= 1000;
        }
        Payload payload = compress(CosineTopK.count(32), shape, gradient);
        assertThat(payload.toString()).contains("128 cosine coefficients of a matrix of 100 columns");
        float[] decoded = payload.decompress();
        double below = squares(Arrays.copyOfRange(decoded, 64 * 100, shape.size()));
        assertThat(below).isGreaterThan(0.03 * squares(Arrays.copyOfRange(gradient, 64 * 100, shape.size())));
        assertThat(CosineTopK.count(32).traits(shape).guarantee()).isEqualTo(new Guarantee.Contractive(32 / 4096.0));
        assertThat(payload.byteLength()).isLessThan(16 + 8 + 128 * 4 + 128 * 2);
    }
}
