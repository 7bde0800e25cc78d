package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IntegerCodeTest {
    static List<IntegerCode> codes() {
        return SequenceCodec.integerCodes();
    }

    @ParameterizedTest
    @MethodSource("codes")
    void everyIntegerUpTo65536ReadsBackWithTheDeclaredLength(IntegerCode code) {
        byte[] bytes = new byte[70_000 / 8 + 8];
        for (int value = code.smallest(); value <= 1 << 16; value++) {
            roundTrip(code, value, bytes);
        }
    }

    @ParameterizedTest
    @MethodSource("codes")
    void largeIntegersReadBackWhereTheirCodeWordIsNotAbsurd(IntegerCode code) {
        byte[] bytes = new byte[1 << 22];
        for (int shift = 17; shift <= 31; shift++) {
            int power = 1 << (shift - 1);
            for (int value : new int[] {power - 1, power, power + 1, power - 1 + power}) {
                if (code.bits(value) < 8L * bytes.length) {
                    roundTrip(code, value, bytes);
                }
            }
        }
    }

    private static void roundTrip(IntegerCode code, int value, byte[] bytes) {
        BitWriter writer = new BitWriter().wrap(bytes, 0, bytes.length);
        writer.write(1, 1);
        code.write(value, writer);
        assertThat(writer.bitLength()).as("%s of %d", code, value).isEqualTo(1 + code.bits(value));
        int length = writer.finish();
        BitReader reader = new BitReader().wrap(bytes, 0, length);
        reader.read(1);
        assertThat(code.read(reader)).isEqualTo(value);
        assertThat(reader.bitPosition()).isEqualTo(1 + code.bits(value));
    }

    @ParameterizedTest
    @MethodSource("codes")
    void whatHasNoCodeWordIsRefused(IntegerCode code) {
        BitWriter writer = new BitWriter().wrap(new byte[8], 0, 8);
        for (int value : new int[] {code.smallest() - 1, -2, Integer.MIN_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> code.write(value, writer))
                    .withMessageContaining("from " + code.smallest() + " up");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> code.bits(value))
                    .withMessageContaining("from " + code.smallest() + " up");
        }
        assertThat(writer.bitLength()).isZero();
    }

    @ParameterizedTest
    @MethodSource("codes")
    void aCodeWordThatDoesNotFitLeavesNoTrace(IntegerCode code) {
        byte[] bytes = new byte[2];
        BitWriter writer = new BitWriter().wrap(bytes, 0, 2);
        writer.write(0x1ff, 9);
        int value = code.smallest() + 300;
        assertThatIllegalArgumentException().isThrownBy(() -> code.write(value, writer));
        assertThat(writer.bitLength()).isEqualTo(9);
        assertThat(writer.finish()).isEqualTo(2);
        assertThat(bytes).isEqualTo(new byte[] {(byte) 0xff, 1});
    }

    @ParameterizedTest
    @MethodSource("codes")
    void zerosWithoutEndAreMalformedAndReadInBoundedTime(IntegerCode code) {
        if (code instanceof EliasOmega) {
            return; // a zero is its word for 1
        }
        byte[] zeros = new byte[1 << 20];
        assertThatThrownBy(() -> code.read(new BitReader().wrap(zeros, 0, zeros.length)))
                .isInstanceOf(MalformedInputException.class);
    }

    /** Lengths from Elias's paper. */
    @Test
    void lengthsAreTheTextbooks() {
        assertThat(lengths(new EliasGamma(), 1, 2, 3, 4, 7, 8, 16, Integer.MAX_VALUE))
                .containsExactly(1, 3, 3, 5, 5, 7, 9, 61);
        assertThat(lengths(new EliasDelta(), 1, 2, 3, 4, 7, 8, 16, 32, Integer.MAX_VALUE))
                .containsExactly(1, 4, 4, 5, 5, 8, 9, 10, 39);
        assertThat(lengths(new EliasOmega(), 1, 2, 3, 4, 7, 8, 15, 16)).containsExactly(1, 3, 3, 6, 6, 7, 7, 11);
        assertThat(lengths(new Rice(2), 0, 3, 4, 8)).containsExactly(3, 3, 4, 5);
    }

    private static long[] lengths(IntegerCode code, int... values) {
        return Arrays.stream(values).mapToLong(code::bits).toArray();
    }

    @Test
    void codeWordsStandAsTheClassNotesDrawThem() {
        assertThat(word(new Unary(), 5)).isEqualTo("000001");
        assertThat(word(new EliasGamma(), 4)).isEqualTo("00100");
        assertThat(word(new EliasGamma(), 6))
                .as("6 = 110: low bits 10, lowest first")
                .isEqualTo("00101");
        assertThat(word(new EliasDelta(), 6)).as("gamma(3), then 01").isEqualTo("011" + "01");
        assertThat(word(new EliasOmega(), 4)).as("2 = 1 0, 4 = 1 00, 0").isEqualTo("10" + "100" + "0");
        assertThat(word(new Rice(2), 9)).as("quotient 2, remainder 1").isEqualTo("001" + "10");
    }

    private static String word(IntegerCode code, int value) {
        byte[] bytes = new byte[8];
        BitWriter writer = new BitWriter().wrap(bytes, 0, 8);
        code.write(value, writer);
        writer.finish();
        StringBuilder bits = new StringBuilder();
        for (int i = 0; i < code.bits(value); i++) {
            bits.append(bytes[i / 8] >>> (i % 8) & 1);
        }
        return bits.toString();
    }

    /** The parameter for a density is the one with the least expected length, summed term by term. */
    @Property(tries = 200)
    void riceParameterIsOptimal(@ForAll @DoubleRange(min = 1e-4, max = 1) @Scale(6) double density) {
        int chosen = Rice.forDensity(density).parameter();
        for (int other = 0; other <= 16; other++) {
            assertThat(expectedLength(density, chosen))
                    .isLessThanOrEqualTo(expectedLength(density, other) * (1 + 1e-9));
        }
    }

    /** r + 1 + the expected quotient, which is the sum over q ≥ 1 of P(gap ≥ q 2^r). */
    private static double expectedLength(double density, int parameter) {
        double miss = Math.pow(1 - density, Math.scalb(1.0, parameter));
        double quotient = 0;
        for (double tail = miss; tail > 1e-18; tail *= miss) {
            quotient += tail;
        }
        return parameter + 1 + quotient;
    }

    @Property(tries = 50)
    void tinyDensitiesGetLargeParameters(@ForAll @IntRange(min = 2, max = 300) int exponent) {
        int parameter = Rice.forDensity(Math.pow(2, -exponent)).parameter();
        assertThat(parameter).isEqualTo(Math.min(30, exponent - 1));
    }

    @Test
    void aDensityOutsideItsRangeIsNamed() {
        for (double density : new double[] {0, -1, 1.5, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Rice.forDensity(density))
                    .withMessageContaining("this is " + density);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> new Rice(31)).withMessageContaining("0 to 30");
    }
}
