package org.tersegrad.compressors.sparse;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.Locale;
import java.util.Optional;
import org.tersegrad.codecs.IndexSetWriter;
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
import org.tersegrad.compressors.internal.SignBits;

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
 * <p>Values are floats of 32 bits unless less is asked for: of 16 bits, levels of 8 bits up to the largest, or sign and one of 2^(b−1)
 * {@link Magnitudes} in b bits, 1 to 4. Under a budget of bits few bits a value leave room for more elements. With one bit, sign times
 * mean, the body is that of {@link Strom}.
 *
 * <pre>
 *   1 bit         delta = min(1/k, k/d): one element may be all there is, and the mean is 1/k of it
 *   2 to 4 bits   at least that, and at least  4r/(1+r)² · k/(d+k),  r = k^(−1/(2(L−1))), L = 2^(b−1), less 5 % for bins
 * </pre>
 *
 * <p>The second line: L − 1 cells of the start span a factor of 1/r each, so that a mean keeps 4r/(1+r)² of the square (Kantorovich);
 * what is smaller than k^(−1/2) of the largest is d/k squares of the largest at most; rounds only add to what is kept.
 *
 * <p>With a budget, {@code topk(bits=0.4)}, the body has at most {@code ceil(bits d / 8)} bytes for any gradient, or what one element
 * takes if that is more.
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

    /** The format of its body for all chunks together. */
    public static final BodyFormat CHUNKS_FORMAT = ChunkedTopK.FORMAT;

    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "topk",
                    "topk(0.01)",
                    "the elements of largest magnitude",
                    a -> new TopK(Keep.of(a), a.asChoice("values", Values.FP32), a.asDouble("sample", 0)),
                    Keep.FRACTION,
                    Keep.COUNT,
                    Keep.BITS,
                    new Parameter("values", "fp32, fp16, bf16, int8, bits1 to bits4"),
                    new Parameter("sample", "of the elements, for a threshold as in DGC; 0: exactly the largest"))
            .withFormats(FORMAT)
            .withExamples(
                    "topk(0.3)",
                    "topk(1)",
                    "topk(k=3)",
                    "topk(0.1,values=fp16)",
                    "topk(0.1,values=bf16)",
                    "topk(0.1,values=int8)",
                    "topk(0.1,values=bits1)",
                    "topk(0.1,values=bits2)",
                    "topk(0.1,values=bits3)",
                    "topk(0.1,values=bits4)",
                    "topk(bits=1)",
                    "topk(bits=0.5,values=bits2)",
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
        INT8,
        /** Sign times the mean magnitude. */
        BITS1,
        /** Sign and one of two magnitudes. */
        BITS2,
        /** Sign and one of four magnitudes. */
        BITS3,
        /** Sign and one of eight magnitudes. */
        BITS4;

        /** Bits of a value. */
        int bits() {
            return this == BITS1 ? 1 : format().bits();
        }

        /** Number of magnitudes, if values are signs and magnitudes; else 0. */
        int magnitudes() {
            return bits() < Byte.SIZE ? 1 << (bits() - 1) : 0;
        }

        private ValueFormat format() {
            return ValueFormat.valueOf(name());
        }
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

    /** The most elements that are sent. */
    int most(int size) {
        return keep.of(size, values.bits(), fixedBytes());
    }

    /** Bytes of a body besides those that depend on the elements sent, with the tag of the index set. */
    private int fixedBytes() {
        return values == Values.BITS1
                ? Strom.Format.FIELDS + 1
                : SparseFormat.FIELDS + 1 + values.format().extra();
    }

    private SparseFormat.BodyWriter writer(Shape shape) {
        return values == Values.BITS1
                ? new Strom.Writer(shape)
                : new SparseFormat.Writer(values.format(), shape, most(shape.size()));
    }

    /** The longest body: as long as the budget says, if there is one, but with room for one element. */
    private long maxBodyBytes(int size) {
        return keep instanceof Keep.Bits budget
                ? Math.max(budget.bytes(size), maxBodyBytes(Math.min(1, size), size))
                : maxBodyBytes(most(size), size);
    }

    private long maxBodyBytes(int count, int size) {
        long valueBytes = values == Values.BITS1
                ? SignBits.byteLength(count)
                : values.format().byteLength(count);
        long fields = values == Values.BITS1 ? Strom.Format.FIELDS : SparseFormat.FIELDS;
        return fields + IndexSetWriter.maxBytes(count, size) + valueBytes;
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        int count = most(shape.size());
        int[] indices = new int[count];
        LargestMagnitudes largest = new LargestMagnitudes(shape.size(), count);
        SparseFormat.BodyWriter writer = writer(shape);
        long budget = maxBodyBytes(shape.size());
        boolean alwaysFits = maxBodyBytes(count, shape.size()) <= budget;
        SampledThreshold threshold =
                sample == 0 || count == 0 ? null : new SampledThreshold(shape.size(), count, sample);
        return new FusedEncoder(this, shape, seed, values == Values.BITS1 ? Strom.FORMAT : FORMAT) {
            @Override
            protected int encodeBody(float[] gradient, int offset, byte[] out, int at) {
                if (largest.select(gradient, offset, indices, source()) >= ReductionKernels.NON_FINITE) {
                    throw Finite.refusal(gradient, offset, size, 0);
                }
                int kept = threshold == null ? count : threshold.keep(stepSeed(), gradient, offset, indices, count);
                if (!alwaysFits) {
                    kept = fit(gradient, offset, kept);
                }
                return writer.write(gradient, offset, indices, kept, remembering(), out, at);
            }

            /** Leaves out the smallest until the body is within the budget, and returns how many are left. */
            private int fit(float[] gradient, int offset, int among) {
                int kept = among;
                for (long more = excess(kept); more > 0; more = excess(kept)) {
                    // The bits of one element more, rounded down: the next try is short enough, or nearly so.
                    int others = (size - kept) / kept;
                    int bits = Math.max(1, 31 - Integer.numberOfLeadingZeros(Math.max(1, others)) + values.bits());
                    int fewer = (int) Math.max(1, kept - more * 8 / bits - 1);
                    largest.keepLargest(gradient, offset, indices, kept, fewer);
                    kept = fewer;
                }
                return kept;
            }

            private long excess(int kept) {
                return writer.byteLength(indices, kept) - budget;
            }

            @Override
            protected void keepResidual(Residual residual, byte[] out, int at) {
                residual.keep(0f, 0f);
            }
        };
    }

    @Override
    public int maxBytes(Shape shape) {
        return FORMAT.payloadBytes(maxBodyBytes(shape.size()), shape);
    }

    @Override
    public Optional<Compressor> inChunks(int chunk) {
        return values.magnitudes() > 0 && sample == 0 && !(keep instanceof Keep.Bits)
                ? Optional.of(new ChunkedTopK(this, chunk))
                : Optional.empty();
    }

    /** The fewest elements that are sent: what a sample or a budget leaves for the worst of gradients. */
    private int fewest(int size) {
        int least = most(size);
        if (sample != 0) {
            least = SampledThreshold.least(least);
        }
        if (keep instanceof Keep.Bits) {
            long budget = maxBodyBytes(size);
            int most = least;
            least = 1;
            while (least < most) {
                int middle = (least + most + 1) >>> 1;
                if (maxBodyBytes(middle, size) <= budget) {
                    least = middle;
                } else {
                    most = middle - 1;
                }
            }
        }
        return least;
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
        int fewest = fewest(shape.size());
        double kept = (double) fewest / shape.size();
        return switch (values) {
            case FP32 -> Traits.contractive(kept);
            case BF16 -> Traits.contractive(kept * (1 - 0x1p-16));
            case INT8 -> Traits.contractive(1.0 / shape.size());
            case FP16 -> Traits.none();
            default ->
                Traits.contractive(
                        Math.max(Math.min(1.0 / most(shape.size()), kept), ofMagnitudes(fewest, shape.size())));
        };
    }

    /** The second bound of the class note. */
    private double ofMagnitudes(int count, int size) {
        int cells = values.magnitudes();
        if (cells == 1) {
            return 0;
        }
        double span = Math.pow(count, -0.5 / (cells - 1));
        return 0.95 * 4 * span / ((1 + span) * (1 + span)) * count / (size + (double) count);
    }

    @Override
    public String toString() {
        String format = values == Values.FP32 ? "" : ",values=" + values.name().toLowerCase(Locale.ROOT);
        return "topk(" + keep + format + (sample == 0 ? "" : ",sample=" + Numbers.plain(sample)) + ")";
    }
}
