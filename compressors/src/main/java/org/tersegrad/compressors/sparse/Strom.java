package org.tersegrad.compressors.sparse;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.List;
import java.util.Optional;
import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.codecs.IndexSetWriter;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.SelectionKernels;
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
import org.tersegrad.compressors.Slice;
import org.tersegrad.compressors.SparseEntries;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.IndexSets;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.internal.SignBits;

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
    /** The format of its body. */
    public static final BodyFormat FORMAT = new Format();

    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "strom",
                    "strom(0.001)",
                    "plus or minus tau where an element is larger than tau",
                    a -> new Strom(a.asFloat("tau")),
                    new Parameter("tau", "above 0"))
            .withFormats(FORMAT)
            .withExamples("strom(0.005)");

    public Strom {
        Numbers.requireMagnitude(tau, Float.MIN_VALUE, "tau is above 0 and finite");
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        int[] indices = new int[shape.size() + SelectionKernels.COLLECT_ROOM];
        Writer writer = new Writer(shape);
        return new BodyEncoder(this, shape, seed, FORMAT) {
            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                int count = Threshold.above(tau, values, offset, size, indices);
                return writer.write(tau, values, offset, indices, count, out, at);
            }
        };
    }

    @Override
    public int maxBytes(Shape shape) {
        int size = shape.size();
        long indexBytes = IndexSetWriter.maxBytes(size, size);
        return FORMAT.payloadBytes(Format.FIELDS + indexBytes + SignBits.byteLength(size), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none();
    }

    @Override
    public String toString() {
        return "strom(" + Numbers.plain(tau) + ")";
    }

    /** Writes the signs of some elements of one tensor. */
    static final class Writer extends SparseFormat.BodyWriter {
        Writer(Shape shape) {
            super(shape);
        }

        @Override
        long bytesBesides(int count) {
            return (long) Format.FIELDS + SignBits.byteLength(count);
        }

        /** Writes signs times the mean magnitude. */
        @Override
        int write(float[] values, int offset, int[] indices, int count, boolean andSubtract, byte[] out, int at) {
            double sum = 0;
            for (int i = 0; i < count; i++) {
                sum += Math.abs(values[offset + indices[i]]);
            }
            float mean = count == 0 ? 0f : (float) (sum / count);
            int bytes = write(mean, values, offset, indices, count, out, at);
            if (andSubtract) {
                for (int i = 0; i < count; i++) {
                    int index = offset + indices[i];
                    values[index] -= Float.floatToRawIntBits(values[index]) < 0 ? -mean : mean;
                }
            }
            return bytes;
        }

        /** Writes signs times a magnitude. */
        int write(float magnitude, float[] values, int offset, int[] indices, int count, byte[] out, int at) {
            LittleEndian.putInt(out, at, Float.floatToRawIntBits(magnitude));
            LittleEndian.putInt(out, at + 4, count);
            int to = at + Format.FIELDS;
            to += writeIndices(indices, count, out, to);
            for (int i = 0; i < count; i += 8) {
                int bits = 0;
                for (int j = i; j < Math.min(i + 8, count); j++) {
                    bits |= Float.floatToRawIntBits(values[offset + indices[j]]) >>> 31 << (j - i);
                }
                out[to++] = (byte) bits;
            }
            return to - at;
        }
    }

    /**
     * Some elements of one magnitude with their signs, all others zero.
     *
     * <pre>
     *   | magnitude, 4 bytes | count, 4 bytes | index set | signs: a bit for each index, one is negative, in plain order |
     * </pre>
     */
    static final class Format implements BodyFormat {
        private static final Id ID = Id.number(6, "sparse signs");

        @Override
        public Id id() {
            return ID;
        }

        /** Bytes before the index set. */
        public static final int FIELDS = 8;

        @Override
        public void validate(Body body) {
            body.requireAtLeast(FIELDS);
            Finite.readMagnitude(body.bytes(), body.offset());
            int count = SparseFormat.readCount(body, 4);
            int signBytes = SignBits.byteLength(count);
            if (body.length() - FIELDS < signBytes) {
                throw new MalformedInputException(body.end(), count + " signs are cut off");
            }
            IndexSets.validate(SparseFormat.openIndices(body, FIELDS, count, signBytes), body.ints());
            SignBits.requireZeroPadding(body.bytes(), body.end() - signBytes, count);
        }

        @Override
        public void addTo(Body body, float[] target, int offset, float weight) {
            float change = weight * Finite.get(body.bytes(), body.offset());
            int count = SparseFormat.count(body, 4);
            int signsAt = body.end() - SignBits.byteLength(count);
            int[] block = body.ints();
            IndexSetReader indices = SparseFormat.openIndices(body, FIELDS, count, SignBits.byteLength(count));
            int done = 0;
            for (int got = indices.next(block, 0); got > 0; got = indices.next(block, 0)) {
                for (int i = 0; i < got; i++, done++) {
                    target[offset + block[i]] += isNegative(body, signsAt, done) ? -change : change;
                }
            }
        }

        @Override
        public void addTo(Body body, Slice target, float weight) {
            float change = weight * Finite.get(body.bytes(), body.offset());
            int count = SparseFormat.count(body, 4);
            int signsAt = body.end() - SignBits.byteLength(count);
            int[] block = body.ints();
            IndexSetReader indices = SparseFormat.openIndices(body, FIELDS, count, SignBits.byteLength(count));
            int done = 0;
            for (int got = indices.next(block, 0); got > 0; got = indices.next(block, 0)) {
                for (int i = 0; i < got; i++, done++) {
                    target.add(block[i], isNegative(body, signsAt, done) ? -change : change);
                }
            }
        }

        @Override
        public Optional<SparseEntries> entries(Body body) {
            int count = SparseFormat.count(body, 4);
            int[] indices = new int[count];
            float[] values = new float[count];
            int signsAt = body.end() - SignBits.byteLength(count);
            IndexSets.take(SparseFormat.openIndices(body, FIELDS, count, body.end() - signsAt), body.ints(), indices);
            float magnitude = Finite.get(body.bytes(), body.offset());
            for (int i = 0; i < count; i++) {
                values[i] = isNegative(body, signsAt, i) ? -magnitude : magnitude;
            }
            return Optional.of(new SparseEntries(indices, values));
        }

        private static boolean isNegative(Body body, int signsAt, int i) {
            return (body.bytes()[signsAt + i / 8] >>> (i % 8) & 1) != 0;
        }

        @Override
        public int paddingBits(Body body) {
            return -SparseFormat.count(body, 4) & 7;
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(10, 4, "4294967295 of 10 elements", 1f, -1),
                    Malformed.of(10, 8, "2 signs are cut off", 1f, 2));
        }

        @Override
        public String describe(Body body) {
            return SparseFormat.count(body, 4) + " elements of plus or minus " + Finite.get(body.bytes(), body.offset())
                    + ", all others 0";
        }
    }
}
