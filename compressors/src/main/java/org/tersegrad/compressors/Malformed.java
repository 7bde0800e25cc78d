package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/**
 * A body that its format rejects: a sample for the tests that every format of the lists goes through.
 *
 * @param elements of the tensor
 * @param body the bytes
 * @param offset the byte that must be named, counted from the first of the body
 * @param reason the reason that must be given
 */
@SuppressWarnings("ArrayRecordComponent") // a sample for tests, never compared
public record Malformed(int elements, byte[] body, int offset, String reason) {
    /**
     * A sample.
     *
     * @param fields one after the other: bytes in hexadecimal, as in {@code "05 00"}, or an {@code Integer} or {@code Float},
     *     little-endian
     */
    public static Malformed of(int elements, int offset, String reason, Object... fields) {
        ByteBuffer body = ByteBuffer.allocate(1000).order(ByteOrder.LITTLE_ENDIAN);
        for (Object field : fields) {
            if (field instanceof Float value) {
                body.putFloat(value);
            } else if (field instanceof Integer value) {
                body.putInt(value);
            } else {
                body.put(HexFormat.of().parseHex(field.toString().replace(" ", "")));
            }
        }
        byte[] bytes = new byte[body.position()];
        body.flip().get(bytes);
        return new Malformed(elements, bytes, offset, reason);
    }
}
