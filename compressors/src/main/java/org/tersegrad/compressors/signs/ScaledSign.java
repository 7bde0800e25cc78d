package org.tersegrad.compressors.signs;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FusedEncoder;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.OrderedSums;

/**
 * The sign of every element, times the mean magnitude: what EF-signSGD sends.
 *
 * <pre>
 *   C(x) = (|x|₁ / d) sign(x)         |x − C(x)|² = |x|² − |x|₁² / d         contractive, delta = |x|₁² / (d |x|²) ≥ 1/d
 *   sign(0.0) = 1, sign(−0.0) = −1
 *
 *   body  | mean magnitude, 4 bytes | signs, a bit each |
 * </pre>
 *
 * <p>S. P. Karimireddy, Q. Rebjock, S. U. Stich, M. Jaggi, <i>Error feedback fixes SignSGD and other gradient compression
 * schemes</i>, 2019.
 */
public record ScaledSign() implements Compressor {
    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new FusedEncoder(this, shape, seed, SignsFormat.INSTANCE) {
            @Override
            protected int run() {
                return OrderedSums.BLOCK;
            }

            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                double sum = 0;
                for (int done = 0; done < size; done += OrderedSums.BLOCK) {
                    int count = Math.min(OrderedSums.BLOCK, size - done);
                    sum += packSigns(
                            values, load(offset, done, count), done, count, out, at + SignsFormat.FIELDS + done / 8);
                }
                float mean = size == 0 ? 0 : (float) (sum / size);
                return SignsFormat.finish(mean, size, out, at);
            }

            @Override
            protected void keepResidual(Residual residual, byte[] out, int at) {
                SignsFormat.keepResidual(residual, out, at);
            }
        };
    }

    @Override
    public int maxBytes(Shape shape) {
        return SignsFormat.maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return shape.size() == 0 ? Traits.exact() : Traits.contractive(1.0 / shape.size());
    }

    @Override
    public String toString() {
        return "sign";
    }
}
