package org.tersegrad.compressors.signs;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.Arrays;
import java.util.List;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.BlockwiseFormat;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FusedEncoder;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.OrderedSums;
import org.tersegrad.compressors.internal.SignBits;
import org.tersegrad.compressors.wrappers.Chunked;

/**
 * The sign of every element, and the mean of each sign: the two values that lose least. Never worse than
 * {@link ScaledSign}.
 *
 * <pre>
 *   C(x)_i = mean of the positive elements if x_i is positive, else mean of the negative ones
 *   |x − C(x)|² = |x|² − n₊ mean₊² − n₋ mean₋²                   contractive, delta ≥ 1/d
 *   0.0 counts as positive, −0.0 as negative; the mean of none is 0
 *
 *   body  | mean of positive, 4 bytes | mean of negative, 4 bytes | signs, a bit each |
 * </pre>
 *
 * <p>The paper has two means for each column of a weight matrix; {@link Chunked} makes such runs of a tensor.
 *
 * <p>F. Seide, H. Fu, J. Droppo, G. Li, D. Yu, <i>1-bit stochastic gradient descent and its application to data-parallel
 * distributed training of speech DNNs</i>, 2014.
 */
public record OneBit() implements Compressor {
    /** The format of its body. */
    public static final BodyFormat FORMAT = new Format();

    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "onebit", "onebit", "signs, and the mean of each sign", a -> new OneBit())
            .withFormats(FORMAT);

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        OrderedSums norms = new OrderedSums();
        double[] sums = new double[2];
        return new FusedEncoder(this, shape, seed, FORMAT) {
            @Override
            protected int run() {
                return OrderedSums.BLOCK;
            }

            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                int signsAt = at + Format.FIELDS;
                Arrays.fill(sums, 0);
                for (int done = 0; done < size; done += OrderedSums.BLOCK) {
                    int count = Math.min(OrderedSums.BLOCK, size - done);
                    int from = load(offset, done, count) + done;
                    if (remembering()) {
                        largestKey(values, offset, done, count);
                    }
                    norms.addEachSign(values, from, count, sums);
                    if (!Double.isFinite(sums[0] + sums[1])) {
                        throw Finite.refusal(values, from, count, done);
                    }
                    SignBits.pack(values, from, count, out, signsAt + done / 8);
                }
                int negatives = SignBits.negatives(out, signsAt, size);
                putMean(sums[0], size - negatives, out, at);
                putMean(-sums[1], negatives, out, at + 4);
                return Format.FIELDS + SignBits.byteLength(size);
            }

            @Override
            protected void keepResidual(Residual residual, byte[] out, int at) {
                residual.keep(mean(out, at), mean(out, at + 4));
            }
        };
    }

    private static void putMean(double sum, int count, byte[] out, int at) {
        float mean = count == 0 ? 0f : (float) (sum / count);
        LittleEndian.putInt(out, at, Float.floatToRawIntBits(mean));
    }

    private static float mean(byte[] out, int at) {
        return Float.intBitsToFloat(LittleEndian.getInt(out, at));
    }

    @Override
    public int maxBytes(Shape shape) {
        return FORMAT.payloadBytes((long) Format.FIELDS + SignBits.byteLength(shape.size()), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return shape.size() == 0 ? Traits.exact() : Traits.contractive(1.0 / shape.size());
    }

    @Override
    public String toString() {
        return "onebit";
    }

    /**
     * The sign of every element, and one value for each sign.
     *
     * <pre>
     *   | value where positive, 4 bytes | value where negative, 4 bytes | signs |
     * </pre>
     */
    static final class Format extends BlockwiseFormat {
        private Format() {
            super(Id.number(9, "two means"));
        }

        /** Bytes before the signs. */
        public static final int FIELDS = 8;

        @Override
        public void validate(Body body) {
            body.requireLength((long) FIELDS + SignBits.byteLength(body.elements()));
            Finite.read(body.bytes(), body.offset());
            Finite.read(body.bytes(), body.offset() + 4);
            SignBits.requireZeroPadding(body.bytes(), body.offset() + FIELDS, body.elements());
        }

        @Override
        protected void decode(Body body, int from, int count, float[] block) {
            float positive = Finite.get(body.bytes(), body.offset());
            float negative = Finite.get(body.bytes(), body.offset() + 4);
            SignBits.select(body.bytes(), body.offset() + FIELDS + from / 8, count, positive, negative, block);
        }

        @Override
        public int paddingBits(Body body) {
            return -body.elements() & 7;
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(Malformed.of(9, 4, "the value NaN is not finite", 1f, Float.NaN, "0000"));
        }

        @Override
        public String describe(Body body) {
            return "the sign of every element: " + Finite.get(body.bytes(), body.offset()) + " where positive, "
                    + Finite.get(body.bytes(), body.offset() + 4) + " where negative";
        }
    }
}
