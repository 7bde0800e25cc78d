package org.tersegrad.compressors.sparse;

import org.tersegrad.codecs.IndexSetWriter;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.SelectionKernels;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.internal.bodies.kinds.BodyKind;
import org.tersegrad.compressors.signs.SignBits;

/**
 * Sends plus or minus tau for what is larger than tau, and nothing for the rest. With error feedback the remainder is sent
 * in later steps, tau at a time: an element that grows faster than tau a step is never caught up with.
 *
 * <pre>
 *   C(x)_i = tau sign(x_i)  if |x_i| > tau, else 0
 *
 *   body  | tau, 4 bytes | count, 4 bytes | index set | signs, a bit each |
 * </pre>
 *
 * <p>N. Strom, <i>Scalable distributed DNN training using commodity GPU cloud computing</i>, 2015.
 *
 * @param tau above 0, finite
 */
public record Strom(float tau) implements Compressor {
    public Strom {
        Threshold.requireMagnitude(tau, Float.MIN_VALUE, "tau is above 0 and finite");
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        int[] indices = new int[shape.size() + SelectionKernels.COLLECT_ROOM];
        IndexSetWriter writer = new IndexSetWriter();
        return new TensorEncoder(this, shape, seed) {
            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                int count = Threshold.above(tau, values, offset, size, indices);
                LittleEndian.putInt(out, at, Float.floatToRawIntBits(tau));
                LittleEndian.putInt(out, at + 4, count);
                int to = at + SparseSignsBody.FIELDS;
                to += writer.write(indices, 0, count, size, out, to);
                for (int i = 0; i < count; i += 8) {
                    int bits = 0;
                    for (int j = i; j < Math.min(i + 8, count); j++) {
                        bits |= Float.floatToRawIntBits(values[offset + indices[j]]) >>> 31 << (j - i);
                    }
                    out[to++] = (byte) bits;
                }
                return to - at;
            }

            @Override
            protected int scheme() {
                return BodyKind.SPARSE_SIGNS.id();
            }
        };
    }

    @Override
    public int maxBytes(Shape shape) {
        int size = shape.size();
        long indexBytes = IndexSetWriter.maxBytes(size, size);
        return TensorEncoder.payloadBytes(SparseSignsBody.FIELDS + indexBytes + SignBits.byteLength(size), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none();
    }

    @Override
    public String toString() {
        return "strom(" + Numbers.plain(tau) + ")";
    }
}
