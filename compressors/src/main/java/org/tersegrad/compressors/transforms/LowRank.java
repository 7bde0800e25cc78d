package org.tersegrad.compressors.transforms;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.internal.ActiveKernels;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.ForwardingEncoder;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Orthonormal;
import org.tersegrad.compressors.internal.PowerIteration;
import org.tersegrad.compressors.internal.bodies.kinds.BodyKind;

/**
 * A matrix M of n rows and m columns as the product of n x r and r x m: its projection on r directions, which one step of
 * power iteration improves from training step to training step.
 *
 * <pre>
 *   P = orthonormal(M Q),  Q' = Mᵀ P,  C(M) = P Q'ᵀ = P Pᵀ M          Q' is the Q of the next step
 *
 *   |M − C(M)| ≤ |M|;  exact if the rank of M is at most r;  for a constant M the error comes down to that of the best
 *   matrix of rank r. No delta holds for every M: one that is orthogonal to Q is lost in this step.
 *
 *   body  | n, 4 bytes | r, 4 bytes | r times n floats: P | r times m floats: Q' |
 * </pre>
 *
 * <p>Where the factors would be no smaller than the matrix, as for every vector, it is sent as it is. The first Q is
 * random. A direction that a matrix of smaller rank has no use for becomes zero, and random again in the next step.
 *
 * <p>T. Vogels, S. P. Karimireddy, M. Jaggi, <i>PowerSGD: practical low-rank gradient compression for distributed
 * optimization</i>, 2019. There P and Q' are averaged over all workers; here they are one worker's message.
 *
 * @param rank r, 1 or more; at most min(n, m) is used
 */
public record LowRank(int rank) implements Compressor {
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

    private final class LowRankEncoder extends TensorEncoder {
        private final int used;
        private final float[] left;
        private final float[] right;
        private final float[] next;
        private final float[] scratch;
        private final double[] vector;

        LowRankEncoder(Shape shape, int used, Seed seed) {
            super(LowRank.this, shape, seed);
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
            LowRankKernels kernels = ActiveKernels.LOW_RANK;
            PowerIteration.start(right, used, columns, stepSeed(), PowerIteration.inverseScale(key), next);
            kernels.multiply(values, offset, rows, columns, used, next, 0, left, 0, scratch);
            Orthonormal.rows(left, 0, used, rows, vector);
            // Near the largest float the sums over a column would overflow: P gets the power of two that Q' lacks, or
            // less
            // if their product would overflow.
            float balance = key >= HUGE ? 0x1p-32f : 1f;
            scale(left, balance);
            kernels.multiplyTransposed(values, offset, rows, columns, used, left, 0, right, 0, scratch);
            scale(left, shrinking(key) / (balance * balance));
            LittleEndian.putInt(out, at, rows);
            LittleEndian.putInt(out, at + 4, used);
            int to = at + LowRankBody.FIELDS;
            to += Dense.write(left, 0, left.length, out, to);
            to += Dense.write(right, 0, right.length, out, to);
            return to - at;
        }

        /** An element of the product is at most the sum of {@code used} norms of M. */
        private float shrinking(int key) {
            int bound = (key >>> 23) - 126 + (int) Math.ceil(Math.log(used * Math.sqrt(size)) / Math.log(2));
            return Math.scalb(1f, Math.min(0, 126 - bound));
        }

        @Override
        protected int scheme() {
            return BodyKind.LOW_RANK.id();
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
        return TensorEncoder.payloadBytes(LowRankBody.FIELDS + 4 * factors, shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return usedRank(shape) == 0 ? Traits.exact() : Traits.none();
    }

    @Override
    public String toString() {
        return "lowrank(" + rank + ")";
    }
}
