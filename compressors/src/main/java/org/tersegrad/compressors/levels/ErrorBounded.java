package org.tersegrad.compressors.levels;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.List;
import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.IndexSets;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.levels.EntropyLevels.Format.Reader;

/**
 * Error-bounded quantization: no element is off by more than the bound, as a float. The bytes are as many as that takes.
 *
 * <pre>
 *   k_i = round(x_i / step),   C(x)_i = k_i step                  step = the largest float up to 2 bound
 *   x_i itself                 where the float C(x)_i is further away than the bound, or k_i has no symbol
 *   bits of an element         Gaussian, variance 1, bound 1, 0.1, 0.01, 0.001: 1.24, 4.37, 7.69, 11.0; NMSE bound² / 3
 * </pre>
 *
 * <p>Each element is checked, since k step is rounded to a float: with a bound of 0.001, 14 of 2^20 Gaussian numbers would be off by up
 * to 1.0002 bounds. Where more than a quarter of the elements fail, as with a bound below their precision, all are sent as floats.
 *
 * <p>S. Di, F. Cappello, <i>Fast error-bounded lossy HPC data compression with SZ</i>, 2016.
 *
 * @param bound of |C(x)_i − x_i|, from the least float above 0 to the largest
 */
public record ErrorBounded(double bound) implements Compressor {
    /** The format of its body. */
    public static final BodyFormat FORMAT = Format.INSTANCE;

    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "bounded",
                    "bounded(0.001)",
                    "entropy-coded levels within an absolute error bound",
                    a -> new ErrorBounded(a.asDouble("bound")),
                    new Parameter("bound", "of the error of an element, above 0"))
            .withFormats(FORMAT)
            .withExamples("bounded(0.1)", "bounded(0.0000001)");

    public ErrorBounded {
        if (!(bound >= Float.MIN_VALUE && bound <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "an error bound is " + Float.MIN_VALUE + " to " + Float.MAX_VALUE + ", not " + bound);
        }
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new CheckedEncoder(shape, seed);
    }

    @Override
    public int maxBytes(Shape shape) {
        return FORMAT.payloadBytes(Format.FIELDS + 4L * shape.size(), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.of(new Guarantee.Bounded(bound));
    }

    @Override
    public String toString() {
        return "bounded(" + Numbers.plain(bound) + ")";
    }

    /**
     * Rounds to multiples of the step and checks each:
     *
     * <pre>
     *   for each block: round; collect what is not near enough; count and keep symbols; write raw bits where they are if all is near
     *   move the raw bits, write elements that are not near enough before them and the symbols behind them
     * </pre>
     */
    private final class CheckedEncoder extends OnePassEncoder {
        private static final byte[] NO_OFFSETS = {};
        private final float step;

        CheckedEncoder(Shape shape, Seed seed) {
            super(ErrorBounded.this, shape, seed, FORMAT, 2 * shape.size(), shape.size() / 4, shape.size());
            float nearest = (float) Math.min(2 * bound, Float.MAX_VALUE);
            step = nearest > 2 * bound ? Math.nextDown(nearest) : nearest;
        }

        @Override
        protected int encodeBody(float[] gradient, int from, byte[] out, int at) {
            Finite.largestKey(gradient, from, size);
            values = gradient;
            offset = from;
            int end = at + Format.FIELDS + 4 * size;
            int rawAt = Math.min(end, at + Format.FIELDS + EntropyLevels.Format.FIELDS + 4);
            begin(out, rawAt, end);
            int exceptions = roundAll();
            if (exceptions <= size / 4) {
                int rawBytes = end();
                int indexBytes = exceptions == 0 ? 0 : indexWriter.write(indices, 0, exceptions, size, indexSet, 0);
                int moved = exceptions == 0 ? 0 : 4 + indexBytes + 4 * exceptions;
                int to = at + Format.FIELDS + moved;
                budget = end - to - 1;
                if (countedBytes() <= budget) {
                    Body.putI32(out, at, exceptions);
                    System.arraycopy(out, rawAt, out, rawAt + moved, rawBytes);
                    writeExceptions(exceptions, indexBytes, out, at + Format.FIELDS);
                    int bytes = write(out, to);
                    if (bytes <= budget) {
                        return to + bytes - at;
                    }
                }
            }
            return writeFloats(out, at);
        }

        private void writeExceptions(int count, int indexBytes, byte[] out, int at) {
            if (count == 0) {
                return;
            }
            Body.putI32(out, at, indexBytes);
            System.arraycopy(indexSet, 0, out, at + 4, indexBytes);
            for (int i = 0, to = at + 4 + indexBytes; i < count; i++, to += 4) {
                Body.putF32(out, to, values[offset + indices[i]]);
            }
        }

        private int writeFloats(byte[] out, int at) {
            Body.putI32(out, at, size);
            return Format.FIELDS + Dense.write(values, offset, size, out, at + Format.FIELDS);
        }

        /** Rounds all elements and returns how many no level is near enough to; the size if these are too many. */
        private int roundAll() {
            int exceptions = 0;
            for (int from = 0; from < size; from += BLOCK) {
                int count = Math.min(BLOCK, size - from);
                roundToLevels(from, count);
                int largest = 0;
                for (int i = 0; i < count; i++) {
                    largest = Math.max(largest, Math.abs(levels[i]));
                    if (levels[i] == 0 && Math.abs(values[offset + from + i]) > bound) {
                        indices[exceptions++] = from + i;
                    }
                }
                findSymbols(count, largest);
                tally(count);
                if (exceptions > size / 4 || !keep(from, count)) {
                    return size;
                }
            }
            return exceptions;
        }

        @Override
        void roundToLevels(int from, int count) {
            double inverse = 1.0 / step;
            double most = EntropyLevels.Format.MOST_MAGNITUDE;
            for (int i = 0; i < count; i++) {
                double x = values[offset + from + i];
                double level = Math.rint(x * inverse);
                boolean near = Math.abs(x - Reader.clamped(step * level)) <= bound;
                levels[i] = near && Math.abs(level) <= most ? (int) level : 0;
            }
        }

        @Override
        double fit() {
            fit.use(NO_OFFSETS, 0, step);
            return 0;
        }
    }

    /**
     * Levels of all elements, and floats for some.
     *
     * <pre>
     *   | count, 4 bytes | bytes of the index set, 4 bytes | index set | float of each | body of entropy-coded levels, not sparse |
     *
     *   count    of elements that are sent as floats; with 0 there is no index set; if it is all there are only the floats
     *   decoded  the float of an element, else its level
     * </pre>
     */
    static final class Format implements BodyFormat {
        static final Format INSTANCE = new Format();

        private static final Id ID = Id.number(21, "error-bounded levels");
        private static final BodyFormat LEVELS = EntropyLevels.FORMAT;

        /** Bytes before everything else. */
        static final int FIELDS = 4;

        private Format() {}

        @Override
        public Id id() {
            return ID;
        }

        @Override
        public void validate(Body body) {
            body.requireAtLeast(FIELDS);
            int count = body.i32(0);
            if (count < 0 || count > body.elements()) {
                throw body.malformed(
                        0, Integer.toUnsignedString(count) + " floats for " + body.elements() + " elements");
            }
            boolean all = count == body.elements();
            int floatsAt = FIELDS;
            if (count > 0 && !all) {
                body.requireAtLeast(FIELDS + 4);
                floatsAt += 4 + Reader.length(body, FIELDS);
            }
            long end = floatsAt + 4L * count;
            body.requireAtLeast(end);
            for (int at = floatsAt; at < end; at += 4) {
                Finite.read(body.bytes(), body.offset() + at);
            }
            if (all) {
                body.requireLength(end);
                return;
            }
            if (count > 0) {
                IndexSets.validate(indices(body, floatsAt), body.ints());
            }
            Body levels = levels(body, (int) end);
            levels.requireAtLeast(1);
            if (EntropyLevels.Format.isSparse(levels)) {
                throw levels.malformed(0, "levels of some elements only");
            }
            LEVELS.validate(levels);
        }

        private static int floatsAt(Body body) {
            int count = body.i32(0);
            return count == 0 || count == body.elements() ? FIELDS : FIELDS + 4 + body.i32(FIELDS);
        }

        private static IndexSetReader indices(Body body, int floatsAt) {
            int at = FIELDS + 4;
            return body.indexSet(at, floatsAt - at, body.i32(0));
        }

        private static Body levels(Body body, int at) {
            return body.nested(at, body.length() - at, body.elements());
        }

        @Override
        public void addTo(Body body, float[] target, int offset, float weight) {
            int count = body.i32(0);
            int floatsAt = floatsAt(body);
            if (count == body.elements()) {
                for (int i = 0; i < count; i++) {
                    target[offset + i] += weight * body.f32(floatsAt + 4 * i);
                }
                return;
            }
            IndexSetReader indices = count == 0 ? null : indices(body, floatsAt);
            int[] positions = body.ints();
            int held = 0;
            int used = 0;
            int floats = floatsAt;
            Body levels = levels(body, floatsAt + 4 * count);
            Reader reader = EntropyLevels.Format.open(levels);
            float[] block = body.floats();
            int from = 0;
            for (int got = reader.next(levels, block); got > 0; got = reader.next(levels, block)) {
                while (indices != null) {
                    if (used == held) {
                        held = indices.next(positions, 0);
                        used = 0;
                    }
                    if (held == 0 || positions[used] >= from + got) {
                        break;
                    }
                    block[positions[used++] - from] = body.f32(floats);
                    floats += 4;
                }
                AdditionKernels.ADD_SCALED.at(got).addScaled(block, 0, got, weight, target, offset + from);
                from += got;
            }
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(3, 3, "a body of 3 bytes; the fields before its data take 4", "000000"),
                    Malformed.of(3, 0, "4 floats for 3 elements", 4),
                    Malformed.of(3, 4, "9 bytes, but 2 are left", 1, 9, "0000"),
                    Malformed.of(1, 4, "the value Infinity is not finite", 1, Float.POSITIVE_INFINITY),
                    Malformed.of(1, 8, "a body for 1 elements takes 8 bytes here, this has 9", 1, 1f, "00"),
                    Malformed.of(3, 4, "levels of some elements only", 0, "01", 1f, "01", 0, 0, "00"));
        }

        @Override
        public String describe(Body body) {
            int count = body.i32(0);
            int end = floatsAt(body) + 4 * count;
            return count == body.elements()
                    ? "every element as a 32-bit float"
                    : LEVELS.describe(levels(body, end)) + ", and " + count + " elements as 32-bit floats";
        }
    }
}
