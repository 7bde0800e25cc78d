package org.tersegrad.compressors.sparse;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FusedEncoder;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.LargestMagnitudes;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.internal.SampledThreshold;

/**
 * Keeps the k elements of largest magnitude: exactly k, of equal ones those with the lower index. Indices are written in
 * the cheapest {@link org.tersegrad.codecs.IndexSetCode}.
 *
 * <pre>
 *   C(x)_i = x_i  if i is among the k largest, else 0
 *   |x − C(x)|² = the sum of the d − k smallest squares          contractive, delta = k/d
 *
 *   body  | value format, 1 byte | k, 4 bytes | index set | values |
 * </pre>
 *
 * <p>Values are floats of 32 bits unless less is asked for: of 16 bits, or levels of 8 bits up to the largest.
 *
 * <p>With a sample, only those of the k are sent that reach a threshold guessed from it, as in Deep Gradient Compression: the largest
 * 0.8 k to k. That repeats what others have published and saves no time: selecting exactly is as fast, since it
 * begins with a sample of its own.
 *
 * <p>A. F. Aji, K. Heafield, <i>Sparse communication for distributed gradient descent</i>, 2017; S. U. Stich, J.-B.
 * Cordonnier, M. Jaggi, <i>Sparsified SGD with memory</i>, 2018.
 *
 * @param keep how many elements
 * @param values how their values are sent
 * @param sample the fraction of the elements from which a threshold is guessed, at most 1; 0 for no threshold
 */
public record TopK(Keep keep, Values values, double sample) implements Sparsifier {
    /** The format of its body. */
    public static final BodyFormat FORMAT = SparseFormat.INSTANCE;

    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "topk",
                    "topk(0.01)",
                    "the elements of largest magnitude",
                    a -> new TopK(Keep.of(a), a.asChoice("values", Values.FP32), a.asDouble("sample", 0)),
                    Keep.FRACTION,
                    Keep.COUNT,
                    new Parameter("values", "fp32, fp16, bf16 or int8"),
                    new Parameter("sample", "of the elements, for a threshold as in DGC; 0: exactly the largest"))
            .withFormats(FORMAT)
            .withExamples(
                    "topk(0.3)",
                    "topk(1)",
                    "topk(k=3)",
                    "topk(0.1,values=fp16)",
                    "topk(0.1,values=bf16)",
                    "topk(0.1,values=int8)",
                    "topk(0.1,sample=0.5)",
                    "topk(1,values=int8,sample=0.01)");

    public TopK {
        if (!(sample >= 0 && sample <= 1)) {
            throw new IllegalArgumentException("a sample is a fraction from 0 to 1 of the elements, this is " + sample);
        }
        sample += 0.0; // −0 becomes 0
    }

    /** Exactly as many as asked for. */
    public TopK(Keep keep, Values values) {
        this(keep, values, 0);
    }

    /** Formats of the values of kept elements. */
    public enum Values {
        /** Uncompressed values. */
        FP32,
        /** 16 bits, 11 of them significant, up to 65504. */
        FP16,
        /** 16 bits, 8 of them significant. */
        BF16,
        /** The nearest of 255 levels between plus and minus the largest. */
        INT8
    }

    /** A fraction of the elements, values as they are. */
    public static TopK fraction(double fraction) {
        return new TopK(new Keep.Fraction(fraction), Values.FP32);
    }

    /** A number of elements, values as they are. */
    public static TopK count(int count) {
        return new TopK(new Keep.Count(count), Values.FP32);
    }

    /** The same with values sent in another way. */
    public TopK withValues(Values other) {
        return new TopK(keep, other, sample);
    }

    /** The same with a threshold guessed from a fraction of the elements. */
    public TopK withSample(double fraction) {
        return new TopK(keep, values, fraction);
    }

    @Override
    public TopK keeping(Keep other) {
        return new TopK(other, values, sample);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        int count = keep.of(shape.size());
        int[] indices = new int[count];
        LargestMagnitudes largest = new LargestMagnitudes(shape.size(), count);
        SparseFormat.Writer writer = new SparseFormat.Writer(format(), shape.size());
        SampledThreshold threshold =
                sample == 0 || count == 0 ? null : new SampledThreshold(shape.size(), count, sample);
        return new FusedEncoder(this, shape, seed, SparseFormat.INSTANCE) {
            @Override
            protected int encodeBody(float[] gradient, int offset, byte[] out, int at) {
                if (remembering()) {
                    addTo(gradient, 0, 0, size);
                }
                if (largest.select(gradient, offset, indices) >= ReductionKernels.NON_FINITE) {
                    throw Finite.refusal(gradient, offset, size, 0);
                }
                int kept = threshold == null ? count : threshold.keep(stepSeed(), gradient, offset, indices, count);
                return writer.write(gradient, offset, indices, kept, remembering(), out, at);
            }

            @Override
            protected void keepResidual(Residual residual, byte[] out, int at) {
                residual.keep(0f, 0f);
            }
        };
    }

    private ValueFormat format() {
        return ValueFormat.valueOf(values.name());
    }

    @Override
    public int maxBytes(Shape shape) {
        int count = keep.of(shape.size());
        return SparseFormat.INSTANCE.payloadBytes(SparseFormat.Writer.maxBytes(format(), count, shape.size()), shape);
    }

    /**
     * The d − k elements left out are at most 1 − k/d of the square. Values of bf16 add 2^-16 of the rest. In 8 bits any
     * value may be rounded away but the largest, which is 1/d of the square at least. With a sample a fifth of the k may be left
     * out. With fp16 large ones overflow.
     */
    @Override
    public Traits traits(Shape shape) {
        if (shape.size() == 0) {
            return Traits.exact();
        }
        int count = keep.of(shape.size());
        double kept = (double) (sample == 0 ? count : SampledThreshold.least(count)) / shape.size();
        return switch (values) {
            case FP32 -> Traits.contractive(kept);
            case BF16 -> Traits.contractive(kept * (1 - 0x1p-16));
            case INT8 -> Traits.contractive(1.0 / shape.size());
            case FP16 -> Traits.none();
        };
    }

    @Override
    public String toString() {
        String format = values == Values.FP32 ? "" : ",values=" + format();
        return "topk(" + keep + format + (sample == 0 ? "" : ",sample=" + Numbers.plain(sample)) + ")";
    }
}
