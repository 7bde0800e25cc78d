package org.tersegrad.compressors.floats;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.List;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.Rans;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.ExponentKernels;
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
        return values == Values.FP32 ? Rests.FLOAT : Rests.UPPER_HALF;
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new SectionEncoder(shape, seed);
    }

    private final class SectionEncoder extends BodyEncoder {
        private final Rans coder = new Rans(Format.EXPONENTS);
        private final int[] exponents;
        private final int[] rests;
        private final byte[] coded;

        /** The gradient rounded to bf16, a section at a time, and a block of it as bytes. */
        private final float[] rounded;

        private final byte[] halves;

        SectionEncoder(Shape shape, Seed seed) {
            super(Lossless.this, shape, seed, FORMAT);
            exponents = new int[Math.min(Format.SECTION, size)];
            rests = new int[Math.min(Body.BLOCK, size)];
            coded = new byte[coder.maxBytes(exponents.length)];
            rounded = new float[values == Values.BF16 ? exponents.length : 0];
            halves = new byte[values == Values.BF16 ? Short.BYTES * rests.length : 0];
        }

        @Override
        protected int encodeBody(float[] gradient, int offset, byte[] out, int at) {
            out[at] = (byte) restBytes();
            int next = at + 1;
            for (int done = 0; done < size; done += exponents.length) {
                int count = Math.min(exponents.length, size - done);
                float[] floats = values == Values.FP32 ? gradient : round(gradient, offset, done, count);
                int from = floats == gradient ? offset + done : 0;
                int largest = ExponentKernels.EXPONENTS.at(count).exponents(floats, from, count, exponents);
                if (largest == ExponentKernels.NON_FINITE) {
                    throw Finite.refusal(floats, from, count, done);
                }
                next = writeExponents(count, out, next);
                for (int block = 0; block < count; block += rests.length) {
                    int part = Math.min(rests.length, count - block);
                    Rests.write(floats, from + block, part, rests, restBytes(), out, next);
                    next += restBytes() * part;
                }
            }
            return next - at;
        }

        /** Rounds a section to bf16 and returns the array that has it. */
        private float[] round(float[] gradient, int offset, int first, int count) {
            for (int block = 0; block < count; block += rests.length) {
                int part = Math.min(rests.length, count - block);
                int from = offset + first + block;
                HalfFloat.BF16.pack(gradient, from, part, first + block, halves, 0);
                HalfFloat.BF16.unpack(halves, 0, part, rounded, block);
            }
            return rounded;
        }

        /** Writes the exponents of a section in whichever form is shorter, behind their length, and returns where they end. */
        private int writeExponents(int count, byte[] out, int at) {
            int length = coder.write(exponents, 0, count, coded, 0);
            int next = at + Integer.BYTES;
            if (length < count) {
                LittleEndian.putInt(out, at, length);
                System.arraycopy(coded, 0, out, next, length);
                return next + length;
            }
            LittleEndian.putInt(out, at, 0);
            for (int i = 0; i < count; i++) {
                out[next + i] = (byte) exponents[i];
            }
            return next + count;
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

        /** Elements that share a table of frequencies. */
        static final int SECTION = EntropySections.SECTION;
        /** Exponents of finite floats. */
        public static final int EXPONENTS = 255;

        /** No body is longer. */
        public static long maxBytes(int restBytes, int elements) {
            long sections = (elements + SECTION - 1L) / SECTION;
            return 1 + Integer.BYTES * sections + (1L + restBytes) * elements;
        }

        @Override
        public void validate(Body body) {
            body.requireAtLeast(1);
            int restBytes = restBytes(body);
            if (restBytes != Rests.FLOAT && restBytes != Rests.UPPER_HALF) {
                throw new MalformedInputException(
                        body.offset(), restBytes + " bytes of fraction and sign, known are 1 and 3");
            }
            EntropySections sections = sections(body);
            sections.next = body.offset() + 1;
            for (int from = 0; from < body.elements(); from += BLOCK) {
                readExponents(body, from, Math.min(BLOCK, body.elements() - from), sections);
            }
            if (sections.next != body.end()) {
                throw new MalformedInputException(sections.next, "bytes after the last section");
            }
        }

        private static EntropySections sections(Body body) {
            return body.scratch(EntropySections.class, EntropySections::new);
        }

        /** Reads exponents, at the beginning of a section behind its length. */
        private static int[] readExponents(Body body, int from, int count, EntropySections sections) {
            if (from % SECTION == 0) {
                openSection(body, Math.min(SECTION, body.elements() - from), sections);
            }
            return sections.read(count, (from + count) % SECTION == 0 || from + count == body.elements());
        }

        private static void openSection(Body body, int count, EntropySections sections) {
            byte[] bytes = body.bytes();
            int length = sections.length(bytes, body.end());
            int at = sections.next + Integer.BYTES;
            long end = (long) at + (length == 0 ? count : length) + (long) restBytes(body) * count;
            if (end > body.end()) {
                throw new MalformedInputException(body.end(), "a section of " + count + " elements is cut off");
            }
            for (int i = 0; length == 0 && i < count; i++) {
                if ((bytes[at + i] & 0xff) == EXPONENTS) {
                    throw new MalformedInputException(at + i, "an exponent of 255, which is not finite");
                }
            }
            if (length > 0) {
                sections.open(bytes, at, length, EXPONENTS);
            } else {
                sections.openBytes(bytes, at);
            }
            sections.next = (int) end;
        }

        @Override
        protected void decode(Body body, int from, int count, float[] block) {
            int[] exponents = read(body, from, count);
            ExponentKernels.JOIN.at(count).join(exponents, body.ints(), count, block);
        }

        @Override
        protected int addPacked(Body body, float[] target, int offset, float weight) {
            for (int from = 0; from < body.elements(); from += BLOCK) {
                int count = Math.min(BLOCK, body.elements() - from);
                int[] exponents = read(body, from, count);
                ExponentKernels.ADD_JOINED
                        .at(count)
                        .addJoined(exponents, body.ints(), count, weight, target, offset + from);
            }
            return body.elements();
        }

        /** Reads rests into {@link Body#ints} and returns the exponents. */
        private static int[] read(Body body, int from, int count) {
            EntropySections sections = sections(body);
            if (from == 0) {
                sections.next = body.offset() + 1;
            }
            int[] exponents = readExponents(body, from, count, sections);
            int restBytes = restBytes(body);
            int first = from % SECTION;
            int inSection = Math.min(SECTION, body.elements() - (from - first));
            Rests.read(body.bytes(), sections.next - restBytes * (inSection - first), restBytes, count, body.ints());
            return exponents;
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
            return "every element as "
                    + (restBytes(body) == Rests.FLOAT ? "a 32-bit float" : "the upper half of a float")
                    + ", exponents entropy-coded";
        }
    }
}
