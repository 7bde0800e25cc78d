package org.tersegrad.compressors.signs;

import org.tersegrad.codecs.Trits;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.OrderedSums;
import org.tersegrad.compressors.levels.LevelsFormat;
import org.tersegrad.compressors.levels.Qsgd;

/**
 * The sign of every element where zero has none: the sign of NumPy and PyTorch, and so of most published code. For gradients
 * with many exact zeros, such as those of embeddings, to which {@link ScaledSign} gives a magnitude that they do not have.
 *
 * <pre>
 *   C(x) = (|x|₁ / d) sign(x)         sign(0) = 0
 *   |x − C(x)|² = |x|² − (2 − n/d) |x|₁² / d  with n elements that are not 0          contractive, delta ≥ 1/d
 *
 *   not scaled: C(x) = sign(x)
 *
 *   body  that of {@link Qsgd} with one level, one bucket and five trits to a byte: 1.6 bits
 * </pre>
 *
 * @param scaled whether signs are multiplied by the mean magnitude
 */
public record TernarySign(boolean scaled) implements Compressor {
    /** Bytes before the trits; without elements there is no step. */
    private static int fields(int size) {
        return LevelsFormat.FIELDS + (size == 0 ? 0 : Float.BYTES);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        OrderedSums sums = new OrderedSums();
        int[] trits = new int[Math.min(shape.size(), LevelsFormat.ELEMENTS)];
        return new BodyEncoder(this, shape, seed, LevelsFormat.INSTANCE) {
            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                double mean = size == 0 ? 0 : magnitudes(values, offset) / size;
                out[at] = LevelsFormat.TRITS;
                LittleEndian.putShort(out, at + 1, 1);
                LittleEndian.putInt(out, at + 3, Math.max(1, size));
                if (size > 0) {
                    LittleEndian.putInt(
                            out, at + LevelsFormat.FIELDS, Float.floatToRawIntBits(scaled ? (float) mean : 1f));
                }
                int to = at + fields(size);
                for (int done = 0; done < size; done += trits.length) {
                    int count = Math.min(trits.length, size - done);
                    for (int i = 0; i < count; i++) {
                        trits[i] = (int) Math.signum(values[offset + done + i]);
                    }
                    to += Trits.pack(trits, 0, count, out, to);
                }
                return to - at;
            }

            private double magnitudes(float[] values, int offset) {
                double sum = 0;
                for (int done = 0; done < size; done += OrderedSums.BLOCK) {
                    int count = Math.min(OrderedSums.BLOCK, size - done);
                    ReductionKernels.SUM_MAGNITUDES.at(count).sumMagnitudes(values, offset + done, count, sums.begin());
                    double ofBlock = sums.end(values, offset + done, count);
                    if (!Double.isFinite(ofBlock)) {
                        throw Finite.refusal(values, offset + done, count, done);
                    }
                    sum += ofBlock;
                }
                return sum;
            }
        };
    }

    @Override
    public int maxBytes(Shape shape) {
        return LevelsFormat.INSTANCE.payloadBytes((long) fields(shape.size()) + Trits.byteLength(shape.size()), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        if (!scaled) {
            return Traits.none();
        }
        return shape.size() == 0 ? Traits.exact() : Traits.contractive(1.0 / shape.size());
    }

    @Override
    public String toString() {
        return scaled ? "sign(zero=true)" : "sign(scaled=false,zero=true)";
    }
}
