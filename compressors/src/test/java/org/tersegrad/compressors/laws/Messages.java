package org.tersegrad.compressors.laws;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.Payload;

/** The bytes of a payload. */
final class Messages {
    private Messages() {}

    static byte[] bytes(Payload payload) {
        ByteBuffer out = ByteBuffer.allocate(payload.byteLength());
        payload.writeTo(out);
        return out.array();
    }
}
