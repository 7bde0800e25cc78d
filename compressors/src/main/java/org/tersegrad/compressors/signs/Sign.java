package org.tersegrad.compressors.signs;

import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FusedEncoder;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.OrderedSums;
import org.tersegrad.compressors.internal.bodies.kinds.BodyKind;

/**
 * The sign of every element, and nothing of its magnitude: for majority votes and optimizers whose step is a sign. The
 * learning rate is the scale.
 *
 * <pre>
 *   C(x)_i = sign(x_i)       sign(0.0) = 1, sign(−0.0) = −1: there is no third value in one bit, and C(−x) = −C(x)
 *
 *   body  | magnitude 1, 4 bytes | signs, a bit each |
 * </pre>
 *
 * <p>J. Bernstein, Y.-X. Wang, K. Azizzadenesheli, A. Anandkumar, <i>signSGD: compressed optimisation for non-convex
 * problems</i>, 2018.
 */
public record Sign() implements Compressor {
    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new FusedEncoder(this, shape, seed) {
            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                for (int done = 0; done < size; done += OrderedSums.BLOCK) {
                    int count = Math.min(OrderedSums.BLOCK, size - done);
                    packSigns(values, offset, done, count, out, at + SignsBody.FIELDS + done / 8);
                }
                return finish(size, out, at);
            }

            @Override
            protected void keepRest(Residual residual, byte[] out, int at) {
                Sign.keepRest(residual, out, at);
            }

            @Override
            protected int scheme() {
                return BodyKind.SIGNS.id();
            }
        };
    }

    /** Writes the magnitude 1 and returns the length of the body. */
    static int finish(int size, byte[] out, int at) {
        LittleEndian.putInt(out, at, Float.floatToRawIntBits(1f));
        return SignsBody.FIELDS + SignBits.byteLength(size);
    }

    /** A body of signs takes its magnitude from the residual, by sign. */
    static void keepRest(Residual residual, byte[] out, int at) {
        float magnitude = Float.intBitsToFloat(LittleEndian.getInt(out, at));
        residual.keep(magnitude, -magnitude);
    }

    @Override
    public int maxBytes(Shape shape) {
        return maxBytesOfSigns(SignsBody.FIELDS, shape);
    }

    static int maxBytesOfSigns(int fields, Shape shape) {
        return TensorEncoder.payloadBytes((long) fields + SignBits.byteLength(shape.size()), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none();
    }

    @Override
    public String toString() {
        return "sign(scaled=false)";
    }
}
