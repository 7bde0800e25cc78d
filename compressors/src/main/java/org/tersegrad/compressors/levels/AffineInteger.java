package org.tersegrad.compressors.levels;

import java.util.List;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;

/**
 * Every element as an integer of 8 or 4 bits between the least and the greatest element of its block. For numbers that are not
 * spread around zero, such as sums of squares and what comes out of a ReLU: {@link BlockInteger} spends half of its integers on a
 * sign that they do not have.
 *
 * <pre>
 *   step = (max x_i − min x_i) / s of the block, s = 255 or 15        C(x)_i = min + step round((x_i − min) / step)
 *   |C(x)_i − x_i|² is at most step² / 4 to nearest, and on average at random; (max − min)² ≤ 2 (max² + min²) ≤ 2 |x|²
 *   at random    unbiased, for blocks of b elements  omega = b / (2 s²)
 *   correlated   as at random; in a group in agreement with the other workers
 *   dither       receivers subtract it; unbiased, omega = b / (6 s²)
 *   to nearest   halves to even; contractive, delta = 1 − b / (2 s²), for blocks shorter than 2 s²
 *   body  | bits, 1 byte | block, 4 bytes | minimum and step of each block, 8 bytes | integers |
 * </pre>
 *
 * <p>A zero need not stay one: it is rounded like any other number. With many zeros in a tensor take {@link BlockInteger}.
 *
 * @param bits 8 or 4
 * @param block how many elements share a minimum and a step
 * @param rounding to nearest or one of the unbiased ones
 */
public record AffineInteger(int bits, int block, BlockInteger.Rounding rounding) implements Compressor {
    /** The format of its body. */
    public static final BodyFormat FORMAT = new Format();

    static final DitheredFormat.Levels INTEGERS = (Format) FORMAT;

    public AffineInteger {
        BlockInteger.requireBits(bits);
        Qsgd.requireBucket(block);
    }

    /** 8 bits, rounded at random. */
    public static AffineInteger int8() {
        return new AffineInteger(8, BlockInteger.defaultBlock(8), BlockInteger.Rounding.STOCHASTIC);
    }

    /** 4 bits, rounded at random. */
    public static AffineInteger int4() {
        return new AffineInteger(4, BlockInteger.defaultBlock(4), BlockInteger.Rounding.STOCHASTIC);
    }

    /** The same, rounded to nearest. */
    public AffineInteger nearest() {
        return new AffineInteger(bits, block, BlockInteger.Rounding.NEAREST);
    }

    /** The same with other blocks. */
    public AffineInteger withBlock(int other) {
        return new AffineInteger(bits, other, rounding);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        AffineEncoder integers = new AffineEncoder(shape, seed);
        return rounding == BlockInteger.Rounding.DITHER
                ? DitheredFormat.AFFINE.encoder(this, shape, seed, integers::encodeIntegers)
                : integers;
    }

    /** Rounds elements to integers between the least and the greatest of their block. */
    private final class AffineEncoder extends BodyEncoder {
        private static final int RUN = LevelsFormat.ELEMENTS;

        /** Below this a step is scaled by {@link #UP} first, as its reciprocal comes near the largest float. */
        private static final float SMALL_STEP = 0x1p-100f;

        private static final float UP = 0x1p64f;

        private final int largest;
        private final int fraction;
        private final RoundingWords words;
        private final LevelRounder rounder;
        private final int[] extremes = new int[2];

        /** Elements of a run above the least of their block, in units of rounding. */
        private final float[] scaled;

        private final int[] fields;

        // The current block: an element is scaled to factor (unit value − least).
        private float unit;
        private float least;
        private float factor;

        AffineEncoder(Shape shape, Seed seed) {
            super(AffineInteger.this, shape, RoundingWords.seed(rounding, seed), FORMAT);
            largest = (1 << bits) - 1;
            fraction = rounding == BlockInteger.Rounding.NEAREST ? 0 : Format.FRACTION;
            words = new RoundingWords(rounding, seed, fraction);
            rounder = new LevelRounder(rounding, words, fraction, RoundingKernels.MAGIC_FROM_0, 0, bits);
            scaled = new float[Math.min(RUN, size)];
            fields = new int[scaled.length];
        }

        @Override
        protected int encodeBody(float[] values, int offset, byte[] out, int at) {
            return encodeIntegers(stepSeed(), values, offset, out, at);
        }

        @Override
        protected boolean drawsWithOthers() {
            return rounding.isAgreed();
        }

        int encodeIntegers(long step, float[] values, int offset, byte[] out, int at) {
            out[at] = (byte) bits;
            LittleEndian.putInt(out, at + 1, block);
            int blocksAt = at + Format.FIELDS;
            int to = blocksAt + Format.OF_BLOCK * LevelsFormat.buckets(size, block);
            for (int from = 0; from < size; from += RUN) {
                int count = Math.min(RUN, size - from);
                words.draw(step, from, count);
                for (int done = 0; done < count; ) {
                    int number = (from + done) / block;
                    int first = number * block;
                    if (from + done == first) {
                        int blockAt = blocksAt + Format.OF_BLOCK * number;
                        begin(values, offset + first, Math.min(block, size - first), first, out, blockAt);
                    }
                    int end = (int) Math.min(count, (long) first + block - from);
                    scale(values, offset + from + done, end - done, done);
                    done = end;
                }
                pack(count, out, to + from / 8 * bits);
            }
            return (int) Format.byteLength(bits, block, size);
        }

        /**
         * Looks at a block and writes its minimum and step. The step is rounded up, so that no element is above the largest integer.
         *
         * @param first the number of the first element
         */
        private void begin(float[] values, int at, int count, int first, byte[] out, int to) {
            ReductionKernels.EXTREMES.at(count).extremes(values, at, count, extremes);
            float minimum = Float.intBitsToFloat(ReductionKernels.ordered(extremes[0]));
            float maximum = Float.intBitsToFloat(ReductionKernels.ordered(extremes[1]));
            if (!Float.isFinite(minimum) || !Float.isFinite(maximum)) {
                throw Finite.refusal(values, at, count, first);
            }
            minimum += 0f; // −0 becomes 0, and so does the step
            double span = maximum + 0.0 - minimum;
            float step = (float) (span / largest);
            if (step < span / largest) {
                step = Math.nextUp(step);
            }
            while (Float.isInfinite(Format.value(minimum, step, largest))) {
                step = Math.nextDown(step);
            }
            LittleEndian.putInt(out, to, Float.floatToRawIntBits(minimum));
            LittleEndian.putInt(out, to + 4, Float.floatToRawIntBits(step));
            use(minimum, maximum, step);
        }

        /** Sets what {@link #scale} needs, such that the maximum is at most the largest integer. */
        private void use(float minimum, float maximum, float step) {
            unit = 1f;
            if (step > 0 && step < SMALL_STEP) {
                unit = UP;
            } else if (Float.isInfinite(maximum - minimum)) {
                unit = 0.5f;
            }
            least = minimum * unit;
            factor = step == 0 ? 0f : (float) (Math.scalb(1.0, fraction) / ((double) step * unit));
            while ((maximum * unit - least) * factor > largest << fraction) {
                factor = Math.nextDown(factor);
            }
        }

        private void scale(float[] values, int at, int count, int to) {
            AdditionKernels kernels = AdditionKernels.MULTIPLY_ABOVE.at(count);
            if (unit == 1f) {
                kernels.multiplyAbove(values, at, count, least, factor, scaled, to);
            } else {
                AdditionKernels.MULTIPLY.at(count).multiply(values, at, count, unit, scaled, to);
                kernels.multiplyAbove(scaled, to, count, least, factor, scaled, to);
            }
        }

        /** Rounds a run. */
        private void pack(int count, byte[] out, int to) {
            int packed = rounder.packGroups(scaled, 0, count, 1f, 0, out, to);
            rounder.round(scaled, packed, count - packed, 1f, packed, fields, packed);
            FixedWidth.pack(fields, packed, count - packed, bits, out, to + packed / 8 * bits);
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        long body = Format.byteLength(bits, block, shape.size());
        return rounding == BlockInteger.Rounding.DITHER
                ? DitheredFormat.AFFINE.maxBytes(body, shape)
                : FORMAT.payloadBytes(body, shape);
    }

    @Override
    public Traits traits(Shape shape) {
        double s = (1 << bits) - 1;
        double b = Math.min(block, shape.size());
        double most = rounding == BlockInteger.Rounding.DITHER ? 6 : 2;
        double error = b <= 1 ? 0 : b / (most * s * s); // a single element is the minimum
        if (rounding != BlockInteger.Rounding.NEAREST || error == 0) {
            return rounding.traits(new Guarantee.Unbiased(error));
        }
        return error < 1 ? Traits.contractive(1 - error) : Traits.none();
    }

    @Override
    public String toString() {
        return BlockInteger.text(bits, block, rounding, ",affine=true");
    }

    /**
     * Every element as an integer, times the step of its block, above the minimum of its block.
     *
     * <pre>
     *   | bits, 1 byte | block, 4 bytes | minimum and step of each block, 4 bytes each | integers |
     *
     *   bits      4 or 8
     *   block     elements that share a minimum and a step, 1 or more; the last block may be shorter
     *   minimum   a zero has no minus sign; minimum + (2^bits − 1) step is finite
     *   integers  fixed-width fields; an element is minimum + step * field, computed in doubles and rounded once
     * </pre>
     *
     * <p>In doubles, because the step times the largest integer overflows a float where the block spans more than the largest one.
     */
    static final class Format extends DitheredFormat.Levels {
        private Format() {
            super(Id.number(18, "affine"));
        }

        /** Bytes before the blocks. */
        static final int FIELDS = 5;
        /** Bytes of a block's minimum and step. */
        static final int OF_BLOCK = 8;
        /** Bits of the r of an element. */
        static final int FRACTION = RoundingKernels.USUAL_FRACTION;

        /** The length of a body. */
        public static long byteLength(int bits, int block, int elements) {
            return FIELDS + (long) OF_BLOCK * LevelsFormat.buckets(elements, block) + ((long) elements * bits + 7) / 8;
        }

        /** The value that a field encodes. */
        static float value(float minimum, float step, int field) {
            return (float) (minimum + (double) step * field);
        }

        @Override
        public void validate(Body body) {
            body.requireAtLeast(FIELDS);
            int bits = bits(body);
            if (bits != 4 && bits != 8) {
                throw new MalformedInputException(body.offset(), "integers of " + bits + " bits, known are 4 and 8");
            }
            if (block(body) < 1) {
                throw new MalformedInputException(
                        body.offset() + 1, "blocks of " + Integer.toUnsignedString(block(body)) + " elements");
            }
            body.requireLength(byteLength(bits, block(body), body.elements()));
            int end = body.offset() + FIELDS + OF_BLOCK * LevelsFormat.buckets(body.elements(), block(body));
            for (int at = body.offset() + FIELDS; at < end; at += OF_BLOCK) {
                validateBlock(body.bytes(), at, (1 << bits) - 1);
            }
            if (body.elements() > 0) { // every field is an integer; only the padding behind the last ones can be wrong
                int last = (body.elements() - 1) / BLOCK * BLOCK;
                unpack(body, last, body.elements() - last, body.ints());
            }
        }

        private static void validateBlock(byte[] bytes, int at, int largest) {
            float minimum = Finite.read(bytes, at);
            if (LittleEndian.getInt(bytes, at) == Integer.MIN_VALUE) {
                throw new MalformedInputException(at, "the minimum -0.0 has to be 0.0");
            }
            float step = Finite.readMagnitude(bytes, at + 4);
            if (Float.isInfinite(value(minimum, step, largest))) {
                throw new MalformedInputException(
                        at + 4, "a step of " + step + " overflows at " + largest + " above " + minimum);
            }
        }

        @Override
        protected void decode(Body body, int from, int count, float[] block) {
            int[] fields = body.ints();
            unpack(body, from, count, fields);
            for (int done = 0; done < count; ) {
                int number = (from + done) / block(body);
                int end = (int) Math.min(count, (number + 1L) * block(body) - from);
                int at = body.offset() + FIELDS + OF_BLOCK * number;
                float minimum = Finite.get(body.bytes(), at);
                float step = Finite.get(body.bytes(), at + 4);
                for (; done < end; done++) {
                    block[done] = value(minimum, step, fields[done]);
                }
            }
        }

        @Override
        int fraction(Body body) {
            return FRACTION;
        }

        @Override
        void decode(Body body, int from, int count, RoundingWords words, float[] block) {
            int[] fields = body.ints();
            unpack(body, from, count, fields);
            float[] subtracted = words.subtracted(count);
            for (int i = 0; i < count; ) {
                int number = (from + i) / block(body);
                int end = (int) Math.min(count, (number + 1L) * block(body) - from);
                int at = body.offset() + FIELDS + OF_BLOCK * number;
                double minimum = Finite.get(body.bytes(), at);
                double step = Finite.get(body.bytes(), at + 4);
                for (; i < end; i++) {
                    block[i] = (float) (minimum + step * ((double) fields[i] + subtracted[i]));
                }
            }
        }

        private static void unpack(Body body, int from, int count, int[] fields) {
            int bits = bits(body);
            int at = body.offset()
                    + FIELDS
                    + OF_BLOCK * LevelsFormat.buckets(body.elements(), block(body))
                    + from / 8 * bits;
            FixedWidth.unpack(body.bytes(), at, FixedWidth.byteLength(count, bits), bits, fields, 0, count);
        }

        private static int bits(Body body) {
            return body.bytes()[body.offset()] & 0xff;
        }

        private static int block(Body body) {
            return LittleEndian.getInt(body.bytes(), body.offset() + 1);
        }

        @Override
        public int paddingBits(Body body) {
            return -(body.elements() & 7) * bits(body) & 7;
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(3, 0, "integers of 5 bits, known are 4 and 8", "05", 3, 0f, 1f, "0000"),
                    Malformed.of(3, 1, "blocks of 0 elements", "08", 0, 0f, 1f, "000000"),
                    Malformed.of(3, 5, "the minimum -0.0 has to be 0.0", "08", 3, -0f, 1f, "000000"),
                    Malformed.of(
                            3,
                            9,
                            "a step of " + Float.MAX_VALUE + " overflows at 255 above 1.0",
                            "08",
                            3,
                            1f,
                            Float.MAX_VALUE,
                            "000000"));
        }

        @Override
        public String describe(Body body) {
            return "integers of " + bits(body) + " bits, a minimum and a step for each " + block(body);
        }
    }
}
