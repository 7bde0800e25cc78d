package org.tersegrad.compressors.transforms;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.nio.ByteBuffer;
import java.util.List;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.ForwardingEncoder;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Orthonormal;
import org.tersegrad.compressors.internal.PowerIteration;

/**
 * A matrix M of n rows and m columns as the product of n x r and r x m: its projection on r directions, which one step of
 * power iteration improves from training step to training step.
 *
 * <pre>
 *   P = orthonormal(M Q),  Q' = Mᵀ P,  C(M) = P Q'ᵀ = P Pᵀ M          Q' is the Q of the next step
 *   |M − C(M)| ≤ |M|;  exact if the rank of M is at most r;  for a constant M the error comes down to that of the best
 *   matrix of rank r. No delta holds for every M: one that is orthogonal to Q is lost in this step.
 *   body  | n, 4 bytes | r, 4 bytes | r times n floats: P | r times m floats: Q' |
 * </pre>
 *
 * <p>If the factors would be no smaller than the matrix, as for every vector, it is sent uncompressed. The first Q is random. A
 * direction that a matrix of smaller rank has no use for becomes zero, and random again in the next step.
 *
 * <p>T. Vogels, S. P. Karimireddy, M. Jaggi, <i>PowerSGD: practical low-rank gradient compression for distributed
 * optimization</i>, 2019. There P and Q' are averaged over all workers; here they are one worker's message.
 *
 * @param rank r, 1 or more; at most min(n, m) is used
 */
public record LowRank(int rank) implements Compressor {
    /** The format of its body. */
    public static final BodyFormat FORMAT = new Format();

    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "lowrank",
                    "lowrank(2)",
                    "a matrix as the product of two thin ones",
                    a -> new LowRank(a.asInt("rank")),
                    new Parameter("rank", "columns of the thin matrices"))
            .withFormats(FORMAT)
            .withExamples("lowrank(1)", "lowrank(4)");

    public LowRank {
        if (rank < 1) {
            throw new IllegalArgumentException("a rank is 1 or more, this is " + rank);
        }
    }

    /** The rank for this shape; 0 if it is sent as it is. */
    private int usedRank(Shape shape) {
        return usedRank(rank, shape, 1);
    }

    /** The rank for this shape; 0 if the factors are not smaller than the matrix by more than {@code rate}. */
    public static int usedRank(int rank, Shape shape, double rate) {
        int used = Math.min(rank, Math.min(shape.rows(), shape.columns()));
        double factors = (double) used * ((double) shape.rows() + shape.columns());
        return factors * rate < shape.size() ? used : 0;
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        int used = usedRank(shape);
        return used == 0
                ? ForwardingEncoder.of(this, shape, new Dense().encoder(shape, seed))
                : new LowRankEncoder(shape, used, seed);
    }

    private final class LowRankEncoder extends BodyEncoder {
        private final int used;
        private final float[] left;
        private final float[] right;
        private final float[] next;
        private final float[] scratch;
        private final double[] vector;

        LowRankEncoder(Shape shape, int used, Seed seed) {
            super(LowRank.this, shape, seed, FORMAT);
            this.used = used;
            left = new float[used * shape.rows()];
            right = new float[used * shape.columns()];
            next = new float[right.length];
            scratch = new float[LowRankKernels.scratch(used, shape.columns())];
            vector = new double[shape.rows()];
        }

        @Override
        protected int encodeBody(float[] values, int offset, byte[] out, int at) {
            int key = Finite.largestKey(values, offset, size);
            int rows = shape().rows();
            int columns = shape().columns();
            PowerIteration.start(right, used, columns, stepSeed(), PowerIteration.inverseScale(key), next);
            LowRankKernels.MULTIPLY.at(size).multiply(values, offset, rows, columns, used, next, 0, left, 0, scratch);
            Orthonormal.rows(left, 0, used, rows, vector);
            // Near the largest float the sums over a column would overflow: P gets the power of two that Q' lacks, or
            // less
            // if their product would overflow.
            float balance = key >= HUGE ? 0x1p-32f : 1f;
            scale(left, balance);
            LowRankKernels.MULTIPLY_TRANSPOSED
                    .at(size)
                    .multiplyTransposed(values, offset, rows, columns, used, left, 0, right, 0, scratch);
            scale(left, shrinking(key) / (balance * balance));
            return Format.write(rows, used, left, right, out, at);
        }

        /** An element of the product is at most the sum of {@code used} norms of M. */
        private float shrinking(int key) {
            int bound = (key >>> 23) - 126 + (int) Math.ceil(Math.log(used * Math.sqrt(size)) / Math.log(2));
            return Math.scalb(1f, Math.min(0, 126 - bound));
        }

        @Override
        protected long contentBytes() {
            return super.contentBytes() + (long) Float.BYTES * right.length;
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            super.saveContent(out);
            put(right, out);
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            super.restoreContent(in);
            get(right, in);
        }
    }

    /** The key of 2^90. */
    private static final int HUGE = (127 + 90) << 23;

    private static void scale(float[] values, float factor) {
        if (factor != 1f) {
            for (int i = 0; i < values.length; i++) {
                values[i] *= factor;
            }
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        int used = usedRank(shape);
        if (used == 0) {
            return new Dense().maxBytes(shape);
        }
        long factors = (long) used * ((long) shape.rows() + shape.columns());
        return FORMAT.payloadBytes(Format.FIELDS + 4 * factors, shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return usedRank(shape) == 0 ? Traits.exact() : Traits.none();
    }

    @Override
    public String toString() {
        return "lowrank(" + rank + ")";
    }

    /**
     * A matrix as the product of two thin ones.
     *
     * <pre>
     *   | rows, 4 bytes | rank, 4 bytes | rank times: rows floats | rank times: columns floats |
     *
     *   columns = elements / rows; element (i, j) is the sum over the rank of left_r[i] * right_r[j]
     * </pre>
     *
     * <p>So that no sum overflows, the largest |left_r| times the largest |right_r|, summed over the rank, is at most 2^127.
     */
    static final class Format implements BodyFormat {
        private static final Id ID = Id.number(11, "low rank");

        @Override
        public Id id() {
            return ID;
        }

        /** Bytes before the factors. */
        public static final int FIELDS = 8;

        private static final double LARGEST_SUM = 0x1p127;

        /** Writes the body and returns its length. */
        static int write(int rows, int rank, float[] left, float[] right, byte[] out, int at) {
            LittleEndian.putInt(out, at, rows);
            LittleEndian.putInt(out, at + 4, rank);
            int to = at + FIELDS;
            to += Dense.write(left, 0, left.length, out, to);
            return to + Dense.write(right, 0, right.length, out, to) - at;
        }

        @Override
        public void validate(Body body) {
            body.requireAtLeast(FIELDS);
            int rows = rows(body);
            int rank = rank(body);
            if (rows < 1 || body.elements() % rows != 0) {
                throw new MalformedInputException(
                        body.offset(), body.elements() + " elements in " + Integer.toUnsignedString(rows) + " rows");
            }
            int columns = body.elements() / rows;
            if (rank < 1 || rank > Math.min(rows, columns)) {
                throw new MalformedInputException(
                        body.offset() + 4,
                        "rank " + Integer.toUnsignedString(rank) + " of a matrix of " + rows + " x " + columns);
            }
            body.requireLength(FIELDS + 4L * rank * ((long) rows + columns));
            validateFactors(body, rows, columns, rank);
        }

        private static void validateFactors(Body body, int rows, int columns, int rank) {
            int left = body.offset() + FIELDS;
            int right = left + 4 * rank * rows;
            double sum = 0;
            for (int r = 0; r < rank; r++) {
                double largestLeft = readLargest(body.bytes(), left + 4 * r * rows, rows);
                sum += largestLeft * readLargest(body.bytes(), right + 4 * r * columns, columns);
            }
            if (sum > LARGEST_SUM) {
                throw new MalformedInputException(left, "factors whose products may be as large as " + sum);
            }
        }

        /** The largest magnitude among floats that must be finite. */
        private static double readLargest(byte[] bytes, int from, int count) {
            float largest = 0;
            for (int i = 0; i < count; i++) {
                largest = Math.max(largest, Math.abs(Finite.read(bytes, from + 4 * i)));
            }
            return largest;
        }

        @Override
        public void addTo(Body body, float[] target, int offset, float weight) {
            int rows = rows(body);
            int rank = rank(body);
            int columns = body.elements() / rows;
            int leftLength = rank * rows;
            int count = leftLength + rank * columns;
            Scratch scratch = body.scratch(Scratch.class, Scratch::new);
            float[] factors = scratch.factors(count);
            for (int i = 0; i < count; i++) {
                factors[i] = Finite.get(body.bytes(), body.offset() + FIELDS + 4 * i);
            }
            LowRankKernels.ADD_PRODUCT
                    .at(body.elements())
                    .addProduct(
                            target,
                            offset,
                            rows,
                            columns,
                            rank,
                            weight,
                            factors,
                            0,
                            factors,
                            leftLength,
                            scratch.kernel(LowRankKernels.scratch(rank, columns)));
        }

        /** Working memory of a reader, no longer than the bodies that it has read. */
        private static final class Scratch {
            private float[] factors = {};
            private float[] kernel = {};

            float[] factors(int count) {
                if (factors.length < count) {
                    factors = new float[count];
                }
                return factors;
            }

            float[] kernel(int count) {
                if (kernel.length < count) {
                    kernel = new float[count];
                }
                return kernel;
            }
        }

        private static int rows(Body body) {
            return LittleEndian.getInt(body.bytes(), body.offset());
        }

        private static int rank(Body body) {
            return LittleEndian.getInt(body.bytes(), body.offset() + 4);
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(6, 0, "6 elements in 4 rows", 4, 1),
                    Malformed.of(6, 4, "rank 3 of a matrix of 2 x 3", 2, 3),
                    Malformed.of(
                            1,
                            8,
                            "factors whose products may be as large as " + Math.scalb(1.0, 128),
                            1,
                            1,
                            0x1p100f,
                            0x1p28f));
        }

        @Override
        public String describe(Body body) {
            int rows = rows(body);
            return "a matrix of " + rows + " x " + body.elements() / rows + " of rank " + rank(body);
        }
    }
}
