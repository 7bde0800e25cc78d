package org.tersegrad.compressors.sparse;

import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.bodies.kinds.BodyKind;

/**
 * Keeps k elements chosen at random, all choices alike. The seed of the choice travels, the indices do not. It
 * takes time for k elements and does not look at the others: something not finite is refused if it is chosen.
 *
 * <pre>
 *   C(x)_i = (d/k) x_i  if i is chosen, else 0         unbiased, omega = d/k − 1, with equality
 *   unscaled: x_i instead                              contractive, delta = k/d, with equality: for error feedback
 *
 *   body  | seed, 8 bytes | factor, 4 bytes | values, 4 bytes each |
 * </pre>
 *
 * <p>Scaled, an element above k/d of the largest float would overflow; the largest float is sent instead. Only up to there is it
 * unbiased.
 *
 * <p>S. U. Stich, J.-B. Cordonnier, M. Jaggi, <i>Sparsified SGD with memory</i>, 2018.
 *
 * @param keep how many elements
 * @param scaled whether values are multiplied by d/k
 */
public record RandomK(Keep keep, boolean scaled) implements Sparsifier {
    /** Scaled, so unbiased: for use without error feedback. */
    public static RandomK fraction(double fraction) {
        return new RandomK(new Keep.Fraction(fraction), true);
    }

    /** Scaled, so unbiased: for use without error feedback. */
    public static RandomK count(int count) {
        return new RandomK(new Keep.Count(count), true);
    }

    /** The same without the factor: for use with error feedback. */
    public RandomK unscaled() {
        return new RandomK(keep, false);
    }

    @Override
    public RandomK keeping(Keep other) {
        return new RandomK(other, scaled);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        int count = keep.of(shape.size());
        float factor = scaled && count > 0 ? (float) ((double) shape.size() / count) : 1f;
        float limit = largestUnder(factor);
        RandomSubset subset = new RandomSubset();
        return new TensorEncoder(this, shape, seed) {
            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                long chosenBy = stepSeed();
                LittleEndian.putLong(out, at, chosenBy);
                LittleEndian.putInt(out, at + Long.BYTES, Float.floatToRawIntBits(factor));
                subset.set(chosenBy, size);
                int to = at + RandomSubsetBody.FIELDS;
                for (int i = 0; i < count; i++) {
                    int index = subset.index(i);
                    float value = Math.max(-limit, Math.min(limit, values[offset + index]));
                    if (!Float.isFinite(values[offset + index])) {
                        throw Finite.refusal(values, offset + index, 1, index);
                    }
                    LittleEndian.putInt(out, to + 4 * i, Float.floatToRawIntBits(value));
                }
                return RandomSubsetBody.FIELDS + 4 * count;
            }

            @Override
            protected int scheme() {
                return BodyKind.RANDOM_SUBSET.id();
            }
        };
    }

    /** The largest float that does not overflow times {@code factor}. */
    private static float largestUnder(float factor) {
        float limit = Float.MAX_VALUE / factor;
        return Float.isInfinite(limit * factor) ? Math.nextDown(limit) : limit;
    }

    @Override
    public int maxBytes(Shape shape) {
        return TensorEncoder.payloadBytes(RandomSubsetBody.FIELDS + 4L * keep.of(shape.size()), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        if (shape.size() == 0) {
            return Traits.exact();
        }
        double kept = (double) keep.of(shape.size()) / shape.size();
        return scaled ? Traits.unbiased(1 / kept - 1) : Traits.contractive(kept);
    }

    @Override
    public String toString() {
        return "randomk(" + keep + (scaled ? "" : ",scaled=false") + ")";
    }
}
