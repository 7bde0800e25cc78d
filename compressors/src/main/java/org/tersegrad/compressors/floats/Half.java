package org.tersegrad.compressors.floats;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.List;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.BlockwiseFormat;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.HalfFloat;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;

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
public record Half(HalfFloat format, Rounding rounding) implements Compressor {
    /** The format of a body of IEEE half precision. */
    public static final BodyFormat FP16 = new Format(BodyFormat.Id.number(2, "fp16"), HalfFloat.FP16);

    /** The format of a body of upper halves. */
    public static final BodyFormat BF16 = new Format(BodyFormat.Id.number(3, "bf16"), HalfFloat.BF16);

    /** The parameter of schemes that round to nearest unless asked otherwise. */
    public static final Parameter ROUNDING = new Parameter("rounding", "stochastic or nearest");

    /** IEEE half precision in recipes. */
    public static final RecipeEntry<Compressor> FP16_ENTRY = scheme(
                    "half", "half", "every element as an IEEE float of 16 bits", a -> of(HalfFloat.FP16, a), ROUNDING)
            .withFormats(FP16)
            .withExamples("half(rounding=stochastic)");

    /** The upper half of a float in recipes. */
    public static final RecipeEntry<Compressor> BF16_ENTRY = scheme(
                    "bf16", "bf16", "the upper 16 bits of every element", a -> of(HalfFloat.BF16, a), ROUNDING)
            .withFormats(BF16)
            .withExamples("bf16(rounding=stochastic)");

    /** A float of 16 bits with the rounding that the arguments of a recipe ask for. */
    public static Half of(HalfFloat format, RecipeArguments a) {
        return new Half(format, a.asChoice("rounding", Rounding.NEAREST));
    }

    /** Elements that stay in the cache between a look at them and rounding. */
    private static final int BLOCK = 4096;

    /** Rounding of a number between two of the format. */
    public enum Rounding {
        /** The nearest of the two, of two as near the even one. */
        NEAREST,
        /** One of the two, each with the chance that makes the mean exact. */
        STOCHASTIC
    }

    /** IEEE half precision. */
    public static Half fp16() {
        return new Half(HalfFloat.FP16, Rounding.NEAREST);
    }

    /** The upper half of a float. */
    public static Half bf16() {
        return new Half(HalfFloat.BF16, Rounding.NEAREST);
    }

    /** The same, rounded at random. */
    public Half stochastic() {
        return new Half(format, Rounding.STOCHASTIC);
    }

    private BodyFormat bodyFormat() {
        return format == HalfFloat.FP16 ? FP16 : BF16;
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        HalfFloat half = format;
        return new BodyEncoder(this, shape, seed, bodyFormat()) {
            private final int[] words = new int[rounding == Rounding.STOCHASTIC ? BLOCK : 0];

            @Override
            protected int run() {
                return BLOCK;
            }

            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                for (int done = 0; done < size; done += BLOCK) {
                    int count = Math.min(BLOCK, size - done);
                    int from = load(offset, done, count) + done;
                    if (rounding == Rounding.NEAREST) {
                        half.pack(values, from, count, done, out, at + 2 * done);
                        continue;
                    }
                    Finite.largestKey(values, from, count, done);
                    CounterRandom.fill(stepSeed(), done, words, 0, count);
                    for (int i = 0; i < count; i++) {
                        int rounded = half.encode(values[from + i], words[i]);
                        LittleEndian.putShort(out, at + 2 * (done + i), rounded);
                    }
                }
                return 2 * size;
            }
        };
    }

    @Override
    public int maxBytes(Shape shape) {
        return bodyFormat().payloadBytes(2L * shape.size(), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        if (format == HalfFloat.FP16) {
            return Traits.none();
        }
        return rounding == Rounding.NEAREST ? Traits.contractive(1 - 0x1p-16) : Traits.unbiased(0x1p-16);
    }

    @Override
    public String toString() {
        return (format == HalfFloat.FP16 ? "half" : "bf16")
                + (rounding == Rounding.NEAREST ? "" : "(rounding=stochastic)");
    }

    /** Rejects NaN and infinity among 16-bit floats. */
    public static void validate(HalfFloat format, byte[] bytes, int offset, int count) {
        if (format.areFinite(bytes, offset, count)) {
            return;
        }
        for (int at = offset; at < offset + 2 * count; at += 2) {
            if (!format.isFinite(LittleEndian.getShort(bytes, at))) {
                throw new MalformedInputException(at, "a 16-bit value that is not finite");
            }
        }
    }

    /** {@code | 2 bytes for each element |}. */
    static final class Format extends BlockwiseFormat {
        private final HalfFloat format;

        private Format(Id id, HalfFloat format) {
            super(id);
            this.format = format;
        }

        @Override
        public void validate(Body body) {
            body.requireLength(2L * body.elements());
            Half.validate(format, body.bytes(), body.offset(), body.elements());
        }

        @Override
        protected void decode(Body body, int from, int count, float[] block) {
            format.unpack(body.bytes(), body.offset() + 2 * from, count, block, 0);
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(Malformed.of(
                    2, 2, "a 16-bit value that is not finite", "0000", format == HalfFloat.FP16 ? "007c" : "807f"));
        }

        @Override
        public String describe(Body body) {
            return "every element as a 16-bit float, " + format;
        }
    }
}
