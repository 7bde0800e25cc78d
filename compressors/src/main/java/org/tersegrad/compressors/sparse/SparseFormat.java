package org.tersegrad.compressors.sparse;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.tersegrad.codecs.IndexSetCode;
import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.codecs.IndexSetWriter;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.HalfFloat;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.PackedBodies;
import org.tersegrad.compressors.PackedFormat;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Slice;
import org.tersegrad.compressors.SparseEntries;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.internal.IndexSets;
import org.tersegrad.compressors.levels.QuantizerPlan;

/**
 * Some elements, all others zero.
 *
 * <pre>
 *   | value format, 1 byte | count, 4 bytes | index set | values |
 * </pre>
 */
final class SparseFormat implements PackedFormat {
    static final SparseFormat INSTANCE = new SparseFormat();

    private static final Id ID = Id.number(4, "sparse");

    private static final int USUAL_ROW = 256;

    /** Elements of the target to which all bodies of a sum are added before the next ones: 256 KB, in the second-level cache. */
    private static final int WINDOW = 1 << 16;
    /** Elements of the smallest tensor for which that is faster: 8 MB. */
    private static final int LEAST_JOINED = 1 << 21;

    private SparseFormat() {}

    @Override
    public Id id() {
        return ID;
    }

    /** Bytes before the index set. */
    public static final int FIELDS = 5;

    @Override
    public void validate(Body body) {
        body.requireAtLeast(FIELDS);
        ValueFormat format = ValueFormat.of(body.bytes()[body.offset()], body.offset());
        int count = readCount(body, 1);
        long valueBytes = format.byteLength(count);
        if (body.length() - FIELDS < valueBytes) {
            throw new MalformedInputException(
                    body.end(), count + " values take " + valueBytes + " bytes, the body has " + body.length());
        }
        IndexSets.validate(openIndices(body, FIELDS, count, (int) valueBytes), body.ints());
        format.validate(body.bytes(), body.end() - (int) valueBytes, count);
    }

    @Override
    public void addTo(Body body, float[] target, int offset, float weight) {
        body.scratch(Cursor.class, Cursor::new).open(body).addBelow(Integer.MAX_VALUE, target, offset, weight);
    }

    @Override
    public boolean joins(Body body, Body other) {
        return body.elements() == other.elements() && body.elements() >= LEAST_JOINED;
    }

    @Override
    public void addAllTo(PackedBodies bodies, float[] target, int offset, float weight) {
        Cursor[] cursors = bodies.view(0).scratch(Cursors.class, Cursors::new).all;
        for (int m = 0; m < bodies.count(); m++) {
            cursors[m].open(bodies.view(m));
        }
        boolean left = true;
        for (int end = WINDOW; left; end += WINDOW) {
            left = false;
            for (int m = 0; m < bodies.count(); m++) {
                left |= cursors[m].addBelow(end < 0 ? Integer.MAX_VALUE : end, target, offset, weight);
            }
        }
    }

    /** A cursor for each body of a sum. */
    private static final class Cursors {
        final Cursor[] all = new Cursor[PackedBodies.MOST];

        Cursors() {
            Arrays.setAll(all, m -> new Cursor());
        }
    }

    /** Adds a body, from its first element to its last, as far as it is told to. */
    private static final class Cursor {
        private final IndexSetReader reader = new IndexSetReader();
        private final int[] block = new int[IndexSetReader.BLOCK];
        private byte[] bytes = LittleEndian.NO_BYTES;
        private ValueFormat format = ValueFormat.FP32;
        private int valuesAt;
        /** Elements in the block, and in the blocks before it. */
        private int got;

        private int before;
        /** Place in the block. */
        private int at;

        Cursor open(Body body) {
            int count = count(body, 1);
            bytes = body.bytes();
            format = ValueFormat.of(bytes[body.offset()], body.offset());
            valuesAt = body.end() - (int) format.byteLength(count);
            int indicesAt = body.offset() + FIELDS;
            reader.open(bytes, indicesAt, valuesAt - indicesAt, count, body.elements());
            got = 0;
            before = 0;
            at = 0;
            return this;
        }

        /** Adds elements below an index; returns whether there are others. */
        boolean addBelow(int end, float[] target, int offset, float weight) {
            while (at < got || next()) {
                int i = at;
                for (; i < got && block[i] < end; i++) {
                    target[offset + block[i]] += weight * format.read(bytes, valuesAt, before + i);
                }
                at = i;
                if (i < got) {
                    return true;
                }
            }
            return false;
        }

        private boolean next() {
            before += got;
            got = reader.next(block, 0);
            at = 0;
            return got > 0;
        }
    }

    @Override
    public void addTo(Body body, Slice target, float weight) {
        ValueFormat format = ValueFormat.of(body.bytes()[body.offset()], body.offset());
        int count = count(body, 1);
        int valuesAt = body.end() - (int) format.byteLength(count);
        int[] block = body.ints();
        IndexSetReader indices = openIndices(body, FIELDS, count, body.end() - valuesAt);
        int done = 0;
        for (int got = indices.next(block, 0); got > 0; got = indices.next(block, 0)) {
            for (int i = 0; i < got; i++) {
                float change = weight * format.read(body.bytes(), valuesAt, done + i);
                target.add(block[i], change);
            }
            done += got;
        }
    }

    /**
     * Reads all indices and values.
     *
     * @param indices modified: as many as the body has
     * @param values modified: as many
     * @throws MalformedInputException if the body has more or fewer
     */
    public static void takeEntries(Body body, int[] indices, float[] values) {
        ValueFormat format = ValueFormat.of(body.bytes()[body.offset()], body.offset());
        int count = count(body, 1);
        if (count != indices.length) {
            throw new MalformedInputException(
                    body.offset() + 1, "expected are " + indices.length + " elements, these are " + count);
        }
        int valuesAt = body.end() - (int) format.byteLength(count);
        IndexSets.take(openIndices(body, FIELDS, count, body.end() - valuesAt), body.ints(), indices);
        for (int i = 0; i < count; i++) {
            values[i] = format.read(body.bytes(), valuesAt, i);
        }
    }

    @Override
    public Optional<SparseEntries> entries(Body body) {
        int count = count(body, 1);
        SparseEntries entries = new SparseEntries(new int[count], new float[count]);
        takeEntries(body, entries.indices(), entries.values());
        return Optional.of(entries);
    }

    /** A count that is there and not above the number of elements. */
    static int readCount(Body body, int at) {
        int count = count(body, at);
        if (count < 0 || count > body.elements()) {
            throw new MalformedInputException(
                    body.offset() + at, Integer.toUnsignedString(count) + " of " + body.elements() + " elements");
        }
        return count;
    }

    static int count(Body body, int at) {
        return LittleEndian.getInt(body.bytes(), body.offset() + at);
    }

    static IndexSetReader openIndices(Body body, int at, int count, int bytesAfter) {
        return body.indexSet(at, body.length() - at - bytesAfter, count);
    }

    @Override
    public int paddingBits(Body body) {
        return ValueFormat.of(body.bytes()[body.offset()], body.offset()).paddingBits(count(body, 1));
    }

    @Override
    public List<Malformed> malformed() {
        return List.of(
                Malformed.of(10, 4, "a body of 4 bytes; the fields before its data take 5", 0),
                Malformed.of(10, 0, "value format 7, known are 0 to 6", "07", 2),
                Malformed.of(10, 1, "11 of 10 elements", "00", 11),
                Malformed.of(10, 12, "2 values take 8 bytes, the body has 12", "00", 2, "00000000000000"),
                Malformed.of(10, 5, "an index set begins with a tag byte, but nothing is there", "00", 2, 1f, 1f),
                Malformed.of(1, 10, "level 255 of 0 to 254", "03", 1, "01", 1f, "ff"),
                Malformed.of(1, 10, "the magnitude 2.0 after 1.0", "04", 1, "01", 1f, 2f, "00"),
                Malformed.of(1, 14, "padding bits that are not zero", "04", 1, "01", 2f, 1f, "04"));
    }

    @Override
    public String describe(Body body) {
        ValueFormat format = ValueFormat.of(body.bytes()[body.offset()], body.offset());
        int count = count(body, 1);
        return count + " elements with their values as " + format + ", "
                + IndexSetCode.describe(body.bytes()[body.offset() + FIELDS]) + " in "
                + (body.length() - FIELDS - format.byteLength(count)) + " bytes, all others 0";
    }

    /** The width of rows in which the indices of a tensor may cluster: its columns; of a vector, which may hold a matrix, a usual one. */
    static int rowWidth(Shape shape) {
        return shape.rows() > 1 ? shape.columns() : USUAL_ROW;
    }

    /** Writes bodies of one tensor: those of {@link SparseFormat}, with values in one format, or of another format. */
    abstract static class BodyWriter {
        private final IndexSetWriter indexWriter;
        private final int size;

        BodyWriter(Shape shape) {
            indexWriter = new IndexSetWriter(rowWidth(shape));
            size = shape.size();
        }

        /**
         * Writes the body.
         *
         * @param values finite; modified if {@code andSubtract} says so: loses what is written, as a receiver will decode it
         * @param indices not modified; relative to {@code offset}, increasing
         */
        abstract int write(
                float[] values, int offset, int[] indices, int count, boolean andSubtract, byte[] out, int at);

        /** Bytes of a body of {@code count} elements without the index set. */
        abstract long bytesBesides(int count);

        /** Bytes of the body with these indices. */
        final long byteLength(int[] indices, int count) {
            return indexWriter.byteLength(indices, 0, count, size) + bytesBesides(count);
        }

        /** No body of {@code count} elements is longer. */
        final long maxBytes(int count) {
            return IndexSetWriter.maxBytes(count, size) + bytesBesides(count);
        }

        final int writeIndices(int[] indices, int count, byte[] out, int at) {
            return indexWriter.write(indices, 0, count, size, out, at);
        }
    }

    /** Writes bodies of one tensor, with values in one format. */
    static final class Writer extends BodyWriter {
        private final ValueFormat format;
        private final Magnitudes magnitudes;

        /** A writer for up to {@code most} elements. */
        Writer(ValueFormat format, Shape shape, int most) {
            super(shape);
            this.format = format;
            magnitudes = new Magnitudes(format.hasMagnitudes() ? most : 0);
        }

        @Override
        long bytesBesides(int count) {
            return FIELDS + format.byteLength(count);
        }

        public static long maxBytes(ValueFormat format, int count, int size) {
            return FIELDS + IndexSetWriter.maxBytes(count, size) + format.byteLength(count);
        }

        @Override
        public int write(
                float[] values, int offset, int[] indices, int count, boolean andSubtract, byte[] out, int at) {
            int to = at + writeIndices(format, indices, count, out, at);
            switch (format) {
                case FP32 -> writeFloats(values, offset, indices, count, andSubtract, out, to);
                case FP16 -> writeHalves(HalfFloat.FP16, values, offset, indices, count, out, to);
                case BF16 -> writeHalves(HalfFloat.BF16, values, offset, indices, count, out, to);
                case INT8 -> writeLevels(values, offset, indices, count, out, to);
                default -> {
                    magnitudes.find(values, offset, indices, 0, count, format.magnitudes());
                    format.write(magnitudes, count, out, to);
                }
            }
            if (andSubtract && format != ValueFormat.FP32) {
                for (int i = 0; i < count; i++) {
                    values[offset + indices[i]] -= format.read(out, to, i);
                }
            }
            return to - at + (int) format.byteLength(count);
        }

        /**
         * Writes the body of floats that follow one after the other.
         *
         * @param indices not modified; increasing
         * @param values not modified; finite
         */
        public int writeEntries(int[] indices, float[] values, int count, byte[] out, int at) {
            int to = at + writeIndices(ValueFormat.FP32, indices, count, out, at);
            to += Dense.write(values, 0, count, out, to);
            return to - at;
        }

        /** Writes everything before the values; returns its bytes. */
        private int writeIndices(ValueFormat values, int[] indices, int count, byte[] out, int at) {
            out[at] = (byte) values.id();
            LittleEndian.putInt(out, at + 1, count);
            int to = at + FIELDS;
            return to + writeIndices(indices, count, out, to) - at;
        }

        /** Each value is somewhere else in memory and slow to get at: what is to be done with it is done at once. */
        private static void writeFloats(
                float[] values, int offset, int[] indices, int count, boolean andSubtract, byte[] out, int to) {
            for (int i = 0; i < count; i++) {
                int index = offset + indices[i];
                LittleEndian.putInt(out, to + 4 * i, Float.floatToRawIntBits(values[index]));
                if (andSubtract) {
                    values[index] = 0f;
                }
            }
        }

        private static void writeHalves(
                HalfFloat half, float[] values, int offset, int[] indices, int count, byte[] out, int to) {
            for (int i = 0; i < count; i++) {
                LittleEndian.putShort(out, to + 2 * i, half.encode(values[offset + indices[i]]));
            }
        }

        /** Rounds to the nearest of 255 levels up to the largest value. */
        private static void writeLevels(float[] values, int offset, int[] indices, int count, byte[] out, int to) {
            float largest = 0;
            for (int i = 0; i < count; i++) {
                largest = Math.max(largest, Math.abs(values[offset + indices[i]]));
            }
            float step = QuantizerPlan.step(largest, ValueFormat.LEVELS);
            LittleEndian.putInt(out, to, Float.floatToRawIntBits(step));
            for (int i = 0; i < count; i++) {
                double level = step == 0 ? 0 : Math.rint((double) values[offset + indices[i]] / step);
                int limited = (int) Math.max(-ValueFormat.LEVELS, Math.min(ValueFormat.LEVELS, level));
                out[to + 4 + i] = (byte) (limited + ValueFormat.LEVELS);
            }
        }
    }
}
