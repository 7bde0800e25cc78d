package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;

/**
 * The CRC32C of a message, which is at the end of its header and covers all bytes but its own four: a payload or a frame. A message
 * is copied piece by piece, and each piece added to the checksum while it is in the cache.
 */
final class MessageChecksum {
    /** Offset in a message. */
    static final int AT = 12;

    /** Bytes of a piece: a few of them fit in the smallest of caches. */
    private static final int PIECE = 1 << 14;

    private static final int BODY_AT = AT + Integer.BYTES;

    private final CRC32C crc = new CRC32C();

    /** The checksum of {@code bytes[0 .. end)}. */
    int of(byte[] bytes, int end) {
        crc.reset();
        crc.update(bytes, 0, AT);
        crc.update(bytes, BODY_AT, end - BODY_AT);
        return (int) crc.getValue();
    }

    /**
     * Writes a message.
     *
     * @param bytes modified: the checksum of {@code bytes[0 .. end)}
     * @param out modified: {@code end} bytes from its position on
     */
    void write(byte[] bytes, int end, ByteBuffer out) {
        int start = out.position();
        crc.reset();
        crc.update(bytes, 0, AT);
        out.put(bytes, 0, BODY_AT);
        int count;
        for (int at = BODY_AT; at < end; at += count) { // by what is left at most: the largest message ends near 2^31
            count = Math.min(PIECE, end - at);
            crc.update(bytes, at, count);
            out.put(bytes, at, count);
        }
        LittleEndian.putInt(bytes, AT, (int) crc.getValue());
        for (int i = AT; i < BODY_AT; i++) {
            out.put(start + i, bytes[i]);
        }
    }

    /**
     * Reads what follows the header of a message.
     *
     * @param in modified: its position moves behind the message
     * @param bytes modified behind the header, which is there already
     * @throws MalformedInputException if there are less than {@code length} bytes, or their checksum is another
     */
    void read(ByteBuffer in, byte[] bytes, int length, String what) {
        Payload.requireRemaining(in, BODY_AT, length, what);
        crc.reset();
        crc.update(bytes, 0, AT);
        int end = BODY_AT + length;
        int count;
        for (int at = BODY_AT; at < end; at += count) {
            count = Math.min(PIECE, end - at);
            in.get(bytes, at, count);
            crc.update(bytes, at, count);
        }
        if (LittleEndian.getInt(bytes, AT) != (int) crc.getValue()) {
            throw new MalformedInputException(AT, "the checksum is not that of the bytes");
        }
    }
}
