package org.tersegrad.compressors.floats;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.internal.LittleEndian;
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
 * Every element as a float of 16 bits, rounded to nearest, halves to even, or at random.
 *
 * <p>{@link #fp16} has 11 significant bits from 6e-5 to 65504. Smaller gradients lose bits and vanish below 3e-8; larger
 * ones become 65504: no promise holds for every gradient. {@link #bf16} has 8 significant bits over the whole range of
 * floats: the error of an element is at most 2<sup>-8</sup> of it.
 *
 * <pre>
 *   C(x) = round(x)          body  | elements, 2 bytes each |
 *
 *   at random   up with the chance that makes the mean exact; bf16: unbiased, omega = 2^-16
 * </pre>
 *
 * @param format which of the two
 * @param rounding to nearest or at random
 */
public record Half(Format format, Rounding rounding) implements Compressor {
    /** Elements that stay in the cache between a look at them and rounding. */
    private static final int BLOCK = 4096;

    /** The formats of 16 bits. */
    public enum Format {
        /** IEEE 754 binary16. */
        FP16,
        /** The upper half of a 32-bit float. */
        BF16
    }

    /** What becomes of a number between two of the format. */
    public enum Rounding {
        /** The nearest of the two, of two as near the even one. */
        NEAREST,
        /** One of the two, each with the chance that makes the mean exact. */
        STOCHASTIC
    }

    /** IEEE half precision. */
    public static Half fp16() {
        return new Half(Format.FP16, Rounding.NEAREST);
    }

    /** The upper half of a float. */
    public static Half bf16() {
        return new Half(Format.BF16, Rounding.NEAREST);
    }

    /** The same, rounded at random. */
    public Half stochastic() {
        return new Half(format, Rounding.STOCHASTIC);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        boolean fp16 = format == Format.FP16;
        HalfFloat half = HalfFloat.of(format);
        return new TensorEncoder(this, shape, seed) {
            private final int[] words = new int[rounding == Rounding.STOCHASTIC ? BLOCK : 0];

            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                for (int done = 0; done < size; done += BLOCK) {
                    int count = Math.min(BLOCK, size - done);
                    int key = Finite.largestKey(values, offset + done, count, done);
                    if (rounding == Rounding.STOCHASTIC) {
                        CounterRandom.fill(stepSeed(), done, words, 0, count);
                        for (int i = 0; i < count; i++) {
                            int rounded = half.encode(values[offset + done + i], words[i]);
                            LittleEndian.putShort(out, at + 2 * (done + i), rounded);
                        }
                        continue;
                    }
                    half.pack(values, offset + done, count, key, out, at + 2 * done);
                }
                return 2 * size;
            }

            @Override
            protected int scheme() {
                return (fp16 ? BodyKind.FP16 : BodyKind.BF16).id();
            }
        };
    }

    @Override
    public int maxBytes(Shape shape) {
        return TensorEncoder.payloadBytes(2L * shape.size(), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        if (format == Format.FP16) {
            return Traits.none();
        }
        return rounding == Rounding.NEAREST ? Traits.contractive(1 - 0x1p-16) : Traits.unbiased(0x1p-16);
    }

    @Override
    public String toString() {
        return (format == Format.FP16 ? "half" : "bf16")
                + (rounding == Rounding.NEAREST ? "" : "(rounding=stochastic)");
    }
}
