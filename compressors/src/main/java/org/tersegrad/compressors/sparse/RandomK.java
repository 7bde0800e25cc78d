package org.tersegrad.compressors.sparse;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.List;
import java.util.Optional;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Slice;
import org.tersegrad.compressors.SparseEntries;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;

/**
 * Keeps k elements chosen at random, all choices alike. The seed of the choice travels, the indices do not.
 *
 * <pre>
 *   C(x)_i = (d/k) x_i  if i is chosen, else 0         unbiased, omega = d/k − 1, with equality
 *   unscaled: x_i instead                              contractive, delta = k/d, with equality: for error feedback
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
    /** The format of its body. */
    public static final BodyFormat FORMAT = new Format();

    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "randomk",
                    "randomk(0.01)",
                    "elements chosen at random",
                    a -> new RandomK(Keep.of(a), a.asBoolean("scaled", true)),
                    Keep.FRACTION,
                    Keep.COUNT,
                    Keep.SCALED)
            .withFormats(FORMAT)
            .withExamples("randomk(0.1)", "randomk(1,scaled=false)", "randomk(k=4,scaled=false)");

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
        return new BodyEncoder(this, shape, seed, FORMAT) {
            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                Finite.largestKey(values, offset, size); // also of what is not sent: it would stay in a residual
                long chosenBy = stepSeed();
                LittleEndian.putLong(out, at, chosenBy);
                LittleEndian.putInt(out, at + Long.BYTES, Float.floatToRawIntBits(factor));
                subset.set(chosenBy, size);
                int to = at + Format.FIELDS;
                for (int i = 0; i < count; i++) {
                    float value = Math.max(-limit, Math.min(limit, values[offset + subset.index(i)]));
                    LittleEndian.putInt(out, to + 4 * i, Float.floatToRawIntBits(value));
                }
                return Format.FIELDS + 4 * count;
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
        return FORMAT.payloadBytes(Format.FIELDS + 4L * keep.of(shape.size()), shape);
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

    /**
     * The values at randomly chosen elements, all others zero. The choice is that of {@link RandomSubset} for the seed, in its
     * order; the values are multiplied by the factor.
     *
     * <pre>
     *   | seed, 8 bytes | factor, 4 bytes | values, 4 bytes each |
     * </pre>
     */
    static final class Format implements BodyFormat {
        private static final Id ID = Id.number(5, "random subset");

        @Override
        public Id id() {
            return ID;
        }

        /** Bytes before the values. */
        public static final int FIELDS = 12;

        @Override
        public void validate(Body body) {
            body.requireAtLeast(FIELDS);
            float factor = Finite.readMagnitude(body.bytes(), body.offset() + 8);
            int values = body.length() - FIELDS;
            if (values % 4 != 0 || values / 4 > body.elements()) {
                throw new MalformedInputException(
                        body.end(), values + " bytes of values for " + body.elements() + " elements");
            }
            for (int at = body.offset() + FIELDS; at < body.end(); at += 4) {
                if (Float.isInfinite(Finite.read(body.bytes(), at) * factor)) {
                    throw new MalformedInputException(at, "a value that overflows times " + factor);
                }
            }
        }

        @Override
        public void addTo(Body body, float[] target, int offset, float weight) {
            float factor = Finite.get(body.bytes(), body.offset() + 8);
            RandomSubset subset = body.scratch(RandomSubset.class, RandomSubset::new);
            subset.set(LittleEndian.getLong(body.bytes(), body.offset()), body.elements());
            int valuesAt = body.offset() + FIELDS;
            for (int i = 0; i < (body.length() - FIELDS) / 4; i++) {
                target[offset + subset.index(i)] += weight * (factor * Finite.get(body.bytes(), valuesAt + 4 * i));
            }
        }

        @Override
        public void addTo(Body body, Slice target, float weight) {
            float factor = Finite.get(body.bytes(), body.offset() + 8);
            RandomSubset subset = body.scratch(RandomSubset.class, RandomSubset::new);
            subset.set(LittleEndian.getLong(body.bytes(), body.offset()), body.elements());
            int valuesAt = body.offset() + FIELDS;
            for (int i = 0; i < (body.length() - FIELDS) / 4; i++) {
                float value = factor * Finite.get(body.bytes(), valuesAt + 4 * i);
                target.add(subset.index(i), weight * value);
            }
        }

        @Override
        public Optional<SparseEntries> entries(Body body) {
            int count = (body.length() - FIELDS) / 4;
            int[] indices = new int[count];
            float[] values = new float[count];
            float factor = Finite.get(body.bytes(), body.offset() + 8);
            RandomSubset subset = body.scratch(RandomSubset.class, RandomSubset::new);
            subset.set(LittleEndian.getLong(body.bytes(), body.offset()), body.elements());
            for (int i = 0; i < count; i++) {
                indices[i] = subset.index(i);
                values[i] = factor * Finite.get(body.bytes(), body.offset() + FIELDS + 4 * i);
            }
            return Optional.of(new SparseEntries(indices, values));
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(3, 8, "the magnitude -1.0 is negative", 1, 0, -1f),
                    Malformed.of(3, 17, "5 bytes of values for 3 elements", 1, 0, 1f, 1f, "00"),
                    Malformed.of(3, 12, "a value that overflows times 2.0", 1, 0, 2f, Float.MAX_VALUE));
        }

        @Override
        public String describe(Body body) {
            return (body.length() - FIELDS) / 4 + " elements chosen at random by a seed, times "
                    + Finite.get(body.bytes(), body.offset() + 8) + ", all others 0";
        }
    }
}
