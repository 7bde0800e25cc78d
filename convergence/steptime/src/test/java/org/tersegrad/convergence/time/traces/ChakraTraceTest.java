package org.tersegrad.convergence.time.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces of MLCommons Chakra: a known file, damaged ones, and files made here. */
class ChakraTraceTest {
    /** One all-reduce of 1 MiB, id 7, after node 6. */
    private static final String ONE_CALL =
            "070a05302e302e343b08071202617218072a0106520e0a0969735f6370755f6f70d80100520d0a09636f6d6d"
                    + "5f747970654800520f0a09636f6d6d5f73697a6548808040";

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    @Test
    void theExampleIsOneSumOfOneMebibyte() {
        ChakraTrace trace = new ChakraTrace("a.et", bytes(ONE_CALL));
        assertThat(trace.nodes())
                .containsExactly(new ChakraTrace.Node(7, "ar", 7, 0, Map.of("comm_type", 0L, "comm_size", 1L << 20)));
        assertThat(trace.calls()).as("its duration was not recorded").isEmpty();
    }

    /** A prefix ends behind the metadata, or is damaged; no other exception is thrown, and no node is made up. */
    @Test
    void aTraceThatEndsEarlyIsDamaged() {
        byte[] whole = bytes(ONE_CALL);
        assertThat(whole).hasSize(68);
        for (int length = 0; length < whole.length; length++) {
            byte[] start = Arrays.copyOf(whole, length);
            if (length == 8) {
                assertThat(new ChakraTrace("a.et", start).nodes()).isEmpty();
            } else {
                assertThatThrownBy(() -> new ChakraTrace("a.et", start))
                        .as("%d bytes", length)
                        .isExactlyInstanceOf(IllegalArgumentException.class)
                        .hasMessageMatching("a\\.et, read as a Chakra trace, is (empty|damaged at byte \\d+: [^\\n]+)");
            }
        }
    }

    /** Whatever the bytes, a trace or one kind of exception. */
    @Test
    void changedBytesAreReadOrRejected() {
        Random random = new Random(7);
        byte[] whole = bytes(ONE_CALL);
        for (int run = 0; run < 20_000; run++) {
            byte[] changed = whole.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            try {
                new ChakraTrace("a.et", changed).calls();
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageStartingWith("a.et, read as a Chakra trace, is damaged at byte ");
            }
        }
    }

    private static byte[] varint(long value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
        return out.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(out::writeBytes);
        return out.toByteArray();
    }

    private static byte[] number(int field, long value) {
        return join(varint(field << 3), varint(value));
    }

    private static byte[] message(int field, byte[]... parts) {
        byte[] content = join(parts);
        return join(varint((field << 3) | 2), varint(content.length), content);
    }

    private static byte[] text(int field, String text) {
        return message(field, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] delimited(byte[]... parts) {
        byte[] content = join(parts);
        return join(varint(content.length), content);
    }

    private static byte[] collective(long type, long microseconds, int sizeField, long size) {
        return delimited(
                number(3, 7),
                number(7, microseconds),
                message(10, text(1, "comm_type"), number(9, type)),
                message(10, text(1, "comm_size"), number(sizeField, size)));
    }

    /** Two nodes between others: unknown fields of every wire type, packed dependencies, sizes in either integer. */
    @Test
    void collectivesWithDurationsAreCalls() {
        byte[] fixed64 = join(varint((100 << 3) | 1), new byte[8]);
        byte[] fixed32 = join(varint((101 << 3) | 5), new byte[4]);
        byte[] computing = delimited(
                number(1, 1), text(2, "mm"), number(3, 4), fixed64, fixed32, message(5, varint(300), varint(2)));
        byte[] barrier = delimited(number(3, 7), number(7, 5), message(10, text(1, "comm_type"), number(9, 9)));
        byte[] file = join(
                delimited(text(1, "0.0.4")),
                computing,
                collective(0, 812, 9, 26214400),
                barrier,
                collective(2, 40, 13, 1 << 20),
                collective(7, 0, 9, 4));
        ChakraTrace trace = new ChakraTrace("a.et", file);
        assertThat(trace.nodes()).hasSize(5);
        assertThat(trace.nodes().get(0)).isEqualTo(new ChakraTrace.Node(1, "mm", 4, 0, Map.of()));
        assertThat(trace.calls())
                .isEqualTo(List.of(
                        new TracedCall("allreduce", OptionalInt.empty(), 26214400, 812 * 1e-6),
                        new TracedCall("allgather", OptionalInt.empty(), 1 << 20, 40 * 1e-6)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "05 | at byte 0: 5 bytes are announced, and 0 are left",
                "ffffffffffffffffff01 | at byte 0: 18446744073709551615 bytes are announced",
                "8080808080808080808001 | at byte 0: a number has more than 10 bytes",
                "00 02 0200 | at byte 2: no field has the number 0",
                "00 01 0b | at byte 2: field 1 has the wire type 3",
                "00 02 120a | at byte 3: 10 bytes are announced, and 0 are left",
                "00 03 090000 | at byte 3: 8 bytes are needed, and 2 are left",
                "00 03 0a0100 | at byte 4: field 1 is an integer, and has the wire type 2",
                "02 0801 | at byte 2: field 1 is a message, and has the wire type 0",
            })
    void damageIsNamedByItsByte(String hex, String message) {
        assertThatThrownBy(() -> new ChakraTrace("a.et", bytes(hex.replace(" ", ""))))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a.et, read as a Chakra trace, is damaged " + message);
    }

    @Test
    void bytesOrTheNameTellATrace() {
        assertThat(ChakraTrace.isLike("rank0.et", new byte[0])).isTrue();
        assertThat(ChakraTrace.isLike("rank0.ET.gz", new byte[0])).isTrue();
        assertThat(ChakraTrace.isLike("rank0", bytes(ONE_CALL))).isTrue();
        assertThat(ChakraTrace.isLike("net.csv", "a,\tb\r\n".getBytes(StandardCharsets.US_ASCII)))
                .isFalse();
    }
}
