package org.tersegrad.errorfeedback;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.testkit.Messages;
import org.tersegrad.testkit.Tensor;

/** A worker that sends step after step, and what its receiver makes of it. */
public final class Steps {
    public final Encoder encoder;
    public final Payload payload;
    private final Mirror mirror;
    private final int size;

    public Steps(Compressor compressor, Shape shape) {
        encoder = compressor.encoder(shape, Seed.of(7));
        payload = Payload.allocate(compressor.maxBytes(shape));
        mirror = new Mirror(compressor, shape);
        size = shape.size();
    }

    /** Sends a gradient and returns the step that the receiver takes. */
    public float[] step(float[] gradient) {
        encoder.encode(FloatSlice.of(gradient), payload);
        if (!payload.isIncrement()) {
            return payload.decompress();
        }
        mirror.add(payload, 1f);
        float[] estimate = new float[size];
        mirror.addTo(FloatSlice.of(estimate), 1f);
        return estimate;
    }

    public byte[] bytes() {
        return Messages.bytes(payload);
    }

    public float[] residual() {
        float[] residual = new float[size];
        encoder.addResidualTo(FloatSlice.of(residual), 1f);
        return residual;
    }

    /** Whole numbers of few bits: sums of hundreds of them are exact in floats. */
    public static float[] wholeNumbers(int size, int seed) {
        float[] values = new Tensor(Tensor.Kind.HEAVY_TAILED, 1, size, seed).values();
        for (int i = 0; i < size; i++) {
            values[i] = Math.round(Math.max(-500, Math.min(500, values[i])));
        }
        return values;
    }
}
