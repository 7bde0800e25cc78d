package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Bytes of messages made by hand: one field after the other, and a right header around them. */
final class Wire {
    private static final int HEADER_BYTES = 16;
    private static final int CHECKSUM_AT = 12;

    private ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);

    private ByteBuffer room(int count) {
        if (bytes.remaining() < count) {
            bytes = ByteBuffer.allocate(2 * (bytes.position() + count))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(bytes.flip());
        }
        return bytes;
    }

    Wire u8(int... values) {
        for (int value : values) {
            room(1).put((byte) value);
        }
        return this;
    }

    Wire u16(int... values) {
        for (int value : values) {
            room(2).putShort((short) value);
        }
        return this;
    }

    Wire i32(int... values) {
        for (int value : values) {
            room(4).putInt(value);
        }
        return this;
    }

    Wire i64(long value) {
        room(8).putLong(value);
        return this;
    }

    Wire f32(float... values) {
        for (float value : values) {
            room(4).putFloat(value);
        }
        return this;
    }

    Wire raw(byte[] values) {
        room(values.length).put(values);
        return this;
    }

    byte[] bytes() {
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /** The body of a payload in these tests. */
    byte[] payload(int scheme, int elements) {
        return mend(new Wire()
                .u8('T', 'g', 1, scheme)
                .i32(elements, 0, 0)
                .raw(bytes())
                .bytes());
    }

    /** The payloads of a frame in these tests. */
    byte[] frame(int payloads) {
        return mend(
                new Wire().u8('T', 'f', 1, 0).i32(payloads, 0, 0).raw(bytes()).bytes());
    }

    /**
     * Makes length and checksum those of the bytes.
     *
     * @param message modified
     */
    static byte[] mend(byte[] message) {
        ByteBuffer header = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(8, message.length - HEADER_BYTES);
        CRC32C checksum = new CRC32C();
        checksum.update(message, 0, CHECKSUM_AT);
        checksum.update(message, HEADER_BYTES, message.length - HEADER_BYTES);
        header.putInt(CHECKSUM_AT, (int) checksum.getValue());
        return message;
    }
}
