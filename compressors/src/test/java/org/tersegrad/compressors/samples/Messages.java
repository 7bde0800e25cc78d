package org.tersegrad.compressors.samples;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Shape;

/** The contents of payloads, for gradients and increments alike. */
public final class Messages {
    private Messages() {}

    /** The bytes of a payload. */
    public static byte[] bytes(Payload payload) {
        ByteBuffer out = ByteBuffer.allocate(payload.byteLength());
        payload.writeTo(out);
        return out.array();
    }

    /** The gradient or increment that it decodes to. */
    public static float[] decoded(Payload payload) {
        float[] decoded = new float[payload.length()];
        addTo(payload, FloatSlice.of(decoded), 1f);
        return decoded;
    }

    private static void addTo(Payload payload, FloatSlice target, float weight) {
        if (payload.isIncrement()) {
            Mirror mirror = new Mirror(Shape.vector(payload.length()));
            mirror.add(payload, weight);
            mirror.addTo(target, 1f);
        } else {
            payload.addTo(target, weight);
        }
    }
}
