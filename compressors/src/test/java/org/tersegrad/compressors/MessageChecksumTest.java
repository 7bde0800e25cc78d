package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;

/** Messages of less than a piece, of one, and of several with and without a rest. */
class MessageChecksumTest {
    private static final int HEADER = 16;

    private final MessageChecksum checksum = new MessageChecksum();

    private static byte[] message(int end) {
        byte[] bytes = new byte[end];
        for (int i = 0; i < end; i++) {
            bytes[i] = (byte) ((i * 31) >>> 3);
        }
        return bytes;
    }

    /** By its definition: all bytes but its own four. */
    private static int expected(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, 12);
        crc.update(bytes, HEADER, bytes.length - HEADER);
        return (int) crc.getValue();
    }

    @ParameterizedTest
    @ValueSource(ints = {HEADER, 17, 16_399, 16_400, 16_401, 32_784, 100_000})
    void whatIsWrittenIsReadWithTheChecksumOfItsBytes(int end) {
        for (boolean direct : new boolean[] {false, true}) {
            byte[] bytes = message(end);
            int sum = expected(bytes);
            ByteBuffer wire = direct ? ByteBuffer.allocateDirect(end + 9) : ByteBuffer.allocate(end + 9);
            checksum.write(bytes, end, wire.position(5));
            assertThat(wire.position()).isEqualTo(5 + end);
            assertThat(LittleEndian.getInt(bytes, MessageChecksum.AT)).isEqualTo(sum);
            assertThat(checksum.of(bytes, end)).isEqualTo(sum);
            byte[] read = new byte[end];
            wire.position(5).get(read, 0, HEADER);
            checksum.read(wire, read, end - HEADER, "the body");
            assertThat(wire.position()).isEqualTo(5 + end);
            assertThat(read).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 16_401, 40_000})
    void everyDamagedByteIsFound(int end) {
        byte[] bytes = message(end);
        checksum.write(bytes, end, ByteBuffer.allocate(end));
        byte[] read = new byte[end];
        for (int at = 0; at < end; at += at < 100 ? 1 : 997) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 4;
            ByteBuffer wire = ByteBuffer.wrap(damaged);
            wire.get(read, 0, HEADER);
            assertThatThrownBy(() -> checksum.read(wire, read, end - HEADER, "the body"))
                    .isInstanceOf(MalformedInputException.class)
                    .hasMessage("malformed input at byte 12: the checksum is not that of the bytes");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 40_000})
    void whatIsCutOffIsRefusedBeforeAnythingIsRead(int end) {
        ByteBuffer wire = ByteBuffer.wrap(Arrays.copyOf(message(end), end - 1));
        byte[] read = new byte[end];
        wire.get(read, 0, HEADER);
        assertThatThrownBy(() -> checksum.read(wire, read, end - HEADER, "the body"))
                .isInstanceOf(MalformedInputException.class)
                .hasMessageContaining("the body takes " + (end - HEADER) + " bytes and only " + (end - HEADER - 1));
        assertThat(wire.position()).isEqualTo(HEADER);
    }
}
