package org.tersegrad.reducers.internal.arithmetic;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.PayloadSum;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Stateful;

/** A receiver's copy of the estimates of a compressor that sends increments; empty for any other compressor. */
public final class Estimate implements Stateful {
    private final boolean increments;
    private final Mirror mirror;

    /** The estimates of a compressor on a tensor. */
    public Estimate(Compressor compressor, Shape shape) {
        increments = compressor.traits(shape).sendsIncrements();
        mirror = increments ? new Mirror(compressor, shape) : new Mirror(Shape.vector(0));
    }

    /** Whether the compressor sends increments. */
    public boolean exists() {
        return increments;
    }

    /** Takes a payload in: an increment here, a gradient into {@code target}. */
    public void take(Payload payload, float weight, FloatSlice target) {
        requireKind(payload);
        if (increments) {
            mirror.add(payload, weight);
        } else {
            payload.addTo(target, weight);
        }
    }

    /** The same, with one of many gradients for {@code sum}. */
    public void take(Payload payload, float weight, PayloadSum sum) {
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
    public void addTo(FloatSlice target) {
        if (increments) {
            mirror.addTo(target, 1f);
        }
    }

    @Override
    public int stateBytes() {
        return mirror.stateBytes();
    }

    @Override
    public void save(ByteBuffer out) {
        mirror.save(out);
    }

    @Override
    public void restore(ByteBuffer in) {
        mirror.restore(in);
    }
}
