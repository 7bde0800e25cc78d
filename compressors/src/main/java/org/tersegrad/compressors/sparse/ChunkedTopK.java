package org.tersegrad.compressors.sparse;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.codecs.IndexSetWriter;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FusedEncoder;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Slice;
import org.tersegrad.compressors.SparseEntries;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.LargestMagnitudes;
import org.tersegrad.compressors.internal.SignBits;

/**
 * {@link TopK} of each run of elements, with sign and a few {@link Magnitudes} of the run, in one body: one index set for all
 * runs, a byte for each magnitude, and each level in less than a bit where levels are not equally frequent. The k largest of 64 in
 * 4096 with two magnitudes take 0.149 bits a parameter.
 *
 * <p>A magnitude is rounded to the nearest of 255 that are a factor of 2^(1/8) apart, which costs 2^-8 of what is kept at most. Runs
 * below 2^-32 of the largest are left out.
 *
 * @param topK for each run; with magnitudes, and with a number of elements or a fraction
 * @param chunk how many elements, 1 or more; the last run may have fewer
 */
record ChunkedTopK(TopK topK, int chunk) implements Compressor {
    static final BodyFormat FORMAT = new Format();

    private int chunks(int size) {
        return size == 0 ? 0 : (size - 1) / chunk + 1;
    }

    private int length(int i, int size) {
        return Math.min(chunk, size - i * chunk);
    }

    /** Elements sent of all runs. */
    private int kept(int size) {
        int chunks = chunks(size);
        return chunks == 0 ? 0 : (chunks - 1) * topK.most(length(0, size)) + topK.most(length(chunks - 1, size));
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new ChunkEncoder(shape, seed);
    }

    /** Selects run by run; then writes what has been found of all. */
    private final class ChunkEncoder extends FusedEncoder {
        private final int number = topK.values().magnitudes();
        private final int chunks = chunks(size);
        private final LargestMagnitudes largest;
        private final LargestMagnitudes largestOfLast;
        private final Magnitudes magnitudes;
        private final int[] chosen;
        private final int[] indices = new int[kept(size)];
        private final byte[] levels = new byte[indices.length];
        private final int[] ranks = new int[indices.length];
        private final float[] found = new float[chunks * number];
        private final IndexSetWriter writer;

        ChunkEncoder(Shape shape, Seed seed) {
            super(ChunkedTopK.this, shape, seed, FORMAT);
            int first = Math.min(chunk, size);
            int last = size == 0 ? 0 : length(chunks - 1, size);
            chosen = new int[topK.most(first)];
            largest = new LargestMagnitudes(first, chosen.length);
            largestOfLast = new LargestMagnitudes(last, topK.most(last));
            magnitudes = new Magnitudes(chosen.length);
            writer = new IndexSetWriter(SparseFormat.rowWidth(shape));
        }

        @Override
        protected int encodeBody(float[] values, int offset, byte[] out, int at) {
            if (remembering()) {
                addTo(values, 0, 0, size);
            }
            float scale = 0;
            int done = 0;
            for (int i = 0; i < chunks; i++) {
                done += select(i, values, offset, done);
                scale = Math.max(scale, found[i * number]);
            }
            int to = at + Format.FIELDS;
            for (int i = 0; i < found.length; i++) {
                int code = Format.code(found[i], scale);
                found[i] = Format.magnitude(code, scale);
                out[to++] = (byte) code;
            }
            LittleEndian.putInt(out, at, chunk);
            out[at + Format.BITS_AT] = (byte) topK.values().bits();
            LittleEndian.putInt(out, at + Format.COUNT_AT, indices.length);
            LittleEndian.putInt(out, at + Format.SCALE_AT, Float.floatToRawIntBits(scale));
            to += writePlanes(out, to);
            to += writer.write(indices, 0, indices.length, size, out, to);
            return to + writeSigns(values, offset, out, to) - at;
        }

        /** Selects the elements of a run, after {@code done} others; returns how many. */
        private int select(int i, float[] values, int offset, int done) {
            int from = i * chunk;
            int length = length(i, size);
            LargestMagnitudes selection = i < chunks - 1 ? largest : largestOfLast;
            if (selection.select(values, offset + from, chosen) >= ReductionKernels.NON_FINITE) {
                throw Finite.refusal(values, offset + from, length, from);
            }
            int count = topK.most(length);
            magnitudes.find(values, offset + from, chosen, 0, count, number);
            for (int j = 0; j < count; j++) {
                indices[done + j] = from + chosen[j];
                levels[done + j] = (byte) magnitudes.level(j);
            }
            for (int level = 0; level < number; level++) {
                found[i * number + level] = magnitudes.magnitude(level);
            }
            return count;
        }

        private int writePlanes(byte[] out, int at) {
            int to = at;
            for (int plane = number - 1; plane > 0; plane--) {
                int rank = 0;
                int larger = 0;
                for (byte level : levels) {
                    ranks[larger] = rank;
                    larger += level < plane ? 1 : 0;
                    rank += level <= plane ? 1 : 0;
                }
                int bytes = writer.write(ranks, 0, larger, rank, out, to + Format.PLANE_FIELDS);
                LittleEndian.putInt(out, to, larger);
                LittleEndian.putInt(out, to + 4, bytes);
                to += Format.PLANE_FIELDS + bytes;
            }
            return to - at;
        }

        /** Each value is looked at for the last time, so what was sent is subtracted at once. */
        private int writeSigns(float[] values, int offset, byte[] out, int at) {
            int bytes = SignBits.byteLength(indices.length);
            Arrays.fill(out, at, at + bytes, (byte) 0);
            boolean subtract = remembering();
            int run = -1;
            int end = 0;
            for (int i = 0; i < indices.length; i++) {
                int index = indices[i];
                boolean negative = Float.floatToRawIntBits(values[offset + index]) < 0;
                out[at + i / 8] |= (byte) (negative ? 1 << (i % 8) : 0);
                if (subtract) {
                    if (index >= end) {
                        run = index / chunk;
                        end = length(run, size) + run * chunk;
                    }
                    float magnitude = found[run * number + levels[i]];
                    values[offset + index] -= negative ? -magnitude : magnitude;
                }
            }
            return bytes;
        }

        @Override
        protected void keepResidual(Residual residual, byte[] out, int at) {
            residual.keep(0f, 0f);
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        int size = shape.size();
        int count = kept(size);
        int number = topK.values().magnitudes();
        long planes = (number - 1) * (Format.PLANE_FIELDS + (long) IndexSetWriter.maxBytes(count, count));
        return FORMAT.payloadBytes(
                Format.FIELDS
                        + (long) chunks(size) * number
                        + planes
                        + IndexSetWriter.maxBytes(count, size)
                        + SignBits.byteLength(count),
                shape);
    }

    @Override
    public Traits traits(Shape shape) {
        int size = shape.size();
        if (size == 0) {
            return Traits.exact();
        }
        Traits all = topK.traits(Shape.vector(length(0, size)))
                .and(topK.traits(Shape.vector(length(chunks(size) - 1, size))));
        return Traits.contractive((1 - all.guarantee().relativeError()) * (1 - 0x1p-8));
    }

    @Override
    public String toString() {
        return topK + "+chunked(" + chunk + ")";
    }

    /**
     * Some elements of each run, all others zero: signs, and a few magnitudes for each run.
     *
     * <pre>
     *   | elements of a run, 4 bytes | bits, 1 byte | count, 4 bytes | scale, 4 bytes
     *   | for each run 2^(bits − 1) bytes | planes | index set | signs: a bit for each index, one is negative |
     *
     *   byte c    a magnitude, from the largest on: scale times 2^(−c/8), 0 for 255
     *   plane j   for j from 2^(bits − 1) − 1 down to 1: count, 4 bytes; bytes, 4 bytes; an index set: of the ranks of the elements
     *             with a level of j or less, those with a level below j
     * </pre>
     */
    static final class Format implements BodyFormat {
        static final int BITS_AT = 4;
        static final int COUNT_AT = 5;
        static final int SCALE_AT = 9;
        /** Bytes before the magnitudes. */
        static final int FIELDS = 13;
        /** Bytes before the index set of a plane. */
        static final int PLANE_FIELDS = 8;

        private static final Id ID = Id.number(23, "sparse chunks");
        private static final int ZERO = 255;
        /** The floats nearest to 2^(−i/8). */
        private static final float[] EIGHTHS = {
            1f, 0.91700405f, 0.8408964f, 0.7711054f, 0.70710677f, 0.6484198f, 0.59460354f, 0.5452539f
        };

        @Override
        public Id id() {
            return ID;
        }

        static float magnitude(int code, float scale) {
            return code == ZERO ? 0f : scale * Math.scalb(EIGHTHS[code & 7], -(code >>> 3));
        }

        /** The code of the nearest magnitude, by ratio; 0 where that is nearer than the smallest. */
        static int code(float magnitude, float scale) {
            if (!(magnitude > scale * 0x1p-33)) {
                return ZERO;
            }
            double octaves = StrictMath.log((double) scale / magnitude) / StrictMath.log(2);
            return (int) Math.min(ZERO - 1, Math.rint(8 * octaves));
        }

        @Override
        public void validate(Body body) {
            body.requireAtLeast(FIELDS);
            if (body.i32(0) < 1) {
                throw body.malformed(0, "chunks of " + Integer.toUnsignedString(body.i32(0)) + " elements");
            }
            if (body.u8(BITS_AT) < 1 || body.u8(BITS_AT) > 4) {
                throw body.malformed(BITS_AT, "values of " + body.u8(BITS_AT) + " bits, known are 1 to 4");
            }
            int count = SparseFormat.readCount(body, COUNT_AT);
            Finite.readMagnitude(body.bytes(), body.offset() + SCALE_AT);
            long planesAt = FIELDS + (long) chunks(body) * number(body);
            body.requireAtLeast(planesAt + SignBits.byteLength(count));
            for (int i = FIELDS; i < planesAt; i++) {
                if ((i - FIELDS) % number(body) > 0 && body.u8(i) < body.u8(i - 1)) {
                    throw body.malformed(i, "magnitudes of a chunk that increase");
                }
            }
            int end = signsAt(body) - body.offset();
            int at = (int) planesAt;
            int above = count;
            for (int plane = number(body) - 1; plane > 0; plane--) {
                if (end - at < PLANE_FIELDS) {
                    throw body.malformed(at, "the fields of a plane are cut off");
                }
                int held = body.i32(at);
                int bytes = body.i32(at + 4);
                if (held < 0 || held > above || bytes < 0 || bytes > end - at - PLANE_FIELDS) {
                    throw body.malformed(
                            at,
                            "a plane of " + Integer.toUnsignedString(held) + " of " + above + " elements and "
                                    + Integer.toUnsignedString(bytes) + " bytes");
                }
                readAll(body, at + PLANE_FIELDS, bytes, held, above);
                at += PLANE_FIELDS + bytes;
                above = held;
            }
            readAll(body, at, end - at, count, body.elements());
            SignBits.requireZeroPadding(body.bytes(), signsAt(body), count);
        }

        private static void readAll(Body body, int at, int length, int count, int universe) {
            int[] block = body.ints();
            IndexSetReader reader = body.scratch(IndexSetReader.class, IndexSetReader::new)
                    .open(body.bytes(), body.offset() + at, length, count, universe);
            while (reader.next(block, 0) > 0) {
                // reading is checking
            }
        }

        private static Reader open(Body body) {
            return body.scratch(Reader.class, Reader::new).open(body);
        }

        private static int count(Body body) {
            return SparseFormat.count(body, COUNT_AT);
        }

        private static int number(Body body) {
            return 1 << (body.u8(BITS_AT) - 1);
        }

        private static int chunks(Body body) {
            return body.elements() == 0 ? 0 : (body.elements() - 1) / body.i32(0) + 1;
        }

        private static int signsAt(Body body) {
            return body.end() - SignBits.byteLength(count(body));
        }

        /** Reads the elements one after the other: their indices block by block, and for each its value. */
        private static final class Reader {
            private final IndexSetReader indices = new IndexSetReader();
            private final Plane[] planes = new Plane[Magnitudes.MOST];
            private final float[] magnitudes = new float[Magnitudes.MOST];
            private Body body = new Body();
            private int signsAt;
            private int rank;
            private int run;
            private long runEnd;

            Reader open(Body newBody) {
                body = newBody;
                int above = count(body);
                signsAt = signsAt(body);
                int at = FIELDS + chunks(body) * number(body);
                int end = signsAt - body.offset();
                for (int plane = number(body) - 1; plane > 0; plane--) {
                    int held = body.i32(at);
                    int bytes = body.i32(at + 4);
                    if (planes[plane] == null) {
                        planes[plane] = new Plane();
                    }
                    planes[plane].open(body.bytes(), body.offset() + at + PLANE_FIELDS, bytes, held, above);
                    at += PLANE_FIELDS + bytes;
                    above = held;
                }
                indices.open(body.bytes(), body.offset() + at, end - at, count(body), body.elements());
                rank = 0;
                run = -1;
                runEnd = 0;
                return this;
            }

            int next(int[] block) {
                return indices.next(block, 0);
            }

            private int level() {
                int level = number(body) - 1;
                while (level > 0 && planes[level].holdsNext()) {
                    level--;
                }
                return level;
            }

            /** The value of the next element, which has this index. */
            float value(int index) {
                if (index >= runEnd) {
                    run = index / body.i32(0);
                    runEnd = (run + 1L) * body.i32(0);
                    for (int i = 0; i < number(body); i++) {
                        magnitudes[i] = magnitude(body.u8(FIELDS + run * number(body) + i), body.f32(SCALE_AT));
                    }
                }
                float magnitude = magnitudes[level()];
                boolean negative = (body.bytes()[signsAt + rank / 8] >>> (rank % 8) & 1) != 0;
                rank++;
                return negative ? -magnitude : magnitude;
            }
        }

        /** The ranks of a plane, asked for one after the other. */
        private static final class Plane {
            private final IndexSetReader reader = new IndexSetReader();
            private final int[] block = new int[IndexSetReader.BLOCK];
            private int held;
            private int passed;
            private int rank;

            void open(byte[] bytes, int at, int length, int count, int universe) {
                reader.open(bytes, at, length, count, universe);
                held = reader.next(block, 0);
                passed = 0;
                rank = 0;
            }

            boolean holdsNext() {
                boolean holds = passed < held && block[passed] == rank;
                rank++;
                if (holds && ++passed == held) {
                    held = reader.next(block, 0);
                    passed = 0;
                }
                return holds;
            }
        }

        @Override
        public void addTo(Body body, float[] target, int offset, float weight) {
            Reader reader = open(body);
            int[] block = body.ints();
            for (int got = reader.next(block); got > 0; got = reader.next(block)) {
                for (int i = 0; i < got; i++) {
                    target[offset + block[i]] += weight * reader.value(block[i]);
                }
            }
        }

        @Override
        public void addTo(Body body, Slice target, float weight) {
            Reader reader = open(body);
            int[] block = body.ints();
            for (int got = reader.next(block); got > 0; got = reader.next(block)) {
                for (int i = 0; i < got; i++) {
                    float change = weight * reader.value(block[i]);
                    target.add(block[i], change);
                }
            }
        }

        @Override
        public Optional<SparseEntries> entries(Body body) {
            int[] indices = new int[count(body)];
            float[] values = new float[indices.length];
            Reader reader = open(body);
            int[] block = body.ints();
            int done = 0;
            for (int got = reader.next(block); got > 0; got = reader.next(block)) {
                for (int i = 0; i < got; i++, done++) {
                    indices[done] = block[i];
                    values[done] = reader.value(block[i]);
                }
            }
            return Optional.of(new SparseEntries(indices, values));
        }

        @Override
        public int paddingBits(Body body) {
            return -count(body) & 7;
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(2, 0, "chunks of 0 elements", 0, "01", 1, 1f, "0000"),
                    Malformed.of(2, 4, "values of 5 bits, known are 1 to 4", 2, "05", 1, 1f, "0000"),
                    Malformed.of(2, 5, "3 of 2 elements", 2, "01", 3, 1f, "0000"),
                    Malformed.of(2, 14, "magnitudes of a chunk that increase", 2, "02", 1, 1f, "01 00", "00"),
                    Malformed.of(2, 15, "the fields of a plane are cut off", 2, "02", 1, 1f, "00 00", "0000"),
                    Malformed.of(
                            2,
                            15,
                            "a plane of 2 of 1 elements and 1 bytes",
                            2,
                            "02",
                            1,
                            1f,
                            "00 00",
                            2,
                            1,
                            "00 00 00"));
        }

        @Override
        public String describe(Body body) {
            return count(body) + " elements of plus or minus " + number(body) + " magnitudes for each run of "
                    + body.i32(0) + ", all others 0";
        }
    }
}
