package org.tersegrad.compressors;

import java.io.ByteArrayOutputStream;
import org.tersegrad.codecs.internal.LittleEndian;

/**
 * A body that its format rejects, for the tests that every format goes through.
 *
 * @param elements of the tensor
 * @param body not copied
 * @param offset the byte that must be named, counted from the first of the body
 * @param reason the reason that must be given
 */
@SuppressWarnings("ArrayRecordComponent") // a sample for tests, never compared
public record Malformed(int elements, byte[] body, int offset, String reason) {
    /**
     * A sample.
     *
     * @param fields of the body, one after the other: a {@code Byte}, {@code Short}, {@code Integer}, {@code Long} or {@code Float},
     *     little-endian, or a {@code byte[]} as it is
     */
    public static Malformed of(int elements, int offset, String reason, Object... fields) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] wide = new byte[Long.BYTES];
        for (Object field : fields) {
            if (field instanceof byte[] bytes) {
                body.writeBytes(bytes);
            } else if (field instanceof Float value) {
                LittleEndian.putInt(wide, 0, Float.floatToRawIntBits(value));
                body.write(wide, 0, Float.BYTES);
            } else if (field instanceof Number value) {
                LittleEndian.putLong(wide, 0, value.longValue());
                body.write(wide, 0, bytes(value));
            } else {
                throw new IllegalArgumentException("a field is a number or bytes, this is " + field);
            }
        }
        return new Malformed(elements, body.toByteArray(), offset, reason);
    }

    private static int bytes(Number value) {
        return value instanceof Byte ? 1 : value instanceof Short ? 2 : value instanceof Integer ? 4 : 8;
    }
}
