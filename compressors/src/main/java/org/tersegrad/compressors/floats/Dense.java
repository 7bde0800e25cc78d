package org.tersegrad.compressors.floats;

import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.bodies.kinds.BodyKind;

/**
 * No compression: every element as the float it is, 32 bits. What the others are compared with, and what small tensors
 * are sent as.
 *
 * <pre>
 *   C(x) = x                 body  | elements, 4 bytes each |
 * </pre>
 */
public record Dense() implements Compressor {
    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new TensorEncoder(this, shape, seed) {
            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                Finite.largestKey(values, offset, size);
                return write(values, offset, size, out, at);
            }

            @Override
            protected int scheme() {
                return BodyKind.DENSE.id();
            }
        };
    }

    /** Writes floats and returns how many bytes that were. */
    public static int write(float[] values, int offset, int count, byte[] out, int at) {
        for (int i = 0; i < count; i++) {
            LittleEndian.putInt(out, at + 4 * i, Float.floatToRawIntBits(values[offset + i]));
        }
        return 4 * count;
    }

    @Override
    public int maxBytes(Shape shape) {
        return TensorEncoder.payloadBytes(4L * shape.size(), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.exact();
    }

    @Override
    public String toString() {
        return "dense";
    }
}
