package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every reason for which a codec rejects bytes: valid bytes, one change, and what must be said about it. Next to each is the
 * nearest input that is accepted.
 */
class MalformedReasonsTest {
    private static final Path SOURCES = Path.of("src/main/java/org/tersegrad/codecs");

    private final MalformedReasons table = new MalformedReasons();

    @Test
    void everyReasonIsGivenAtItsPlace() throws IOException {
        bitStreams();
        integerCodes();
        runs();
        fixedWidth();
        trits();
        symbols();
        IndexSetMalformedTest.provoke(table);
        try (Stream<Path> files = Files.list(SOURCES)) {
            table.requireAll(
                    files.filter(file -> file.toString().endsWith(".java")).toList());
        }
    }

    /** Bits in the order of the stream. */
    private static byte[] bits(String bits) {
        String digits = bits.replace(" ", "");
        byte[] bytes = new byte[(digits.length() + 7) / 8];
        for (int i = 0; i < digits.length(); i++) {
            bytes[i / 8] = (byte) (bytes[i / 8] | (digits.charAt(i) - '0') << (i % 8));
        }
        return bytes;
    }

    private static BitReader reader(byte... bytes) {
        return new BitReader().wrap(bytes, 0, bytes.length);
    }

    private static byte[] with(byte[] bytes, int at, int value) {
        byte[] changed = bytes.clone();
        changed[at] = (byte) value;
        return changed;
    }

    private static String zeros(int count) {
        return "0".repeat(count);
    }

    private void bitStreams() {
        byte[] two = {0, 0};
        assertThat(reader(two).read(16)).isZero();
        table.refused(
                0,
                "a field of 17 bits, but only 16 bits are left",
                () -> reader(two).read(17));
        reader(two).readAll(new int[4], 0, 4, 4);
        table.refused(
                0,
                "5 fields of 4 bits, but only 16 bits are left",
                () -> reader(two).readAll(new int[5], 0, 5, 4));

        byte[] nine = bits(zeros(9) + "1");
        assertThat(reader(nine).readUnary(9)).isEqualTo(9);
        table.refused(
                1,
                "a unary number of 9, the largest allowed here is 8",
                () -> reader(nine).readUnary(8));
        byte[] zeros = new byte[9];
        table.refused(
                9,
                "a unary number that is not closed by a one bit",
                () -> reader(zeros).readUnary(72));
        table.refused(
                9,
                "a unary number above 71, the largest allowed here",
                () -> reader(zeros).readUnary(71));
        table.refused(
                8,
                "a unary number above 63, the largest allowed here",
                () -> reader(zeros).readUnary(63));

        for (int used = 1; used < 8; used++) {
            BitReader last = reader(bits("1" + zeros(used - 1)));
            last.read(used);
            last.requireEnd();
            BitReader set = reader((byte) 1, (byte) 0x80);
            set.read(8 + used);
            table.refused(1, "padding bits that are not zero", set::align);
        }
        BitReader more = reader(two);
        more.read(1);
        table.refused(1, "1 bytes after the end of the stream", more::requireEnd);
    }

    private void integerCodes() {
        String one = "1";
        EliasGamma gamma = new EliasGamma();
        assertThat(gamma.read(reader(bits(zeros(30) + one + "1".repeat(30))))).isEqualTo(Integer.MAX_VALUE);
        table.refused(
                4,
                "a unary number of 31, the largest allowed here is 30",
                () -> gamma.read(reader(bits(zeros(31) + one + "1".repeat(31)))));

        EliasDelta delta = new EliasDelta();
        String n30 = zeros(4) + one + "1111"; // gamma of 31
        assertThat(delta.read(reader(bits(n30 + "1".repeat(30))))).isEqualTo(Integer.MAX_VALUE);
        String n31 = zeros(5) + one + "00000"; // gamma of 32
        table.refused(
                1,
                "an Elias delta number of 32 bits, the most are 31",
                () -> delta.read(reader(bits(n31 + "1".repeat(31)))));

        EliasOmega omega = new EliasOmega();
        String thirty = "10 100 1 0111"; // groups 2, 4, 30
        assertThat(omega.read(reader(bits(thirty + one + "1".repeat(30) + "0"))))
                .isEqualTo(Integer.MAX_VALUE);
        String thirtyOne = "10 100 1 1111"; // groups 2, 4, 31
        table.refused(
                1,
                "an Elias omega group of 31 + 1 bits, the most are 31",
                () -> omega.read(reader(bits(thirtyOne + one + "1".repeat(31) + "0"))));

        Rice rice = new Rice(30);
        assertThat(rice.read(reader(bits("01" + "1".repeat(30))))).isEqualTo(Integer.MAX_VALUE);
        table.refused(
                0,
                "a unary number of 2, the largest allowed here is 1",
                () -> rice.read(reader(bits("001" + "1".repeat(30)))));
    }

    private void runs() {
        RunLength runs = new RunLength(2);
        int[] values = new int[4];
        // 1 three times, then 2 once: the lengths in gamma
        runs.read(reader(bits("10 011 01 1")), values, 0, 4);
        assertThat(values).containsExactly(1, 1, 1, 2);
        table.refused(
                0, "two runs of the value 1 in a row", () -> runs.read(reader(bits("10 011 10 1")), values, 0, 4));
        table.refused(
                1, "a run of 2 values where 1 are left", () -> runs.read(reader(bits("10 011 01 010")), values, 0, 4));
    }

    private void fixedWidth() {
        int[] values = new int[5];
        byte[] packed = new byte[4];
        FixedWidth.pack(new int[] {1, 2, 3, 4, 31}, 0, 5, 5, packed, 0);
        FixedWidth.unpack(packed, 0, 4, 5, values, 0, 5);
        assertThat(values).containsExactly(1, 2, 3, 4, 31);
        table.refused(
                3,
                "5 fields of 5 bits take 4 bytes, these are 3",
                () -> FixedWidth.unpack(packed, 0, 3, 5, values, 0, 5));
        table.refused(
                4,
                "5 fields of 5 bits take 4 bytes, these are 5",
                () -> FixedWidth.unpack(new byte[5], 0, 5, 5, values, 0, 5));
        for (int bit = 1; bit < 8; bit++) {
            byte[] padded = with(packed, 3, packed[3] | 1 << bit);
            table.refused(3, "padding bits that are not zero", () -> FixedWidth.unpack(padded, 0, 4, 5, values, 0, 5));
        }
    }

    private void trits() {
        int[] trits = new int[7];
        byte[] most = {(byte) 242, 8};
        Trits.unpack(most, 0, 2, trits, 0, 7);
        assertThat(trits).containsOnly(1);
        table.refused(1, "7 trits take 2 bytes, these are 1", () -> Trits.unpack(most, 0, 1, trits, 0, 7));
        table.refused(2, "7 trits take 2 bytes, these are 3", () -> Trits.unpack(new byte[3], 0, 3, trits, 0, 7));
        table.refused(
                0, "byte 243, five trits make at most 242", () -> Trits.unpack(with(most, 0, 243), 0, 2, trits, 0, 7));
        table.refused(
                1, "byte 9, the last 2 trits make at most 8", () -> Trits.unpack(with(most, 1, 9), 0, 2, trits, 0, 7));
    }

    /** The only symbol of an alphabet, as often as one likes: the states never change. */
    private static final byte[] ONE_SYMBOL = {0, 0x30, 0, 0, 0, -128, 0, 0, 0, -128, 0, 0, 0, -128, 0, 0, 0, -128, 0, 0
    };

    private void symbols() {
        int[] symbols = new int[9];
        Rans rans = new Rans(1);
        byte[] written = new byte[rans.maxBytes(9)];
        assertThat(Arrays.copyOf(written, rans.write(symbols, 0, 9, written, 0)))
                .isEqualTo(ONE_SYMBOL);
        rans.read(ONE_SYMBOL, 0, 20, symbols, 0, 9);
        table.refused(18, "a state of four bytes is cut off", () -> rans.read(ONE_SYMBOL, 0, 18, symbols, 0, 9));
        for (int state = 0; state < 4; state++) {
            int at = 4 + 4 * state;
            byte[] low = with(with(ONE_SYMBOL, at, 0xff), at + 1, 0x7f);
            table.refused(at, "state 32767, the smallest is 32768", () -> rans.read(low, 0, 20, symbols, 0, 9));
            byte[] negative = with(ONE_SYMBOL, at + 3, 0x80);
            table.refused(
                    at, "state -2147450880, the smallest is 32768", () -> rans.read(negative, 0, 20, symbols, 0, 9));
            byte[] other = with(ONE_SYMBOL, at, 1);
            table.refused(
                    20, "the states do not end where a writer begins", () -> rans.read(other, 0, 20, symbols, 0, 9));
        }
        byte[] longer = Arrays.copyOf(ONE_SYMBOL, 21);
        table.refused(20, "1 bytes after the last symbol", () -> rans.read(longer, 0, 21, symbols, 0, 9));
        table.refused(0, "1 bytes after the last symbol", () -> rans.read(new byte[1], 0, 1, symbols, 0, 0));
        table.refused(
                3, "padding bits that are not zero", () -> rans.read(with(ONE_SYMBOL, 3, 2), 0, 20, symbols, 0, 9));
        frequencies(symbols);
    }

    private void frequencies(int[] symbols) {
        String half = zeros(11) + "1" + "1" + zeros(10); // gamma of 2049
        byte[] states = Arrays.copyOfRange(ONE_SYMBOL, 4, 20);
        Rans rans = new Rans(2);
        byte[] table4096 = join(bits(half + half), states);
        table.refused(22, "the words end before the last symbol", () -> rans.read(table4096, 0, 22, symbols, 0, 1));
        byte[] less = join(bits(half + zeros(11) + "1" + zeros(11)), states);
        table.refused(5, "frequencies that sum to 4095 instead of 4096", () -> rans.read(less, 0, 22, symbols, 0, 1));
        byte[] more = join(bits(half + zeros(11) + "1" + "01" + zeros(9)), states);
        table.refused(5, "frequencies that sum to more than 4096", () -> rans.read(more, 0, 22, symbols, 0, 1));
    }

    private static byte[] join(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
