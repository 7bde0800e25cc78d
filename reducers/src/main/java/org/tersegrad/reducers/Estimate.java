package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.PayloadSum;
import org.tersegrad.compressors.Shape;

/** What a receiver knows of the estimates of a compressor that sends increments; of any other compressor, nothing. */
final class Estimate {
    private final boolean increments;
    private final Mirror mirror;

    Estimate(Compressor compressor, Shape shape) {
        increments = compressor.sendsIncrements(shape);
        mirror = new Mirror(increments ? shape : Shape.vector(0));
    }

    /** Whether the compressor sends increments. */
    boolean exists() {
        return increments;
    }

    /** Takes a payload in: an increment here, a gradient into {@code target}. */
    void take(Payload payload, float weight, FloatSlice target) {
        requireKind(payload);
        if (increments) {
            mirror.add(payload, weight);
        } else {
            payload.addTo(target, weight);
        }
    }

    /** The same, with one of many gradients for {@code sum}. */
    void take(Payload payload, float weight, PayloadSum sum) {
        requireKind(payload);
        if (increments) {
            mirror.add(payload, weight);
        } else {
            sum.add(payload);
        }
    }

    private void requireKind(Payload payload) {
        if (payload.isIncrement() != increments) {
            throw new MalformedInputException(
                    3,
                    increments
                            ? "an increment is expected, this is a gradient"
                            : "a gradient is expected, this is an increment");
        }
    }

    /** Adds the estimate, if there is one. */
    void addTo(FloatSlice target) {
        if (increments) {
            mirror.addTo(target, 1f);
        }
    }

    int stateBytes() {
        return mirror.stateBytes();
    }

    void save(ByteBuffer out) {
        mirror.save(out);
    }

    void restore(ByteBuffer in) {
        mirror.restore(in);
    }
}
