package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RansTest {
    private static final int STATE_BYTES = 16;

    @Provide
    Arbitrary<int[]> symbols() {
        return Arbitraries.integers().between(0, 15).array(int[].class).ofMaxSize(200);
    }

    @Property
    void anySequenceReadsBack(@ForAll("symbols") int[] symbols) {
        requireRoundTrip(new Rans(16), symbols);
    }

    private static void requireRoundTrip(Rans rans, int[] symbols) {
        byte[] out = new byte[rans.maxBytes(symbols.length)];
        int length = rans.write(symbols, 0, symbols.length, out, 0);
        int[] read = new int[symbols.length];
        rans.read(out, 0, length, read, 0, read.length);
        assertThat(read).isEqualTo(symbols);
    }

    /** All remainders of four, alphabets with and without rare symbols, frequencies rounded up and down. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 16, 33, 255, 256})
    void bytesAreThoseOfTheFormulas(int alphabet) {
        Rans rans = new Rans(alphabet);
        for (int count : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 100, 1001, 4099, 20_002}) {
            for (double spread : new double[] {0.1, 1, 20, 100}) {
                int[] symbols = gaussianLevels(count, alphabet, spread);
                byte[] out = new byte[rans.maxBytes(count)];
                int length = rans.write(symbols, 0, count, out, 0);
                assertThat(Arrays.copyOf(out, length))
                        .as("%d symbols of %d, spread %s", count, alphabet, spread)
                        .isEqualTo(NaiveRans.write(symbols, alphabet));
                requireRoundTrip(rans, symbols);
            }
        }
    }

    /** A message in pieces, of part of an alphabet: the bytes of one in a single call, and nothing where the array is too short. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 8, 9, 4096, 4099})
    void piecesAreTheBytesOfTheWhole(int count) {
        int[] symbols = gaussianLevels(count, 7, 1);
        int[] counts = new int[7];
        Arrays.stream(symbols).forEach(symbol -> counts[symbol]++);
        Rans rans = new Rans(100).use(7);
        byte[] words = new byte[2 * count];
        for (int repeat = 0; repeat < 2; repeat++) {
            rans.begin(counts, words);
            for (int from = (count - 1) / 8 * 8; from >= 0; from -= 8) {
                assertThat(rans.prepend(symbols, from, Math.min(8, count - from)))
                        .isTrue();
            }
        }
        byte[] out = new byte[Math.toIntExact(rans.byteLength())];
        byte[] shifted = new byte[out.length + 3];
        assertThat(rans.finish(shifted, 3)).isEqualTo(out.length);
        System.arraycopy(shifted, 3, out, 0, out.length);
        assertThat(out).isEqualTo(NaiveRans.write(symbols, 7));
        assertThat(rans.expectedBytes(counts)).isBetween(out.length - 10L, out.length + 10L);

        int[] read = new int[count];
        rans.open(out, 0, out.length);
        for (int from = 0; from < count; from += 3) {
            rans.next(read, from, Math.min(3, count - from));
        }
        rans.close();
        assertThat(read).isEqualTo(symbols);

        rans.begin(counts, new byte[2 * count - 1]);
        assertThat(rans.prepend(symbols, 0, count)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> rans.use(101)).withMessageContaining("1 to 100");
    }

    /** Quantized Gaussian levels of 2 to 4 bits: within 1 % of the empirical entropy, table and states not counted. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 7, 8, 15, 16})
    void quantizedLevelsComeNearTheirEntropy(int alphabet) {
        int count = 200_000;
        for (double spread : new double[] {0.3, 1, 3}) {
            int[] symbols = gaussianLevels(count, alphabet, spread);
            Rans rans = new Rans(alphabet);
            byte[] out = new byte[rans.maxBytes(count)];
            int bytes = rans.write(symbols, 0, count, out, 0);
            double overhead = 8 * (STATE_BYTES + 25 * alphabet / 8.0);
            assertThat(8.0 * bytes)
                    .as("%d levels, spread %s", alphabet, spread)
                    .isBetween(entropyBits(symbols, alphabet), entropyBits(symbols, alphabet) * 1.01 + overhead);
        }
    }

    private static int[] gaussianLevels(int count, int alphabet, double spread) {
        java.util.Random random = new java.util.Random(7);
        return java.util.stream.IntStream.range(0, count)
                .map(i -> (int) Math.round(random.nextGaussian() * spread + alphabet / 2.0))
                .map(level -> Math.max(0, Math.min(alphabet - 1, level)))
                .toArray();
    }

    private static double entropyBits(int[] symbols, int alphabet) {
        double[] counts = new double[alphabet];
        Arrays.stream(symbols).forEach(s -> counts[s]++);
        double bits = 0;
        for (double c : counts) {
            bits += c == 0 ? 0 : c * Math.log(symbols.length / c) / Math.log(2);
        }
        return bits;
    }

    @Test
    void extremeFrequenciesReadBack() {
        // One symbol alone; one so rare that its share rounds to zero; 256 symbols that once each need a frequency.
        int[] alone = new int[100_000];
        int[] rare = alone.clone();
        rare[77_777] = 255;
        int[] each = new int[300_000];
        Arrays.setAll(each, i -> i < 256 ? i : 9);
        for (int[] symbols : new int[][] {alone, rare, each}) {
            requireRoundTrip(new Rans(256), symbols);
        }
    }

    @Test
    void aConstantTensorTakesATableAndTheStates() {
        Rans rans = new Rans(4);
        byte[] out = new byte[rans.maxBytes(1_000_000)];
        assertThat(rans.write(new int[1_000_000], 0, 1_000_000, out, 0)).isLessThanOrEqualTo(STATE_BYTES + 4);
    }

    @Test
    void aSymbolOutsideTheAlphabetIsNamed() {
        Rans rans = new Rans(4);
        byte[] out = new byte[rans.maxBytes(3)];
        for (int bad : new int[] {4, -1, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rans.write(new int[] {0, 3, bad}, 0, 3, out, 0))
                    .withMessage("symbol " + bad + " at index 2 is not in the alphabet of 0 to 3");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> new Rans(257)).withMessageContaining("1 to 256");
    }

    @Test
    void roomForMoreThanAnArrayHoldsIsRefused() {
        assertThat(new Rans(1).maxBytes(1_000_000_000)).isGreaterThan(1_500_000_000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Rans(1).maxBytes(Integer.MAX_VALUE))
                .withMessageContaining("2147483647 symbols may take 3221225")
                .withMessageContaining("the limit is 2147483647");
        assertThatIllegalArgumentException().isThrownBy(() -> new Rans(1).maxBytes(-1));
    }

    @Test
    void aTableThatDoesNotSumTo4096IsMalformed() {
        byte[] bytes = new byte[100];
        BitWriter writer = new BitWriter().wrap(bytes, 0, 100);
        new EliasGamma().write(1 + 4000, writer);
        new EliasGamma().write(1 + 95, writer);
        writer.finish();
        assertThatThrownBy(() -> new Rans(2).read(bytes, 0, 100, new int[5], 0, 5))
                .isInstanceOf(MalformedInputException.class)
                .hasMessageContaining("4095 instead of 4096");
    }
}
