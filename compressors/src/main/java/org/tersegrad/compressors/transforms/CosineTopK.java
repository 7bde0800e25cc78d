package org.tersegrad.compressors.transforms;

import org.tersegrad.codecs.IndexSetWriter;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.CosineTransform;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.LargestMagnitudes;
import org.tersegrad.compressors.internal.bodies.kinds.BodyKind;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.compressors.sparse.Sparsifier;
import org.tersegrad.compressors.sparse.TopK;

/**
 * Top-k in the frequency domain: chunks of 64 x 64 go through a cosine transform, and the k largest coefficients of each are kept.
 *
 * <pre>
 *   C(X) = inverse(top-k of DCT(X))  for each chunk X, those at the edges smaller; orthonormal DCT-II along rows and columns
 *   |X − C(X)|² = the sum of the squares of the coefficients left out          contractive, delta = k / size of a chunk
 *
 *   body  | columns, 4 bytes | count, 4 bytes | index set | coefficients, a float each |
 * </pre>
 *
 * <p>What neighbouring elements have in common is in a few coefficients, so this keeps more of a smooth tensor than {@link TopK};
 * of noise it keeps as much. A vector is folded into a matrix of 64 columns, its last row filled up with zeros.
 *
 * <p>It is the compressor of DeMo. What DeMo calls decoupled momentum is error feedback whose residual decays,
 * {@code dct(k=32)+ef(decay=0.999)}: a gradient is added to what is left of the momentum, the largest frequencies are sent and
 * taken out of it.
 *
 * <p>B. Peng, J. Quesnelle, D. P. Kingma, <i>DeMo: decoupled momentum optimization</i>, 2024.
 *
 * @param keep how many coefficients of a chunk
 */
public record CosineTopK(Keep keep) implements Sparsifier {
    /** From here on a chunk is scaled down before its transform; the key of 2^100. */
    private static final int HUGE = (127 + 100) << 23;

    private static final float SMALLER = 0x1p-20f;

    /** A fraction of the coefficients of each chunk. */
    public static CosineTopK fraction(double fraction) {
        return new CosineTopK(new Keep.Fraction(fraction));
    }

    /** So many coefficients of each chunk. */
    public static CosineTopK count(int count) {
        return new CosineTopK(new Keep.Count(count));
    }

    @Override
    public CosineTopK keeping(Keep other) {
        return new CosineTopK(other);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new ChunkEncoder(shape, seed);
    }

    private final class ChunkEncoder extends TensorEncoder {
        private final ChunkGrid grid;
        private final CosineTransform cosines = new CosineTransform();
        /** For chunks as wide or as high as the largest, or not: one for each of the four sizes that there can be. */
        private final LargestMagnitudes[] largest = new LargestMagnitudes[4];

        private final float[] chunk = new float[CosineTransform.EDGE * CosineTransform.EDGE];
        private final int[] chosen;
        private final int[] indices;
        private final float[] coefficients;
        private final IndexSetWriter writer = new IndexSetWriter();

        ChunkEncoder(Shape shape, Seed seed) {
            super(CosineTopK.this, shape, seed);
            grid = ChunkGrid.of(shape);
            for (boolean there = grid.begin(); there; there = grid.next()) {
                if (largest[kind()] == null) {
                    int places = grid.rows() * grid.columns();
                    largest[kind()] = new LargestMagnitudes(places, keep.of(places));
                }
            }
            chosen = new int[keep.of(chunk.length)];
            indices = new int[kept(shape)];
            coefficients = new float[indices.length];
        }

        private int kind() {
            return (grid.rows() == CosineTransform.EDGE ? 0 : 1) + (grid.columns() == CosineTransform.EDGE ? 0 : 2);
        }

        @Override
        protected int encodeBody(float[] values, int offset, byte[] out, int at) {
            float factor = Finite.largestKey(values, offset, size) < HUGE ? 1f : SMALLER;
            int found = 0;
            for (boolean there = grid.begin(); there; there = grid.next()) {
                grid.take(values, offset, factor, chunk);
                cosines.forward(chunk, grid.rows(), grid.columns());
                largest[kind()].select(chunk, 0, chosen);
                int count = keep.of(grid.rows() * grid.columns());
                for (int i = 0; i < count; i++) {
                    indices[found] = grid.first() + chosen[i];
                    coefficients[found++] = chunk[chosen[i]] / factor;
                }
            }
            return CosineBody.write(grid, indices, coefficients, writer, out, at);
        }

        @Override
        protected int scheme() {
            return BodyKind.COSINE.id();
        }
    }

    /** Of all chunks. */
    private int kept(Shape shape) {
        return ChunkGrid.of(shape).sizes().stream()
                .mapToInt(chunks -> chunks.number() * keep.of(chunks.places()))
                .sum();
    }

    @Override
    public int maxBytes(Shape shape) {
        return TensorEncoder.payloadBytes(
                CosineBody.maxBytes(kept(shape), ChunkGrid.of(shape).places()), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        double least = ChunkGrid.of(shape).sizes().stream()
                .mapToDouble(chunks -> (double) keep.of(chunks.places()) / chunks.places())
                .min()
                .orElse(1);
        return Traits.contractive(least);
    }

    @Override
    public String toString() {
        return "dct(" + keep + ")";
    }
}
