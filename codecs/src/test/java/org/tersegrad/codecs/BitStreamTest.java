package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BitStreamTest {
    record Field(long value, int width) {}

    @Provide
    Arbitrary<List<Field>> fields() {
        Arbitrary<Integer> width =
                Arbitraries.integers().between(0, 64).withDistribution(net.jqwik.api.RandomDistribution.uniform());
        return Combinators.combine(Arbitraries.longs(), width)
                .as((value, w) -> new Field(w == 0 ? 0 : value & -1L >>> (64 - w), w))
                .list()
                .ofMaxSize(60);
    }

    /** The stream is the number whose binary digits, lowest first, are the fields': a twin with no bit twiddling. */
    @Property
    void writesTheFieldsOneAfterTheOtherAndReadsThemBack(
            @ForAll("fields") List<Field> fields, @ForAll @IntRange(max = 9) int offset) {
        BigInteger expected = BigInteger.ZERO;
        int bits = 0;
        for (Field field : fields) {
            BigInteger value = new BigInteger(Long.toUnsignedString(field.value));
            expected = expected.or(value.shiftLeft(bits));
            bits += field.width;
        }
        int length = (bits + 7) / 8;
        byte[] bytes = new byte[offset + length + 3];
        Arrays.fill(bytes, (byte) 0x5a);

        BitWriter writer = new BitWriter().wrap(bytes, offset, length);
        fields.forEach(f -> writer.write(f.value, f.width));
        assertThat(writer.bitLength()).isEqualTo(bits);
        assertThat(writer.finish()).isEqualTo(length);

        byte[] bigEndian = new byte[length + 1];
        for (int i = 0; i < length; i++) {
            bigEndian[length - i] = bytes[offset + i];
        }
        assertThat(new BigInteger(bigEndian)).isEqualTo(expected);
        for (int i = 0; i < bytes.length; i++) {
            if (i < offset || i >= offset + length) {
                assertThat(bytes[i]).as("byte %d around the stream", i).isEqualTo((byte) 0x5a);
            }
        }
        BitReader reader = new BitReader().wrap(bytes, offset, length);
        for (Field field : fields) {
            assertThat(reader.read(field.width)).isEqualTo(field.value);
        }
        reader.requireEnd();
    }

    @Property
    void unaryNumbersOfAnyLengthReadBack(@ForAll List<@IntRange(max = 300) Integer> zeros) {
        int bits = zeros.stream().mapToInt(z -> z + 1).sum();
        byte[] bytes = new byte[(bits + 7) / 8];
        BitWriter writer = new BitWriter().wrap(bytes, 0, bytes.length);
        zeros.forEach(writer::writeUnary);
        writer.finish();
        BitReader reader = new BitReader().wrap(bytes, 0, bytes.length);
        for (int expected : zeros) {
            assertThat(reader.readUnary(300)).isEqualTo(expected);
        }
        reader.requireEnd();
    }

    /** Streams can be joined at byte boundaries by one writer. */
    @Property(edgeCases = EdgeCasesMode.NONE) // they outnumber the tries
    void aStreamGoesOnAfterItWasFinished(@ForAll("fields") List<Field> first, @ForAll("fields") List<Field> second) {
        byte[] bytes = new byte[2 * 60 * 8];
        BitWriter writer = new BitWriter().wrap(bytes, 0, bytes.length);
        first.forEach(f -> writer.write(f.value, f.width));
        int middle = writer.finish();
        second.forEach(f -> writer.write(f.value, f.width));
        int end = writer.finish();
        BitReader reader = new BitReader().wrap(bytes, 0, end);
        first.forEach(f -> assertThat(reader.read(f.width)).isEqualTo(f.value));
        reader.align();
        assertThat(reader.bitPosition()).isEqualTo(8L * middle);
        second.forEach(f -> assertThat(reader.read(f.width)).isEqualTo(f.value));
        reader.requireEnd();
    }

    @Property(edgeCases = EdgeCasesMode.NONE) // they outnumber the tries, and widths and shifts are few
    void manyFieldsOfOneWidthAreThoseFieldsOneByOne(
            @ForAll List<Integer> values, @ForAll @IntRange(max = 32) int width, @ForAll @IntRange(max = 7) int shift) {
        int[] fields = values.stream()
                .mapToInt(v -> width == 0 ? 0 : v >>> (32 - width))
                .toArray();
        byte[] bulk = new byte[(shift + fields.length * width + 7) / 8];
        BitWriter writer = new BitWriter().wrap(bulk, 0, bulk.length);
        writer.write(0, shift);
        writer.writeAll(fields, 0, fields.length, width);
        writer.finish();
        byte[] single = new byte[bulk.length];
        writer.wrap(single, 0, single.length);
        writer.write(0, shift);
        for (int field : fields) {
            writer.write(Integer.toUnsignedLong(field), width);
        }
        writer.finish();
        assertThat(bulk).isEqualTo(single);
        int[] read = new int[fields.length];
        BitReader reader = new BitReader().wrap(bulk, 0, bulk.length);
        reader.read(shift);
        reader.readAll(read, 0, read.length, width);
        assertThat(read).isEqualTo(fields);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void fieldsWithAWidthForEachKindAreThoseFieldsOneByOne(
            @ForAll @Size(max = 90) List<Integer> values,
            @ForAll @Size(value = 4) List<@IntRange(max = 28) Integer> widthOfKinds,
            @ForAll @IntRange(max = 64) int shift,
            @ForAll @IntRange(max = 20) int room) {
        byte[] widths = new byte[4];
        for (int kind = 0; kind < 4; kind++) {
            widths[kind] = widthOfKinds.get(kind).byteValue();
        }
        int[] fields = values.stream().mapToInt(v -> v).toArray();
        int[] kinds = values.stream().mapToInt(v -> v & 3).toArray();
        byte[] single = new byte[600];
        BitWriter writer = new BitWriter().wrap(single, 1, 500);
        writer.write(0, shift);
        for (int i = 0; i < fields.length; i++) {
            writer.write(fields[i] & ((1L << widths[kinds[i]]) - 1), widths[kinds[i]]);
        }
        writer.write(5, 3);
        int length = writer.finish();
        byte[] bulk = new byte[600];
        writer.wrap(bulk, 1, length + room);
        writer.write(0, shift);
        assertThat(writer.writeEach(fields, kinds, widths, fields.length)).isTrue();
        writer.write(5, 3);
        assertThat(writer.finish()).isEqualTo(length);
        assertThat(Arrays.copyOf(bulk, 1 + length)).isEqualTo(Arrays.copyOf(single, 1 + length));
        assertThat(Arrays.copyOfRange(bulk, 1 + length + room, 600)).containsOnly(0);
        int[] read = new int[fields.length];
        BitReader reader = new BitReader().wrap(bulk, 1, length);
        reader.read(shift);
        reader.readEach(kinds, widths, read.length, read);
        for (int i = 0; i < read.length; i++) {
            assertThat(read[i]).isEqualTo(fields[i] & ((1 << widths[kinds[i]]) - 1));
        }
        assertThat(reader.read(3)).isEqualTo(5);
    }

    @Test
    void fieldsOfManyWidthsThatDoNotFitAreLeftOut() {
        byte[] widths = {7, 20};
        int[] kinds = {0, 1, 1, 0};
        BitWriter writer = new BitWriter().wrap(new byte[7], 0, 7);
        writer.write(1, 3);
        assertThat(writer.writeEach(new int[4], kinds, widths, 4)).isFalse();
        assertThat(writer.bitLength()).isEqualTo(3);
        assertThat(writer.writeEach(new int[4], kinds, widths, 3)).isTrue();
        assertThat(writer.bitLength()).isEqualTo(50);
        BitReader reader = new BitReader().wrap(new byte[10], 0, 6);
        assertThatThrownBy(() -> reader.readEach(kinds, widths, 4, new int[4]))
                .hasMessage("malformed input at byte 5: a field of 7 bits, but only 1 bits are left");
    }

    @Test
    void aFieldThatDoesNotFitIsRefusedAndNamed() {
        BitWriter writer = new BitWriter().wrap(new byte[1], 0, 1);
        writer.write(1, 5);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.write(0, 4))
                .withMessage("the output has room for 8 bits, 5 are written and 4 more do not fit");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.write(4, 2))
                .withMessage("value 4 does not fit in 2 bits (the width is 0 to 64)");
        assertThatIllegalArgumentException().isThrownBy(() -> writer.writeUnary(3));
        assertThatIllegalArgumentException().isThrownBy(() -> writer.writeUnary(-1));
        assertThat(writer.bitLength()).isEqualTo(5);
    }

    @Test
    void readingPastTheEndIsMalformed() {
        BitReader reader = new BitReader().wrap(new byte[] {9, 9, 9, 1}, 1, 2);
        reader.read(10);
        assertThatThrownBy(() -> reader.read(7))
                .isInstanceOf(MalformedInputException.class)
                .hasMessage("malformed input at byte 2: a field of 7 bits, but only 6 bits are left");
        assertThatThrownBy(() -> reader.readAll(new int[2], 0, 2, 4)).isInstanceOf(MalformedInputException.class);
        assertThat(reader.bitPosition()).as("still readable").isEqualTo(10);
    }

    @Test
    void paddingThatIsNotZeroIsMalformed() {
        BitReader reader = new BitReader().wrap(new byte[] {(byte) 0x80}, 0, 1);
        reader.read(3);
        assertThatThrownBy(reader::requireEnd).hasMessageContaining("padding");
    }

    @Test
    void aUnaryNumberAboveItsLimitIsMalformed() {
        byte[] bytes = new byte[100];
        bytes[99] = 1;
        assertThatThrownBy(() -> new BitReader().wrap(bytes, 0, 100).readUnary(791))
                .hasMessageContaining("792");
        assertThat(new BitReader().wrap(bytes, 0, 100).readUnary(792)).isEqualTo(792);
        assertThatThrownBy(() -> new BitReader().wrap(bytes, 0, 99).readUnary(1000))
                .hasMessageContaining("not closed");
    }
}
