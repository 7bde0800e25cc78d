package org.tersegrad.compressors.sparse;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import org.tersegrad.codecs.internal.floats.SelectionKernels;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Numbers;

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
    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "threshold",
                    "threshold(0.001)",
                    "the elements larger than a fixed value",
                    a -> new Threshold(a.asFloat("value")),
                    new Parameter("value", "0 or more"))
            .withFormats(SparseFormat.INSTANCE)
            .withExamples("threshold(0.01)", "threshold(0)");

    public Threshold {
        Numbers.requireMagnitude(value, 0, "a threshold is 0 or more and finite");
        value += 0f; // −0 becomes 0
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        int[] indices = new int[shape.size() + SelectionKernels.COLLECT_ROOM];
        SparseFormat.Writer writer = new SparseFormat.Writer(ValueFormat.FP32, shape, shape.size());
        return new BodyEncoder(this, shape, seed, SparseFormat.INSTANCE) {
            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                int count = above(value, values, offset, size, indices);
                return writer.write(values, offset, indices, count, false, out, at);
            }
        };
    }

    /** The indices of what is larger than {@code value}, once all is known to be finite. */
    static int above(float value, float[] values, int offset, int size, int[] indices) {
        Finite.largestKey(values, offset, size);
        int least = Float.floatToRawIntBits(value) + 1;
        return SelectionKernels.COLLECT.at(size).collect(values, offset, size, least, 0, indices, 0);
    }

    @Override
    public int maxBytes(Shape shape) {
        return SparseFormat.INSTANCE.payloadBytes(
                SparseFormat.Writer.maxBytes(ValueFormat.FP32, shape.size(), shape.size()), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none();
    }

    @Override
    public String toString() {
        return "threshold(" + Numbers.plain(value) + ")";
    }
}
