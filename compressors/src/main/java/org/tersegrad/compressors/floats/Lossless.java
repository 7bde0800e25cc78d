package org.tersegrad.compressors.floats;

import org.tersegrad.codecs.Rans;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.bodies.HalfFloat;
import org.tersegrad.compressors.internal.bodies.kinds.BodyKind;

/**
 * Every element exactly, in fewer bits: the exponents of a gradient are much alike, and entropy coding takes less than 3 bits for
 * the 8 that they have. Signs and fractions look random, and are sent as they are.
 *
 * <pre>
 *   C(x) = x          or, as bf16, the upper half of x, rounded to nearest
 *
 *   body  | n, 1 byte | for each section of 40960: entropy-coded exponents | signs and fractions, n bytes each |
 * </pre>
 *
 * <p>Gaussian gradients, of whatever size, take 26.6 bits an element instead of 32, 83 %, and 10.6 instead of 16 as bf16, 66 %. A
 * gradient whose exponents are no better than noise takes 4 bytes more for each section.
 *
 * @param values the format that is sent
 */
public record Lossless(Values values) implements Compressor {
    /** The formats. */
    public enum Values {
        /** All of a float: nothing is lost. */
        FP32,
        /** The upper half of a float, as {@link Half#bf16} sends it: nothing is lost of a gradient of that format. */
        BF16
    }

    /** All of every float. */
    public static Lossless fp32() {
        return new Lossless(Values.FP32);
    }

    /** The upper halves of floats, rounded to nearest. */
    public static Lossless bf16() {
        return new Lossless(Values.BF16);
    }

    private int restBytes() {
        return values == Values.FP32 ? LosslessBody.FLOAT : LosslessBody.UPPER_HALF;
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new SectionEncoder(shape, seed);
    }

    private final class SectionEncoder extends TensorEncoder {
        private final Rans coder = new Rans(LosslessBody.EXPONENTS);
        private final int[] floats;
        private final int[] exponents;
        private final byte[] coded;

        SectionEncoder(Shape shape, Seed seed) {
            super(Lossless.this, shape, seed);
            floats = new int[Math.min(LosslessBody.SECTION, size)];
            exponents = new int[floats.length];
            coded = new byte[coder.maxBytes(floats.length)];
        }

        @Override
        protected int encodeBody(float[] gradient, int offset, byte[] out, int at) {
            Finite.largestKey(gradient, offset, size);
            out[at] = (byte) restBytes();
            int next = at + 1;
            for (int done = 0; done < size; done += floats.length) {
                int count = Math.min(floats.length, size - done);
                for (int i = 0; i < count; i++) {
                    float value = gradient[offset + done + i];
                    floats[i] =
                            values == Values.FP32 ? Float.floatToRawIntBits(value) : HalfFloat.BF16.encode(value) << 16;
                }
                next += LosslessBody.writeSection(floats, count, restBytes(), exponents, coder, coded, out, next);
            }
            return next - at;
        }

        @Override
        protected int scheme() {
            return BodyKind.LOSSLESS.id();
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        return TensorEncoder.payloadBytes(LosslessBody.maxBytes(restBytes(), shape.size()), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return values == Values.FP32 ? Traits.exact() : Half.bf16().traits(shape);
    }

    @Override
    public String toString() {
        return values == Values.FP32 ? "lossless" : "lossless(bf16)";
    }
}
