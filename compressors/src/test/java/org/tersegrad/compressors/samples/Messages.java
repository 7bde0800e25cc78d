package org.tersegrad.compressors.laws;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Shape;

/** What is in a payload, be it a gradient or an increment. */
public final class Messages {
    private Messages() {}

    /** Its bytes. */
    public static byte[] bytes(Payload payload) {
        ByteBuffer out = ByteBuffer.allocate(payload.byteLength());
        payload.writeTo(out);
        return out.array();
    }

    /** What it decodes to. */
    public static float[] decoded(Payload payload) {
        float[] decoded = new float[payload.length()];
        addTo(payload, FloatSlice.of(decoded), 1f);
        return decoded;
    }

    /**
     * The gradient that a receiver has after this payload.
     *
     * @param mirror modified if the payload is an increment
     */
    static float[] received(Payload payload, Mirror mirror) {
        if (!payload.isIncrement()) {
            return decoded(payload);
        }
        mirror.add(payload, 1f);
        float[] estimate = new float[payload.length()];
        mirror.addTo(FloatSlice.of(estimate), 1f);
        return estimate;
    }

    /** What an encoder saves. */
    static byte[] state(Encoder encoder) {
        ByteBuffer state = ByteBuffer.allocate(encoder.stateBytes());
        encoder.save(state);
        return state.array();
    }

    static void requireFinite(float[] decoded) {
        for (int i = 0; i < decoded.length; i++) {
            if (!Float.isFinite(decoded[i])) {
                throw new AssertionError("element " + i + " decodes to " + decoded[i]);
            }
        }
    }

    static void addTo(Payload payload, FloatSlice target, float weight) {
        if (payload.isIncrement()) {
            Mirror mirror = new Mirror(Shape.vector(payload.length()));
            mirror.add(payload, weight);
            mirror.addTo(target, 1f);
        } else {
            payload.addTo(target, weight);
        }
    }
}
