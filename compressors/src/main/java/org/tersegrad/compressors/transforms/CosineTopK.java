package org.tersegrad.compressors.transforms;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.List;
import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.codecs.IndexSetWriter;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.internal.CosineTransform;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.LargestMagnitudes;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.compressors.sparse.Sparsifier;
import org.tersegrad.compressors.sparse.TopK;

/**
 * Top-k in the frequency domain: chunks of 64 x 64 go through a cosine transform, and the k largest coefficients of each are kept.
 *
 * <pre>
 *   C(X) = inverse(top-k of DCT(X))  for each chunk X, those at the edges smaller; orthonormal DCT-II along rows and columns
 *   |X − C(X)|² = the sum of the squares of the coefficients left out          contractive, delta = k / size of a chunk
 *   body  | columns, 4 bytes | count, 4 bytes | index set | coefficients, a float each |
 * </pre>
 *
 * <p>A few coefficients capture what neighbouring elements have in common, so this keeps more of a smooth tensor than {@link TopK};
 * of noise it keeps as much. A vector is folded into a matrix of 64 columns, its last row filled up with zeros.
 *
 * <p>It is the compressor of DeMo. The decoupled momentum of DeMo is error feedback whose residual decays, {@code
 * dct(k=32)+ef(decay=0.999)}: a gradient is added to what is left of the momentum, the largest frequencies are sent and taken out
 * of it. That is not all of DeMo: its authors average a coefficient over the workers that sent it, here it is over all workers; and
 * they apply only the sign of the decoded mean, which is left to the optimizer.
 *
 * <p>A coefficient may be 64 times as large as the largest element, and decoded elements may be larger than those of the gradient. Where
 * one would overflow, the coefficients of the chunk are made smaller. Up to elements of 1/64 of the largest float nothing is.
 *
 * <p>B. Peng, J. Quesnelle, D. P. Kingma, <i>DeMo: decoupled momentum optimization</i>, 2024.
 *
 * @param keep how many coefficients of a chunk
 */
public record CosineTopK(Keep keep) implements Sparsifier {
    /** The format of its body. */
    public static final BodyFormat FORMAT = new Format();

    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "dct",
                    "dct(0.01)",
                    "the largest coefficients of cosine transforms of chunks of 64 x 64",
                    a -> new CosineTopK(Keep.of(a)),
                    new Parameter("fraction", "of the coefficients of each chunk, above 0, at most 1"),
                    new Parameter("k", "how many coefficients of each chunk, instead of a fraction"))
            .withFormats(FORMAT)
            .withExamples("dct(0.1)", "dct(k=4)");

    /** The key of 2^100, from which on a chunk is scaled down before its transform. */
    private static final int HUGE = (127 + 100) << 23;

    private static final float SMALLER = 0x1p-20f;

    /** A fraction of the coefficients of each chunk. */
    public static CosineTopK fraction(double fraction) {
        return new CosineTopK(new Keep.Fraction(fraction));
    }

    /** Keeps {@code count} coefficients of each chunk. */
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

    private final class ChunkEncoder extends BodyEncoder {
        private final ChunkGrid grid;
        private final CosineTransform cosines = new CosineTransform();
        /** For chunks as wide or as high as the largest, or not: one for each of the four sizes that there can be. */
        private final LargestMagnitudes[] largest = new LargestMagnitudes[4];

        private final float[] chunk = new float[CosineTransform.EDGE * CosineTransform.EDGE];
        private final Coefficients kept = new Coefficients();
        private final int[] chosen;
        private final int[] indices;
        private final float[] coefficients;
        private final IndexSetWriter writer = new IndexSetWriter();

        ChunkEncoder(Shape shape, Seed seed) {
            super(CosineTopK.this, shape, seed, FORMAT);
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
                if (factor == 1f && grid.isWhole()) {
                    cosines.forward(values, offset + grid.start(0), grid.matrixColumns(), chunk);
                } else {
                    grid.take(values, offset, factor, chunk);
                    cosines.forward(chunk, grid.rows(), grid.columns());
                }
                largest[kind()].select(chunk, 0, chosen);
                int count = keep.of(grid.rows() * grid.columns());
                for (int i = 0; i < count; i++) {
                    indices[found + i] = grid.first() + chosen[i];
                    coefficients[found + i] = chunk[chosen[i]] / factor;
                }
                if (factor != 1f) {
                    bound(found, count);
                }
                found += count;
            }
            return Format.write(grid, indices, coefficients, writer, out, at);
        }

        /** Halves the coefficients of a chunk until all elements are finite. */
        private void bound(int from, int count) {
            Finite.bound(coefficients, from, count, Float.MAX_VALUE);
            while (true) {
                kept.clear();
                for (int i = 0; i < count; i++) {
                    kept.add(chosen[i], coefficients[from + i]);
                }
                if (kept.inverse(cosines, chunk, grid.rows(), grid.columns())) {
                    return;
                }
                for (int i = from; i < from + count; i++) {
                    coefficients[i] /= 2;
                }
            }
        }
    }

    /** Number of coefficients kept in all chunks. */
    private int kept(Shape shape) {
        return ChunkGrid.of(shape).sizes().stream()
                .mapToInt(chunks -> chunks.number() * keep.of(chunks.places()))
                .sum();
    }

    @Override
    public int maxBytes(Shape shape) {
        return FORMAT.payloadBytes(
                Format.maxBytes(kept(shape), ChunkGrid.of(shape).places()), shape);
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

    /**
     * Some coefficients of the cosine transforms of a matrix's chunks, all others zero.
     *
     * <pre>
     *   | columns, 4 bytes | count, 4 bytes | index set | coefficients, a float each |
     *
     *   columns   a divisor of the elements, or 1 to 64: then the last row may be shorter
     *   indices   those of places in a {@link ChunkGrid}
     * </pre>
     *
     * <p>All elements are finite. So that no sum overflows on the way, a chunk whose coefficients have magnitudes with a sum above
     * 2^127 is transformed at 2^-20 of its size.
     */
    static final class Format implements BodyFormat {
        private static final Id ID = Id.number(17, "cosine");

        @Override
        public Id id() {
            return ID;
        }

        /** Bytes before the index set. */
        public static final int FIELDS = 8;

        /** Upper bound of a body with {@code count} coefficients. */
        public static long maxBytes(int count, int places) {
            return FIELDS + IndexSetWriter.maxBytes(count, places) + 4L * count;
        }

        /**
         * Writes the body.
         *
         * @param indices not modified; increasing
         * @param coefficients not modified
         * @return how many bytes that were
         */
        public static int write(
                ChunkGrid grid, int[] indices, float[] coefficients, IndexSetWriter writer, byte[] out, int at) {
            int count = indices.length;
            LittleEndian.putInt(out, at, grid.matrixColumns());
            LittleEndian.putInt(out, at + 4, count);
            int to = at + FIELDS;
            to += writer.write(indices, 0, count, grid.places(), out, to);
            return to + Dense.write(coefficients, 0, count, out, to) - at;
        }

        @Override
        public void validate(Body body) {
            body.requireAtLeast(FIELDS);
            int columns = columns(body);
            if (!ChunkGrid.fits(body.elements(), columns)) {
                throw new MalformedInputException(
                        body.offset(),
                        body.elements() + " elements in " + Integer.toUnsignedString(columns) + " columns");
            }
            int places = grid(body).set(body.elements(), columns).places();
            int count = count(body);
            if (count < 0 || count > places) {
                throw new MalformedInputException(
                        body.offset() + 4, Integer.toUnsignedString(count) + " of " + places + " coefficients");
            }
            body.requireAtLeast(FIELDS + 4L * count);
            int[] block = body.ints();
            IndexSetReader indices = openIndices(body, places);
            while (indices.next(block, 0) > 0) {
                // reading is checking
            }
            double sum = 0;
            for (int i = 0; i < count; i++) {
                sum += Math.abs(Finite.read(body.bytes(), coefficientsAt(body) + 4 * i));
            }
            if (sum > Coefficients.LARGE_SUM && !decode(body, new float[0], 0, 0f)) {
                throw new MalformedInputException(coefficientsAt(body), "coefficients with elements that overflow");
            }
        }

        @Override
        public void addTo(Body body, float[] target, int offset, float weight) {
            decode(body, target, offset, weight);
        }

        /**
         * Decodes chunk by chunk.
         *
         * @param target modified: gets all elements, times the weight; empty if none are wanted
         * @return whether all elements are finite
         */
        private static boolean decode(Body body, float[] target, int offset, float weight) {
            ChunkGrid grid = grid(body).set(body.elements(), columns(body));
            Coefficients kept = body.scratch(Coefficients.class, Coefficients::new);
            kept.clear();
            int[] block = body.ints();
            IndexSetReader indices = openIndices(body, grid.places());
            int at = coefficientsAt(body);
            int first = 0;
            int end = 0;
            boolean finite = true;
            for (int got = indices.next(block, 0); got > 0; got = indices.next(block, 0)) {
                for (int i = 0; i < got; i++) {
                    if (block[i] >= end) {
                        finite &= addChunk(body, kept, target, offset, weight);
                        kept.clear();
                        grid.find(block[i]);
                        first = grid.first();
                        end = first + grid.rows() * grid.columns();
                    }
                    kept.add(block[i] - first, Finite.get(body.bytes(), at));
                    at += 4;
                }
            }
            boolean last = addChunk(body, kept, target, offset, weight);
            return finite && last;
        }

        /** Adds the chunk of the grid; returns whether its elements are finite. */
        private static boolean addChunk(Body body, Coefficients kept, float[] target, int offset, float weight) {
            if (kept.isEmpty()) {
                return true;
            }
            CosineTransform cosines = body.scratch(CosineTransform.class, CosineTransform::new);
            ChunkGrid grid = grid(body);
            boolean finite = kept.inverse(cosines, body.floats(), grid.rows(), grid.columns());
            if (target.length > 0) {
                grid.add(body.floats(), weight, target, offset);
            }
            return finite;
        }

        private static ChunkGrid grid(Body body) {
            return body.scratch(ChunkGrid.class, ChunkGrid::new);
        }

        private static int columns(Body body) {
            return LittleEndian.getInt(body.bytes(), body.offset());
        }

        private static int count(Body body) {
            return LittleEndian.getInt(body.bytes(), body.offset() + 4);
        }

        private static IndexSetReader openIndices(Body body, int places) {
            int at = body.offset() + FIELDS;
            return body.scratch(IndexSetReader.class, IndexSetReader::new)
                    .open(body.bytes(), at, coefficientsAt(body) - at, count(body), places);
        }

        private static int coefficientsAt(Body body) {
            return body.end() - 4 * count(body);
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(6, 0, "6 elements in 0 columns", 0, 2),
                    Malformed.of(6, 4, "7 of 6 coefficients", 2, 7),
                    Malformed.of(
                            2,
                            10,
                            "coefficients with elements that overflow",
                            2,
                            2,
                            "0003",
                            Float.MAX_VALUE,
                            Float.MAX_VALUE));
        }

        @Override
        public String describe(Body body) {
            return count(body) + " cosine coefficients of a matrix of " + columns(body)
                    + " columns in chunks of 64 x 64, all others 0";
        }
    }
}
