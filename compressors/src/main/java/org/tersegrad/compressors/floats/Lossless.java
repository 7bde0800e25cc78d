package org.tersegrad.compressors.floats;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.List;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.Rans;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.BlockwiseFormat;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.HalfFloat;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.EntropySections;
import org.tersegrad.compressors.internal.Finite;

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
    /** The format of its body. */
    public static final BodyFormat FORMAT = new Format();

    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "lossless",
                    "lossless",
                    "every element as it is, exponents entropy-coded",
                    a -> new Lossless(a.asChoice("values", Values.FP32)),
                    new Parameter("values", "fp32 or bf16"))
            .withFormats(FORMAT)
            .withExamples("lossless(bf16)");

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
        return values == Values.FP32 ? Format.FLOAT : Format.UPPER_HALF;
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new SectionEncoder(shape, seed);
    }

    private final class SectionEncoder extends BodyEncoder {
        private final Rans coder = new Rans(Format.EXPONENTS);
        private final float[] halves;
        private final int[] exponents;
        private final byte[] coded;

        SectionEncoder(Shape shape, Seed seed) {
            super(Lossless.this, shape, seed, FORMAT);
            exponents = new int[Math.min(Format.SECTION, size)];
            halves = new float[values == Values.BF16 ? exponents.length : 0];
            coded = new byte[coder.maxBytes(exponents.length)];
        }

        @Override
        protected int encodeBody(float[] gradient, int offset, byte[] out, int at) {
            out[at] = (byte) restBytes();
            int next = at + 1;
            for (int done = 0; done < size; done += exponents.length) {
                int count = Math.min(exponents.length, size - done);
                Finite.largestKey(gradient, offset + done, count, done);
                if (values == Values.FP32) {
                    next = writeSection(gradient, offset + done, count, out, next);
                } else {
                    for (int i = 0; i < count; i++) {
                        halves[i] = Float.intBitsToFloat(HalfFloat.BF16.encode(gradient[offset + done + i]) << 16);
                    }
                    next = writeSection(halves, 0, count, out, next);
                }
            }
            return next - at;
        }

        /** Writes one section, with the exponents in whichever form is shorter, and returns where it ends. */
        private int writeSection(float[] floats, int from, int count, byte[] out, int at) {
            for (int i = 0; i < count; i++) {
                exponents[i] = Float.floatToRawIntBits(floats[from + i]) >>> Format.FRACTION_BITS & 0xff;
            }
            int length = coder.write(exponents, 0, count, coded, 0);
            int next = at + Integer.BYTES;
            if (length < count) {
                System.arraycopy(coded, 0, out, next, length);
                next += length;
            } else {
                length = 0;
                for (int i = 0; i < count; i++) {
                    out[next++] = (byte) exponents[i];
                }
            }
            LittleEndian.putInt(out, at, length);
            if (values == Values.FP32) {
                writeRests(floats, from, count, out, next);
            } else {
                for (int i = 0; i < count; i++) {
                    out[next + i] = (byte) (Format.rest(floats[from + i]) >>> 16);
                }
            }
            return next + restBytes() * count;
        }

        /** Three bytes each. All but the last are written as four, the last of which the next element takes. */
        private static void writeRests(float[] floats, int from, int count, byte[] out, int at) {
            for (int i = 0; i < count - 1; i++) {
                LittleEndian.putInt(out, at + Format.FLOAT * i, Format.rest(floats[from + i]));
            }
            int last = at + Format.FLOAT * (count - 1);
            int rest = Format.rest(floats[from + count - 1]);
            LittleEndian.putShort(out, last, rest);
            out[last + 2] = (byte) (rest >>> 16);
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        return FORMAT.payloadBytes(Format.maxBytes(restBytes(), shape.size()), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return values == Values.FP32 ? Traits.exact() : Half.bf16().traits(shape);
    }

    @Override
    public String toString() {
        return values == Values.FP32 ? "lossless" : "lossless(bf16)";
    }

    /**
     * Every element as it is, with entropy-coded exponents.
     *
     * <pre>
     *   | n, 1 byte | section | section | ... |
     *
     *   n         3: floats of 32 bits;  1: the upper halves of such floats, bf16
     *   section   of 40960 elements, the last one shorter:  | L, 4 bytes | exponents | rests |
     *   exponents   L above 0: entropy-coded symbols of the alphabet 255, L bytes
     *               L = 0: a byte each, 0 to 254
     *   rests     n bytes each: the fraction's highest 8 n − 1 bits, then the sign
     * </pre>
     */
    static final class Format extends BlockwiseFormat {
        private Format() {
            super(Id.number(16, "lossless"));
        }

        /** Bytes of fraction and sign of a float. */
        public static final int FLOAT = 3;
        /** Bytes of fraction and sign of the upper half of a float. */
        public static final int UPPER_HALF = 1;

        /** Elements that share a table of frequencies. */
        static final int SECTION = EntropySections.SECTION;
        /** Exponents of finite floats. */
        public static final int EXPONENTS = 255;

        private static final int FRACTION_BITS = 23;
        private static final int FRACTION = (1 << FRACTION_BITS) - 1;

        /** Fraction and sign, in the lower bits. */
        static int rest(float value) {
            int bits = Float.floatToRawIntBits(value);
            return (bits & FRACTION) | bits >>> 31 << FRACTION_BITS;
        }

        /** No body is longer. */
        public static long maxBytes(int restBytes, int elements) {
            long sections = (elements + SECTION - 1L) / SECTION;
            return 1 + Integer.BYTES * sections + (1L + restBytes) * elements;
        }

        @Override
        public void validate(Body body) {
            body.requireAtLeast(1);
            int restBytes = restBytes(body);
            if (restBytes != FLOAT && restBytes != UPPER_HALF) {
                throw new MalformedInputException(
                        body.offset(), restBytes + " bytes of fraction and sign, known are 1 and 3");
            }
            EntropySections sections = sections(body);
            sections.next = body.offset() + 1;
            for (int from = 0; from < body.elements(); from += SECTION) {
                openSection(body, Math.min(SECTION, body.elements() - from), sections);
            }
            if (sections.next != body.end()) {
                throw new MalformedInputException(sections.next, "bytes after the last section");
            }
        }

        private static EntropySections sections(Body body) {
            return body.scratch(EntropySections.class, EntropySections::new);
        }

        /** Reads the exponents of the next section. */
        private static void openSection(Body body, int count, EntropySections sections) {
            int length = sections.length(body.bytes(), body.end());
            int at = sections.next + Integer.BYTES;
            long end = (long) at + (length == 0 ? count : length) + (long) restBytes(body) * count;
            if (end > body.end()) {
                throw new MalformedInputException(body.end(), "a section of " + count + " elements is cut off");
            }
            int[] exponents = sections.symbols;
            if (length > 0) {
                sections.coder(EXPONENTS).read(body.bytes(), at, length, exponents, 0, count);
            }
            for (int i = 0; length == 0 && i < count; i++) {
                exponents[i] = body.bytes()[at + i] & 0xff;
                if (exponents[i] == EXPONENTS) {
                    throw new MalformedInputException(at + i, "an exponent of 255, which is not finite");
                }
            }
            sections.next = (int) end;
        }

        @Override
        protected void decode(Body body, int from, int count, float[] block) {
            EntropySections sections = sections(body);
            if (from == 0) {
                sections.next = body.offset() + 1;
            }
            int first = from % SECTION;
            int inSection = Math.min(SECTION, body.elements() - (from - first));
            if (first == 0) {
                openSection(body, inSection, sections);
            }
            int[] exponents = sections.symbols;
            byte[] bytes = body.bytes();
            int step = restBytes(body);
            int unsent = 8 * (FLOAT - step);
            int fraction = (FRACTION >> unsent) << unsent;
            int at = sections.next
                    - step * (inSection - first - 1)
                    - Integer.BYTES; // four bytes, the last of which are the rest
            for (int i = 0; i < count; i++) {
                int rest = LittleEndian.getInt(bytes, at + step * i);
                block[i] = Float.intBitsToFloat(
                        (rest & Integer.MIN_VALUE) | exponents[first + i] << FRACTION_BITS | (rest >>> 8 & fraction));
            }
        }

        private static int restBytes(Body body) {
            return body.bytes()[body.offset()];
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(3, 0, "2 bytes of fraction and sign, known are 1 and 3", "02", 0),
                    Malformed.of(3, 4, "the length of a section is cut off", "03 000000"),
                    Malformed.of(3, 1, "a section of 4294967295 bytes is longer than the body", "03", -1),
                    Malformed.of(3, 13, "a section of 3 elements is cut off", "03", 0, "010101 0000000000"),
                    Malformed.of(3, 6, "an exponent of 255, which is not finite", "01", 0, "7fff00 000000"),
                    Malformed.of(1, 7, "bytes after the last section", "01", 0, "7f 00 00"));
        }

        @Override
        public String describe(Body body) {
            return "every element as " + (restBytes(body) == FLOAT ? "a 32-bit float" : "the upper half of a float")
                    + ", exponents entropy-coded";
        }
    }
}
