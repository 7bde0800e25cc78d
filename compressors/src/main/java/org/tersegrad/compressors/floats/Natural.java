package org.tersegrad.compressors.floats;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.List;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.compressors.BlockwiseFormat;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;

/**
 * Every element becomes a power of two, one of its two neighbours at random so that the mean is exact: sign and exponent
 * of a float are sent and its fraction, the chance of the upper neighbour, is not.
 *
 * <pre>
 *   C(x) = sign(x) 2^a   with chance (2^(a+1) − |x|) / 2^a,  else sign(x) 2^(a+1),  where a = floor(log2 |x|)
 *   unbiased, omega = 1/8, reached at |x| = (4/3) 2^a
 *
 *   body  | sign and exponent, 9 bits each |
 * </pre>
 *
 * <p>Below 2^-126 the neighbours are 0 and 2^-126. Above 2^127 there is no upper neighbour in floats and 2^127 is sent, always:
 * only up to there is it unbiased.
 *
 * <p>S. Horvath and others, <i>Natural compression for distributed deep learning</i>, 2019.
 */
public record Natural() implements Compressor {
    /** The format of its body. */
    public static final BodyFormat FORMAT = new Format();

    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "natural", "natural", "sign and a power of two, rounded at random", a -> new Natural())
            .withFormats(FORMAT);

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        int[] words = new int[Math.min(Body.BLOCK, shape.size())];
        return new BodyEncoder(this, shape, seed, FORMAT) {
            @Override
            protected int run() {
                return words.length;
            }

            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                long seed = stepSeed();
                for (int done = 0; done < size; done += words.length) {
                    int count = Math.min(words.length, size - done);
                    int from = load(offset, done, count) + done;
                    Finite.largestKey(values, from, count, done);
                    CounterRandom.fill(seed, done, words, 0, count);
                    RoundingKernels.TO_POWERS_OF_TWO.at(count).toPowersOfTwo(values, from, count, words, 0);
                    FixedWidth.pack(words, 0, count, Format.WIDTH, out, at + done / 8 * Format.WIDTH);
                }
                return FixedWidth.byteLength(size, Format.WIDTH);
            }
        };
    }

    @Override
    public int maxBytes(Shape shape) {
        return FORMAT.payloadBytes(((long) Format.WIDTH * shape.size() + 7) / 8, shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.unbiased(0.125);
    }

    @Override
    public String toString() {
        return "natural";
    }

    /**
     * Sign and exponent of every element.
     *
     * <pre>
     *   | fixed-width fields of 9 bits: those of a float without its fraction; exponent 255 does not occur |
     * </pre>
     */
    static final class Format extends BlockwiseFormat {
        private Format() {
            super(Id.number(10, "natural"));
        }

        /** Bits of a field. */
        public static final int WIDTH = 9;
        /** The largest exponent, of 2^127. */
        private static final int LARGEST = RoundingKernels.LARGEST_EXPONENT;

        @Override
        public void validate(Body body) {
            body.requireLength(((long) body.elements() * WIDTH + 7) / 8);
            int[] fields = body.ints();
            for (int from = 0; from < body.elements(); from += BLOCK) {
                int count = Math.min(BLOCK, body.elements() - from);
                unpack(body, from, count, fields);
                int carries = 0;
                for (int i = 0; i < count; i++) {
                    carries |= (fields[i] & 0xff) + 255 - LARGEST; // C2 of JDK 17 makes vectors of it, not of a maximum
                }
                if ((carries & 0x100) != 0) {
                    throw refusal(body, from, fields);
                }
            }
        }

        /** Names the first element of a block that is not finite. */
        private static MalformedInputException refusal(Body body, int from, int[] fields) {
            int i = 0;
            while ((fields[i] & 0xff) <= LARGEST) {
                i++;
            }
            return new MalformedInputException(body.offset(), "element " + (from + i) + " is not finite");
        }

        private static void unpack(Body body, int from, int count, int[] fields) {
            int at = body.offset() + from / 8 * WIDTH;
            FixedWidth.unpack(body.bytes(), at, FixedWidth.byteLength(count, WIDTH), WIDTH, fields, 0, count);
        }

        @Override
        protected void decode(Body body, int from, int count, float[] block) {
            int[] fields = body.ints();
            unpack(body, from, count, fields);
            RoundingKernels.FROM_POWERS_OF_TWO.at(count).fromPowersOfTwo(fields, 0, count, block, 0);
        }

        @Override
        public int paddingBits(Body body) {
            return -(body.elements() & 7) * WIDTH & 7;
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(2, 0, "element 0 is not finite", "ff 00 00"),
                    Malformed.of(2, 2, "padding bits that are not zero", "00 00 04"));
        }

        @Override
        public String describe(Body body) {
            return "the sign of every element and a power of two";
        }
    }
}
