package org.tersegrad.compressors.levels;

import java.util.List;
import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.internal.OrderedSums;
import org.tersegrad.compressors.internal.Rotation;
import org.tersegrad.compressors.levels.EntropyLevels.Format.Reader;

/**
 * EDEN at any rate: two random rotations make the coordinates of any gradient Gaussian, a uniform step turns them into levels, and these
 * are entropy-coded with a table that follows from the step.
 *
 * <pre>
 *   t = H D' H D x / n,  k = round(t √n / (|t| step)),  C(x) = s D H D' H c / n      for blocks x of n = 65536 elements, the last ones smaller
 *   c          the mean of Gaussian numbers with level k, in standard deviations
 *   least      s = &lt;t, c> / |c|²     error of Gaussian t at 0.5, 1, 2, 3, 4 bits: 0.617, 0.348, 0.0889, 0.0222, 0.00556 |x|²
 *   unbiased   s = |t|² / &lt;t, c>     error D / (1 − D) for an error D of the other
 * </pre>
 *
 * <p>From 1.5 bits on that is 0.255 bits above Shannon's bound for Gaussian numbers; levels of 2 to 4 bits with equal widths are 0.46 to
 * 0.65 above. Why two rotations: one turns a single element into n equal magnitudes, all of which a step above 2 rounds to 0.
 *
 * <p>Derivation of delta: the mean of the squares of normalized coordinates is 1 in every block, whatever x is. Among all numbers with
 * that mean square, the error is at most a chord between two points of the curve of errors over squares. For steps of 2 and more, below
 * some 1.2 bits, that says nothing. The same chord of bits over squares bounds the length of a message.
 *
 * <p>G. J. Sullivan, <i>Efficient scalar quantization of exponential and Laplacian random variables</i>, 1996; S. Vargaftik and others,
 * <i>EDEN: communication-efficient and robust distributed mean estimation for federated learning</i>, 2022.
 *
 * @param bits of an element on average, 0.25 to 8
 * @param unbiased whether the scale is that for means over many workers instead of that of least error
 */
public record RotatedLevels(double bits, boolean unbiased) implements Compressor {
    /** The format of its body. */
    public static final BodyFormat FORMAT = Format.INSTANCE;

    /** The fewest bits of an element. */
    public static final double LEAST_BITS = 0.25;

    /** The most bits of an element. */
    public static final double MOST_BITS = 8;

    /** The share of bits by which the bytes beside the levels may exceed them: half is spent on bytes, half on error. */
    private static final double TOLERANCE = 0.004;

    public RotatedLevels {
        if (!(bits >= LEAST_BITS && bits <= MOST_BITS)) {
            throw new IllegalArgumentException("entropy-coded levels have " + Numbers.plain(LEAST_BITS) + " to "
                    + Numbers.plain(MOST_BITS) + " bits on average, not " + bits);
        }
    }

    /** The step that makes a tensor take its bits, within a hundredth, all bytes counted; a small one takes more. */
    private int step(int size) {
        double beside = 8.0 * (Payload.HEADER_BYTES + Format.SEED_BYTES + 4L * Rotation.blocks(size) + 40);
        double left = ((1 + TOLERANCE) * bits * size - beside) / Math.max(1, Rotation.fields(size));
        return GaussianTable.stepFor(Math.max(0.9 * bits, Math.min(bits, left)));
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new RotatedEncoder(shape, seed);
    }

    @Override
    public int maxBytes(Shape shape) {
        return FORMAT.payloadBytes(maxBodyBytes(shape.size()), shape);
    }

    private long maxBodyBytes(int size) {
        // A tensor of another size has another step, but not by much; so this grows with the tensor.
        double most = GaussianTable.mostBits(GaussianTable.stepFor(bits)) + 0.25;
        return Format.SEED_BYTES
                + 4 * Rotation.mostBlocks(size)
                + 128
                + (long) Math.ceil(most * Rotation.mostFields(size) / 8);
    }

    @Override
    public Traits traits(Shape shape) {
        int step = step(shape.size());
        double error = unbiased ? 1 : GaussianTable.mostError(step, GaussianTable.offsets(step));
        return error < 1 ? Traits.contractive(1 - error) : Traits.none();
    }

    @Override
    public String toString() {
        boolean ambiguous = bits <= 4 && bits == Math.rint(bits);
        return "eden(" + Numbers.plain(bits) + (unbiased ? ",scale=unbiased" : "") + (ambiguous ? ",code=entropy" : "")
                + ")";
    }

    /**
     * Rotates each block, then writes the levels of all:
     *
     * <pre>
     *   for each block x of n elements, brought near 1 by a power of two
     *       t = both rotations of x, |t| = |x|
     *       v = t √n / (|t| step)
     *       round v to levels and keep them; the factor of the block follows from their product with v
     *   write factors, and levels from the last to the first
     * </pre>
     */
    private final class RotatedEncoder extends OnePassEncoder {
        private final int most;
        private final int step;
        private final byte[] means;
        private final OrderedSums norms = new OrderedSums();
        private final Rotation rotation = new Rotation();
        private final double[] factors;

        RotatedEncoder(Shape shape, Seed seed) {
            super(
                    RotatedLevels.this,
                    shape,
                    seed,
                    FORMAT,
                    (int) maxBodyBytes(shape.size()),
                    0,
                    Rotation.fields(shape.size()));
            most = budget;
            step = step(size);
            means = GaussianTable.offsets(step);
            factors = new double[Rotation.blocks(size)];
            values = new float[size == 0 ? 0 : Rotation.nextBlock(size)];
            cut = entries;
            factor = 1f;
        }

        @Override
        protected int encodeBody(float[] gradient, int from, byte[] out, int at) {
            long seed = stepSeed();
            int levelsAt = at + Format.SEED_BYTES + 4 * factors.length;
            begin(out, levelsAt + EntropyLevels.Format.FIELDS + 4, at + most);
            for (int block = 0, done = 0; block < factors.length; block++) {
                factors[block] = rotate(seed, gradient, from + done, done);
                done += Rotation.nextBlock(size - done);
            }
            end();
            Body.putI64(out, at, seed);
            int to = at + Format.SEED_BYTES;
            for (int block = 0, done = 0; block < factors.length; block++, to += 4) {
                int fields = Rotation.nextBlock(size - done);
                double largest = Format.largestFactor(fields, alphabet, step);
                float sent = (float) Math.min(factors[block], largest);
                Body.putF32(out, to, sent > largest ? Math.nextDown(sent) : sent);
                done += fields;
            }
            if (size == 0) {
                return to - at;
            }
            budget = at + most - to;
            int bytes = write(out, to);
            if (bytes > budget) {
                throw new AssertionError(RotatedLevels.this + " takes more than " + budget + " bytes");
            }
            return to + bytes - at;
        }

        /** Keeps the levels of a block and returns its factor. */
        private double rotate(long seed, float[] gradient, int from, int done) {
            int fields = Rotation.nextBlock(size - done);
            int count = Math.min(fields, size - done);
            int key = Finite.largestKey(gradient, from, count, done);
            float up = Math.scalb(1f, Math.max(-126, Math.min(126, 127 - (key >>> 23))));
            rotation.rotate(seed, gradient, from, count, up, done, values, 0);
            int largest = ReductionKernels.LARGEST_KEY.at(fields).largestKey(values, 0, fields);
            double deviation = norms.euclidean(values, 0, fields, largest) / Math.sqrt(fields);
            float inSteps = deviation == 0 ? 0 : (float) (1 / (deviation * step * GaussianTable.UNIT));
            for (int i = 0; i < fields; i++) {
                values[i] *= inSteps;
            }
            round(done, fields, (int) Math.rint(Float.intBitsToFloat(largest) * inSteps));
            return scale(fields) * deviation / up;
        }

        /** Keeps the levels of the coordinates of a block, and sums of those of each level. */
        private void round(int done, int fields, int largest) {
            fit.clear();
            for (int from = 0; from < fields; from += BLOCK) {
                int count = Math.min(BLOCK, fields - from);
                roundToLevels(from, count);
                findSymbols(count, largest);
                fit.add(values, from, count, symbols, 0, levels, alphabet);
                if (!keep(done + from, count)) {
                    throw new AssertionError(RotatedLevels.this + " takes more than " + most + " bytes");
                }
            }
        }

        /** The factor of the levels of a block that makes its error least, or unbiased. */
        private double scale(int fields) {
            fit.use(means, means.length, 1);
            double sent = fit.project(Math.min(EntropyLevels.Format.DIRECT, EntropyLevels.Format.largest(alphabet)));
            if (sent == 0 || !unbiased) {
                return fit.scale();
            }
            double all = 0;
            for (int i = 0; i < fields; i++) {
                all += (double) values[i] * values[i];
            }
            return all * fit.scale() / sent;
        }

        @Override
        void beginSymbols() {
            GaussianTable.count(step, alphabet, counts);
            rans.use(alphabet).beginWithoutTable(counts, words);
        }

        @Override
        double fit() {
            fit.use(means, Math.min(means.length, EntropyLevels.Format.largest(alphabet)), step * GaussianTable.UNIT);
            return 0;
        }
    }

    /**
     * Levels of the coordinates of each block after two rotations.
     *
     * <pre>
     *   | seed, 8 bytes | factor of each block, 4 bytes | body of entropy-coded levels, not sparse, without a table |
     *
     *   decoded  the levels of each block of {@link Rotation}, rotated back, times its factor
     *   table    that of {@link GaussianTable} for the scale, which is the step
     * </pre>
     */
    static final class Format implements BodyFormat {
        static final Format INSTANCE = new Format();

        private static final Id ID = Id.number(22, "rotated levels");

        static final int SEED_BYTES = 8;

        private Format() {}

        @Override
        public Id id() {
            return ID;
        }

        /** The largest factor of a block: no coordinate is above the norm of its levels. */
        static double largestFactor(int fields, int alphabet, int step) {
            double root = 1 << ((32 - Integer.numberOfLeadingZeros(fields - 1)) / 2 + 1);
            return Float.MAX_VALUE / (root * (EntropyLevels.Format.largest(alphabet) + 1) * step * GaussianTable.UNIT);
        }

        /** Memory of a reader. */
        private static final class Scratch {
            final Rotation rotation = new Rotation();
            float[] block = {};
        }

        private static Body inner(Body body) {
            int at = SEED_BYTES + 4 * Rotation.blocks(body.elements());
            return body.nested(at, body.length() - at, Rotation.fields(body.elements()));
        }

        private static Reader open(Body levels) {
            return levels.scratch(Reader.class, Reader::new).open(levels, true);
        }

        @Override
        public void validate(Body body) {
            int at = SEED_BYTES + 4 * Rotation.blocks(body.elements());
            body.requireAtLeast(at);
            if (body.elements() == 0) {
                body.requireLength(at);
                return;
            }
            Body levels = inner(body);
            levels.requireAtLeast(EntropyLevels.Format.FIELDS);
            if (levels.u8(0) != EntropyLevels.Format.ENTROPY) {
                throw levels.malformed(0, "code " + levels.u8(0) + ", here it is " + EntropyLevels.Format.ENTROPY);
            }
            int step = GaussianTable.step(levels.f32(1));
            if (step == 0) {
                throw levels.malformed(1, "a step of " + levels.f32(1) + " without a table");
            }
            open(levels).validate(levels);
            int block = SEED_BYTES;
            for (int left = body.elements(); left > 0; left -= Rotation.nextBlock(left), block += 4) {
                float factor = Finite.readMagnitude(body.bytes(), body.offset() + block);
                if (factor > largestFactor(Rotation.nextBlock(left), levels.u8(5), step)) {
                    throw body.malformed(
                            block, "a factor of " + factor + " overflows in a block of " + Rotation.nextBlock(left));
                }
            }
        }

        @Override
        public void addTo(Body body, float[] target, int offset, float weight) {
            if (body.elements() == 0) {
                return;
            }
            Body levels = inner(body);
            Reader reader = open(levels);
            Scratch scratch = body.scratch(Scratch.class, Scratch::new);
            if (scratch.block.length < Rotation.nextBlock(body.elements())) {
                scratch.block = new float[Rotation.nextBlock(body.elements())];
            }
            float[] block = scratch.block;
            float[] piece = body.floats();
            int held = 0;
            int used = 0;
            int factorAt = SEED_BYTES;
            for (int from = 0; from < body.elements(); factorAt += 4) {
                int fields = Rotation.nextBlock(body.elements() - from);
                for (int filled = 0; filled < fields; ) {
                    if (used == held) {
                        held = reader.next(levels, piece);
                        used = 0;
                    }
                    int some = Math.min(held - used, fields - filled);
                    System.arraycopy(piece, used, block, filled, some);
                    used += some;
                    filled += some;
                }
                int count = Math.min(fields, body.elements() - from);
                scratch.rotation.rotateBack(body.i64(0), block, 0, count, body.f32(factorAt), from);
                AdditionKernels.ADD_SCALED.at(count).addScaled(block, 0, count, weight, target, offset + from);
                from += fields;
            }
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(1, 4, "a body of 4 bytes; the fields before its data take 12", 7),
                    Malformed.of(0, 8, "a body for 0 elements takes 8 bytes here, this has 9", 7, 0, "00"),
                    Malformed.of(1, 12, "code 1, here it is 2", 7, 0, 1f, "01", 1f, "0100"),
                    Malformed.of(1, 13, "a step of 0.3 without a table", 7, 0, 1f, "02", 0.3f, "0100"),
                    Malformed.of(
                            1,
                            8,
                            "a factor of 1.0E38 overflows in a block of 16",
                            7,
                            0,
                            1e38f,
                            "02",
                            1f,
                            "0100",
                            1 << 15,
                            1 << 15,
                            1 << 15,
                            1 << 15));
        }

        @Override
        public String describe(Body body) {
            int blocks = Rotation.blocks(body.elements());
            if (blocks == 0) {
                return "no levels";
            }
            int largest = EntropyLevels.Format.largest(inner(body).u8(5));
            return "levels of " + inner(body).f32(1) + " standard deviations times −" + largest + " to " + largest
                    + " after two rotations, entropy-coded, " + blocks + (blocks == 1 ? " block" : " blocks");
        }
    }
}
