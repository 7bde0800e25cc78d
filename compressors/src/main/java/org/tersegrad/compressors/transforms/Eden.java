package org.tersegrad.compressors.transforms;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.Arrays;
import java.util.List;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.rotations.RotationKernels;
import org.tersegrad.compressors.BlockwiseFormat;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.OrderedSums;
import org.tersegrad.compressors.levels.Qsgd;
import org.tersegrad.compressors.levels.RotatedLevels;

/**
 * EDEN: a random rotation makes the coordinates of any gradient nearly Gaussian, and then each is rounded to one of the 2^b
 * levels that are best for Gaussian numbers. With one bit it is DRIVE. The rotation is a Hadamard transform of blocks with random
 * signs; the seed of the signs travels, so that each message has signs of its own.
 *
 * <pre>
 *   t = H D x,  c = levels of t √n / |t|,  C(x) = (s / n) D H c       for blocks x of n = 4096 elements, the last ones smaller
 *   least      s = &lt;t, c> / |c|²    contractive, delta = 0.5, 0.69, 0.9, 0.97 for 1 to 4 bits
 *                                   error of Gaussian t: 0.363, 0.117, 0.0345, 0.0095 |x|²
 *   unbiased   s = |t|² / &lt;t, c>     error of Gaussian t: 0.571, 0.133, 0.0358, 0.0096 |x|²
 *   body  | bits, 1 byte | seed, 8 bytes | factor of each block, 4 bytes | levels, b bits each |
 * </pre>
 *
 * <p>Which scale? The papers estimate means over many clients without a memory, so they recommend the unbiased one: errors of
 * clients cancel out, and that of least error shrinks every gradient by 1 − error, which no mean repairs. Their proof needs a
 * uniformly random rotation, though. For random signs and a Hadamard transform it does not hold for every gradient: one with a
 * single large element among small ones is off by 30 %, so nothing is promised here. The scale of least error is the default
 * because its promise holds for every gradient, which is what error feedback needs; without error feedback, take the other one.
 *
 * <p>Derivation of delta: every coordinate of t is a sum of elements with random signs. For one bit that is Khintchine's inequality
 * with its best constant (S. Szarek, 1976); for more bits the even moments of such a sum are at most those of a Gaussian variable,
 * and the error is below a polynomial of even powers, which a test checks.
 *
 * <p>A block with a norm above a quarter of the largest float would overflow in the transform; it is sent with that norm.
 *
 * <p>S. Vargaftik and others, <i>DRIVE: one-bit distributed mean estimation</i>, 2021; S. Vargaftik and others, <i>EDEN:
 * communication-efficient and robust distributed mean estimation for federated learning</i>, 2022.
 *
 * @param bits of a level, 1 to 4
 * @param scale what the levels are multiplied by
 */
public record Eden(int bits, Scale scale) implements Compressor {
    /** The format of its body. */
    public static final BodyFormat FORMAT = Format.PADDED;

    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "eden",
                    "eden(4)",
                    "levels for Gaussian numbers, after a random rotation",
                    Eden::parse,
                    new Parameter("bits", "1 to 4, with 1 it is DRIVE; any rate from 0.25 to 8 if entropy-coded"),
                    new Parameter("scale", "least: of least error; unbiased: for means over many workers"),
                    new Parameter("code", "fixed or entropy"))
            .withFormats(FORMAT, Format.CUT, RotatedLevels.FORMAT)
            .withExamples(
                    "eden(1)",
                    "eden(2)",
                    "eden(3,scale=unbiased)",
                    "eden(0.5)",
                    "eden(2,code=entropy)",
                    "eden(2.5)",
                    "eden(7.5,scale=unbiased)");

    private static final double[] DELTA = {0.5, 0.69, 0.9, 0.97};

    /** The factor of the levels of a block. */
    public enum Scale {
        /** The scale of least error: for error feedback. */
        LEAST,
        /** The scale that would be unbiased after a uniformly random rotation: for means over many workers. */
        UNBIASED
    }

    public Eden {
        if (bits < 1 || bits > GaussianLevels.MOST_BITS) {
            throw new IllegalArgumentException("levels have 1 to " + GaussianLevels.MOST_BITS + " bits, not " + bits);
        }
    }

    private static Compressor parse(RecipeArguments arguments) {
        double bits = arguments.asDouble("bits");
        Scale scale = arguments.asChoice("scale", Scale.LEAST);
        boolean whole = bits == Math.rint(bits);
        boolean fixed = whole && bits >= 1 && bits <= GaussianLevels.MOST_BITS;
        Qsgd.Code code = arguments.asChoice("code", fixed ? Qsgd.Code.FIXED : Qsgd.Code.ENTROPY);
        if (code == Qsgd.Code.ENTROPY) {
            return new RotatedLevels(bits, scale == Scale.UNBIASED);
        }
        return new Eden(whole ? (int) bits : arguments.asInt("bits"), scale);
    }

    /** Levels of {@code bits} bits, with the scale of least error. */
    public static Eden bits(int bits) {
        return new Eden(bits, Scale.LEAST);
    }

    /** The same for means over many workers, without error feedback. */
    public Eden unbiased() {
        return new Eden(bits, Scale.UNBIASED);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new RotatedEncoder(shape, seed);
    }

    /**
     * Rotates each block of a gradient and rounds its coordinates to levels:
     *
     * <pre>
     *   for each block x of n elements, brought near 1 by a power of two
     *       t = Hadamard transform of x with random signs, so that |t|² = n |x|²
     *       c = levels of t √n / |t|, which are nearly standard normal
     *       write the factor of the block, s / n, where s is
     *           of least error    &lt;t, c> / |c|²
     *           unbiased          |t|² / &lt;t, c>
     *       pack the levels
     * </pre>
     */
    private final class RotatedEncoder extends BodyEncoder {
        private static final int RUN = Format.RUN;
        private static final int NEAR_ONE = Float.floatToRawIntBits(1f);

        private final double[] boundaries;
        private final int[] thresholds;
        private final int[] rises;
        private final OrderedSums norms = new OrderedSums();
        private final int[] signs = new int[RUN / Integer.SIZE];
        private final float[] rotated;
        private final int[] fields;
        private final float[] lanes = new float[2 * Kernels.LANES];

        RotatedEncoder(Shape shape, Seed seed) {
            super(Eden.this, shape, seed, Format.PADDED);
            boundaries = GaussianLevels.boundaries(bits);
            thresholds = new int[boundaries.length];
            rises = GaussianLevels.rises(bits);
            int run = Format.PADDED.fields(Math.min(RUN, size));
            rotated = new float[run];
            fields = new int[run];
        }

        @Override
        protected int encodeBody(float[] values, int offset, byte[] out, int at) {
            long seed = stepSeed();
            out[at] = (byte) bits;
            LittleEndian.putLong(out, at + 1, seed);
            int factorAt = at + Format.FIELDS;
            int levelsAt = factorAt + 4 * Format.PADDED.blocks(size);
            for (int done = 0; done < size; done += RUN) {
                int count = Math.min(RUN, size - done);
                int key = Finite.largestKey(values, offset + done, count, done);
                float up = Math.scalb(1f, Math.max(-126, Math.min(126, 127 - (key >>> 23))));
                Format.drawSigns(seed, done, count, signs);
                RotationKernels.FLIP_SIGNS.at(count).flipSigns(values, offset + done, count, up, signs, rotated, 0);
                int padded = Format.PADDED.fields(count);
                Arrays.fill(rotated, count, padded, 0f);
                for (int from = 0; from < padded; from += Format.PADDED.nextBlock(count - from)) {
                    float factor = encodeBlock(from, Format.PADDED.nextBlock(count - from), up);
                    LittleEndian.putInt(out, factorAt, Float.floatToRawIntBits(factor));
                    factorAt += 4;
                }
                FixedWidth.pack(fields, 0, padded, bits, out, levelsAt + done / 8 * bits);
            }
            return (int) Format.PADDED.byteLength(size, bits);
        }

        /** Turns a block into fields and returns its factor. */
        private float encodeBlock(int from, int count, float up) {
            RotationKernels.HADAMARD.at(count).hadamard(rotated, from, count);
            // A whole run was brought near 1; a block of the rest may be much smaller than the largest one.
            int key = count == RUN
                    ? NEAR_ONE
                    : ReductionKernels.LARGEST_KEY.at(count).largestKey(rotated, from, count);
            double norm = norms.euclidean(rotated, from, count, key);
            double deviation = norm / Math.sqrt(count);
            for (int k = 1; k < thresholds.length; k++) {
                thresholds[k] = Float.floatToRawIntBits((float) (boundaries[k] * deviation));
            }
            Arrays.fill(lanes, 0f);
            RotationKernels.TO_LEVELS.at(count).toLevels(rotated, from, count, thresholds, rises, fields, from, lanes);
            double product = sum(0) * GaussianLevels.UNIT;
            if (product == 0) {
                return 0f;
            }
            double factor = scale == Scale.UNBIASED
                    ? norm * norm / product
                    : product / (sum(Kernels.LANES) * GaussianLevels.UNIT * GaussianLevels.UNIT);
            return (float) Math.min(factor / count / up, Format.largestFactor(count));
        }

        private double sum(int lane) {
            double sum = 0;
            for (int i = lane; i < lane + Kernels.LANES; i++) {
                sum += lanes[i];
            }
            return sum;
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        return FORMAT.payloadBytes(Format.PADDED.maxByteLength(shape.size(), bits), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        if (shape.size() < 2) {
            return Traits.exact();
        }
        return scale == Scale.LEAST ? Traits.contractive(DELTA[bits - 1]) : Traits.none();
    }

    @Override
    public String toString() {
        return "eden(" + bits + (scale == Scale.LEAST ? "" : ",scale=unbiased") + ")";
    }

    /**
     * Levels of the coordinates of each block in a random basis.
     *
     * <pre>
     *   | bits, 1 byte | seed, 8 bytes | factor of each block, 4 bytes | fixed-width fields of 1 to 4 bits |
     *
     *   blocks   4096 elements each; what is left over in blocks of powers of two, the largest first, down to the least block;
     *            fewer elements than that are filled up with zeros to a power of two
     *   decoded  factor * signs * Hadamard transform of the levels, without what was filled up
     * </pre>
     *
     * <p>A Hadamard transform mixes few elements badly: in a block of 4 they are off by 38 % with the unbiased scale. So a block has
     * at least half of 512 fields where it can, which is a compromise: filling up to 4096 would nearly double some messages.
     */
    static final class Format extends BlockwiseFormat {
        /** No fields are filled up: for messages of earlier versions; only read. */
        static final Format CUT = new Format(Id.number(14, "rotated"), 1);
        /** The one that is written. */
        static final Format PADDED = new Format(Id.number(19, "padded rotation"), 512);

        /** The least number of elements from which a block is cut off without filling it up; a power of two. */
        private final int leastBlock;

        private Format(Id id, int leastBlock) {
            super(id);
            this.leastBlock = leastBlock;
        }

        /** Bytes before the factors. */
        public static final int FIELDS = 9;

        /** Elements in a block, and those whose signs are drawn at once. */
        static final int RUN = RotationKernels.BLOCK;

        private static final float[][] LEVELS = new float[GaussianLevels.MOST_BITS + 1][];

        static {
            for (int bits = 1; bits <= GaussianLevels.MOST_BITS; bits++) {
                LEVELS[bits] = GaussianLevels.values(bits);
            }
        }

        /** Number of blocks. */
        int blocks(int elements) {
            int cut = elements % RUN / leastBlock;
            return elements / RUN + Integer.bitCount(cut) + (elements % leastBlock == 0 ? 0 : 1);
        }

        /** Number of levels; as an unsigned integer, for it can be 2^31. */
        int fields(int elements) {
            int rest = elements % leastBlock;
            return elements - rest + filledUp(rest);
        }

        private static int filledUp(int elements) {
            return elements == 0 ? 0 : Integer.highestOneBit(2 * elements - 1);
        }

        /** The length of a body. */
        public long byteLength(int elements, int bits) {
            return FIELDS + 4L * blocks(elements) + (Integer.toUnsignedLong(fields(elements)) * bits + 7) / 8;
        }

        /** Upper bound of the body for {@code elements} elements or fewer. Those for fewer may have more blocks. */
        public long maxByteLength(int elements, int bits) {
            int most = blocks(elements);
            for (int fewer = elements / leastBlock * leastBlock - 1; fewer > 0 && fewer > elements - 2 * RUN; ) {
                most = Math.max(most, blocks(fewer));
                fewer -= leastBlock;
            }
            return byteLength(elements, bits) + 4L * (most - blocks(elements));
        }

        /** The fields of the next block if {@code left} elements are left. */
        int nextBlock(int left) {
            return left < leastBlock ? filledUp(left) : Math.min(RUN, Integer.highestOneBit(left));
        }

        /** The largest factor of a block: a coordinate of levels is below {@code GaussianLevels.BOUND} times its elements. */
        static float largestFactor(int block) {
            return Float.MAX_VALUE / (GaussianLevels.BOUND * block);
        }

        /**
         * The random signs of a run of elements, as {@link RotationKernels#flipSigns} takes them.
         *
         * @param from a multiple of {@link #RUN}
         * @param words modified
         */
        static void drawSigns(long seed, int from, int count, int[] words) {
            int groups = (count + Kernels.GROUP - 1) / Kernels.GROUP;
            CounterRandom.fill(seed, from / Integer.SIZE, words, 0, groups * Kernels.LANES);
        }

        @Override
        public void validate(Body body) {
            body.requireAtLeast(FIELDS);
            int bits = bits(body);
            if (bits < 1 || bits > GaussianLevels.MOST_BITS) {
                throw new MalformedInputException(
                        body.offset(), "levels of " + bits + " bits, known are 1 to " + GaussianLevels.MOST_BITS);
            }
            body.requireLength(byteLength(body.elements(), bits));
            int at = body.offset() + FIELDS;
            for (int left = body.elements(); left > 0; left -= nextBlock(left)) {
                float factor = Finite.readMagnitude(body.bytes(), at);
                if (factor > largestFactor(nextBlock(left))) {
                    throw new MalformedInputException(
                            at, "a factor of " + factor + " overflows in a block of " + nextBlock(left));
                }
                at += 4;
            }
            int rest = body.elements() % Kernels.GROUP; // only behind these is padding
            unpack(body, body.elements() - rest, fields(rest), body.ints());
        }

        /** Random signs for one block. */
        private static final class Signs {
            final int[] words = new int[RUN / Integer.SIZE];
        }

        @Override
        protected int run() {
            return RUN;
        }

        @Override
        protected void decode(Body body, int from, int count, float[] block) {
            int[] fields = body.ints();
            int padded = fields(count);
            unpack(body, from, padded, fields);
            float[] levels = LEVELS[bits(body)];
            for (int i = 0; i < padded; i++) {
                block[i] = levels[fields[i]];
            }
            int[] words = body.scratch(Signs.class, Signs::new).words;
            drawSigns(LittleEndian.getLong(body.bytes(), body.offset() + 1), from, count, words);
            int factorAt = body.offset() + FIELDS + from / RUN * 4;
            if (count == RUN) {
                RotationKernels.HADAMARD.at(RUN).hadamard(block, 0, RUN);
                float factor = Finite.get(body.bytes(), factorAt);
                RotationKernels.FLIP_SIGNS.at(RUN).flipSigns(block, 0, RUN, factor, words, block, 0);
                return;
            }
            for (int at = 0; at < padded; ) {
                int end = at + nextBlock(count - at);
                RotationKernels.HADAMARD.at(end - at).hadamard(block, at, end - at);
                for (float factor = Finite.get(body.bytes(), factorAt); at < end; at++) {
                    block[at] *= factor;
                }
                factorAt += 4;
            }
            RotationKernels.FLIP_SIGNS.at(count).flipSigns(block, 0, count, 1f, words, block, 0);
        }

        private void unpack(Body body, int from, int count, int[] fields) {
            int bits = bits(body);
            int at = body.offset() + FIELDS + 4 * blocks(body.elements()) + from / 8 * bits;
            FixedWidth.unpack(body.bytes(), at, FixedWidth.byteLength(count, bits), bits, fields, 0, count);
        }

        private static int bits(Body body) {
            return body.bytes()[body.offset()];
        }

        @Override
        public int paddingBits(Body body) {
            return -(fields(body.elements()) & 7) * bits(body) & 7;
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(1, 0, "levels of 0 bits, known are 1 to 4", "00", 7, 0),
                    Malformed.of(
                            1,
                            9,
                            "a factor of " + Float.MAX_VALUE + " overflows in a block of 1",
                            "01",
                            7,
                            0,
                            Float.MAX_VALUE,
                            "00"));
        }

        @Override
        public String describe(Body body) {
            return "levels of " + bits(body) + (bits(body) == 1 ? " bit" : " bits") + " in a random basis, "
                    + blocks(body.elements()) + " blocks";
        }
    }
}
