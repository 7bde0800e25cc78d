package org.tersegrad.compressors.signs;

import java.util.Arrays;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FusedEncoder;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.OrderedSums;
import org.tersegrad.compressors.internal.bodies.kinds.BodyKind;
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
    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        OrderedSums norms = new OrderedSums();
        double[] sums = new double[2];
        return new FusedEncoder(this, shape, seed) {
            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                int signsAt = at + TwoMeansBody.FIELDS;
                Arrays.fill(sums, 0);
                for (int done = 0; done < size; done += OrderedSums.BLOCK) {
                    int count = Math.min(OrderedSums.BLOCK, size - done);
                    if (remembering()) {
                        largestKey(values, offset, done, count);
                    }
                    norms.addEachSign(values, offset + done, count, sums);
                    if (!Double.isFinite(sums[0] + sums[1])) {
                        throw Finite.refusal(values, offset + done, count, done);
                    }
                    SignBits.pack(values, offset + done, count, out, signsAt + done / 8);
                }
                int negatives = SignBits.negatives(out, signsAt, size);
                putMean(sums[0], size - negatives, out, at);
                putMean(-sums[1], negatives, out, at + 4);
                return TwoMeansBody.FIELDS + SignBits.byteLength(size);
            }

            @Override
            protected void keepRest(Residual residual, byte[] out, int at) {
                residual.keep(mean(out, at), mean(out, at + 4));
            }

            @Override
            protected int scheme() {
                return BodyKind.TWO_MEANS.id();
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
        return Sign.maxBytesOfSigns(TwoMeansBody.FIELDS, shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return shape.size() == 0 ? Traits.exact() : Traits.contractive(1.0 / shape.size());
    }

    @Override
    public String toString() {
        return "onebit";
    }
}
