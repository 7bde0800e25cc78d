package org.tersegrad.compressors.schemes;

import org.tersegrad.codecs.internal.floats.SelectionKernels;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.internal.bodies.kinds.BodyKind;
import org.tersegrad.compressors.internal.bodies.sparse.SparseWriter;
import org.tersegrad.compressors.internal.bodies.sparse.ValueFormat;

/**
 * Keeps what is larger than a fixed value. No element loses more than that; how many are kept depends on the gradient.
 *
 * <pre>
 *   C(x)_i = x_i  if |x_i| > v, else 0                 |x_i − C(x)_i| ≤ v
 *
 *   body  that of {@link TopK}, with floats of 32 bits
 * </pre>
 *
 * <p>A. Dutta and others, <i>On the discrepancy between the theoretical analysis and practical implementations of
 * compressed communication for distributed deep learning</i>, 2020.
 *
 * @param value 0 or more, finite
 */
public record Threshold(float value) implements Compressor {
    public Threshold {
        requireMagnitude(value, 0, "a threshold is 0 or more and finite");
        value += 0f; // −0 becomes 0
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        int[] indices = new int[shape.size() + SelectionKernels.COLLECT_ROOM];
        SparseWriter writer = new SparseWriter(ValueFormat.FP32, shape.size());
        return new TensorEncoder(this, shape, seed) {
            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                int count = above(value, values, offset, size, indices);
                return writer.write(values, offset, indices, count, false, out, at);
            }

            @Override
            protected int scheme() {
                return BodyKind.SPARSE.id();
            }
        };
    }

    /** The indices of what is larger than {@code value}, once all is known to be finite. */
    static int above(float value, float[] values, int offset, int size, int[] indices) {
        Finite.largestKey(values, offset, size);
        int least = Float.floatToRawIntBits(value) + 1;
        return SelectionKernels.COLLECT.at(size).collect(values, offset, size, least, 0, indices, 0);
    }

    /** Refuses a value below {@code least}, and NaN and infinity. */
    public static void requireMagnitude(float value, float least, String rule) {
        if (!(value >= least && value <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException(rule + ", this is " + value);
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        return TensorEncoder.payloadBytes(SparseWriter.maxBytes(ValueFormat.FP32, shape.size(), shape.size()), shape);
    }

    @Override
    public Guarantee guarantee(Shape shape) {
        return Guarantee.NONE;
    }

    @Override
    public String toString() {
        return "threshold(" + Numbers.plain(value) + ")";
    }
}
