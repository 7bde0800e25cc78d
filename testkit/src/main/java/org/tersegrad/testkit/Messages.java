package org.tersegrad.testkit;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** The contents of payloads, for gradients and increments alike. */
public final class Messages {
    private static final Tensor INTACT = new Tensor(Tensor.Kind.GAUSSIAN, 5, 8, 1);

    private Messages() {}

    /** The bytes of a payload, header and checksum included. */
    public static byte[] bytes(Payload payload) {
        ByteBuffer out = ByteBuffer.allocate(payload.byteLength());
        payload.writeTo(out);
        return out.array();
    }

    /** The gradient or increment that a payload decodes to. */
    public static float[] decoded(Payload payload) {
        float[] decoded = new float[payload.length()];
        addTo(payload, FloatSlice.of(decoded), 1f);
        return decoded;
    }

    /**
     * An empty payload that can read messages like this one. It learns the body format from the payload, so that a format need not be
     * registered as a service to be tested.
     *
     * @param sent not modified; not empty
     * @param maxBytes of the messages to be read
     */
    public static Payload receiver(Payload sent, int maxBytes) {
        return sent.receiver(maxBytes);
    }

    /** The payload of the first step. */
    static Payload first(Compressor compressor, Tensor tensor) {
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        compressor.encoder(tensor.shape(), Seed.of(5)).encode(FloatSlice.of(tensor.values()), payload);
        return payload;
    }

    /** Throws unless a message as it was written can be read: without that, most laws would hold of anything. */
    static void requireIntactIsRead(Subject subject) {
        requireIntactIsRead(subject, INTACT);
    }

    /** The bytes of the first message, after they were read. */
    static byte[] requireIntactIsRead(Subject subject, Tensor tensor) {
        Payload sent = first(subject.compressor(), tensor);
        byte[] bytes = bytes(sent);
        try {
            receiver(sent, bytes.length).readFrom(ByteBuffer.wrap(bytes), tensor.size());
        } catch (MalformedInputException e) {
            throw new AssertionError("an intact message is not read: " + e.getMessage(), e);
        }
        return bytes;
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

    /** The state that an encoder saves. */
    static byte[] state(Encoder encoder) {
        ByteBuffer state = ByteBuffer.allocate(encoder.stateBytes());
        encoder.save(state);
        return state.array();
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
