package org.tersegrad.compressors.levels;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.Arrays;
import java.util.List;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.BlockwiseFormat;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;

/**
 * Every element as one of four values of its row: the 2 bits of MuLoCo (B. Thérien et al., "MuLoCo", 2025). Elements of a row of n
 * have codes by their distance from the mean in standard deviations, and a code's value is the mean of the elements that have it.
 *
 * <pre>
 *   sd² = sum of (x_i − mean)² / (n − 1)        q_i = clamp(round((x_i − mean) / (1.5 sd)) + 2, 0, 3), halves to even
 *   C(x)_i = mean of all x_j of the row with q_j = q_i
 *   contractive, delta = 0.5625 / (n − 1) for 3 elements and more; one element is exact, two may both become 0
 *   body  | row, 4 bytes | four values of each row, 16 bytes | codes |
 * </pre>
 *
 * <p>Some element is further than 0.75 sd from the mean of a row of three or more, so it keeps 0.5625 sd² of the (n − 1) sd². On
 * average four fifths are kept, since most elements are near the mean of their code. Codes are not symmetric: 3 is all above 0.75
 * sd, 0 only what is below −2.25 sd.
 */
public record FourMeans() implements Compressor {
    /** The format of its body. */
    public static final BodyFormat FORMAT = new Format();

    /** The name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "fourmeans",
                    "fourmeans",
                    "four values for each row, 2 bits an element",
                    arguments -> new FourMeans())
            .withFormats(FORMAT);

    private static final int CODES = 4;
    private static final int BITS = 2;

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new MeansEncoder(shape, seed);
    }

    private final class MeansEncoder extends BodyEncoder {
        /** Elements that are packed at once: whole groups of fields. */
        private static final int RUN = 4096;

        private final int row;
        private final double[] means;
        private final double[] steps;
        private final int[] fields;
        private final double[] sums = new double[CODES];
        private final int[] counts = new int[CODES];

        MeansEncoder(Shape shape, Seed seed) {
            super(FourMeans.this, shape, seed, FORMAT);
            row = Math.max(1, size == 0 ? 1 : shape.columns());
            means = new double[size / row];
            steps = new double[means.length];
            fields = new int[Math.min(RUN, size)];
        }

        @Override
        protected int encodeBody(float[] values, int offset, byte[] out, int at) {
            Finite.largestKey(values, offset, size);
            LittleEndian.putInt(out, at, row);
            for (int i = 0; i < means.length; i++) {
                writeRow(i, values, offset + i * row, out, at + Format.FIELDS + Format.OF_ROW * i);
            }
            int codesAt = at + Format.FIELDS + Format.OF_ROW * means.length;
            for (int from = 0; from < size; from += RUN) {
                int count = Math.min(RUN, size - from);
                for (int done = 0; done < count; ) {
                    int number = (from + done) / row;
                    int end = (int) Math.min(count, (number + 1L) * row - from);
                    for (; done < end; done++) {
                        fields[done] = code(values[offset + from + done], means[number], steps[number]);
                    }
                }
                FixedWidth.pack(fields, 0, count, BITS, out, codesAt + from / 8 * BITS);
            }
            return (int) Format.byteLength(row, size);
        }

        private void writeRow(int number, float[] values, int at, byte[] out, int to) {
            double sum = 0;
            for (int i = at; i < at + row; i++) {
                sum += values[i];
            }
            double mean = sum / row;
            double squares = 0;
            for (int i = at; i < at + row; i++) {
                squares += (values[i] - mean) * (values[i] - mean);
            }
            double step = 1.5 * Math.sqrt(squares / Math.max(1, row - 1));
            Arrays.fill(sums, 0);
            Arrays.fill(counts, 0);
            for (int i = at; i < at + row; i++) {
                int code = code(values[i], mean, step);
                sums[code] += values[i];
                counts[code]++;
            }
            for (int code = 0; code < CODES; code++) {
                float value = (float) (sums[code] / Math.max(1, counts[code])) + 0f; // −0 becomes 0
                LittleEndian.putInt(out, to + 4 * code, Float.floatToRawIntBits(value));
            }
            means[number] = mean;
            steps[number] = step;
        }

        private static int code(float value, double mean, double step) {
            double distance = value - mean;
            return step == 0 ? 2 : (int) Math.max(0, Math.min(3, Math.rint(distance / step + 2)));
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        return FORMAT.payloadBytes(Format.byteLength(Math.max(1, shape.columns()), shape.size()), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        int n = shape.columns();
        return n <= 1 || shape.size() == 0
                ? Traits.contractive(1)
                : n == 2 ? Traits.none() : Traits.contractive(0.5625 / (n - 1));
    }

    @Override
    public String toString() {
        return "fourmeans";
    }

    /**
     * Every element as one of four values of its row.
     *
     * <pre>
     *   | row, 4 bytes | four values of each row, 4 bytes each | codes |
     *
     *   row     elements that share values, 1 or more, of which the elements are a multiple
     *   values  of code 0 to 3; finite, a zero has no minus sign
     *   codes   fields of 2 bits
     * </pre>
     */
    private static final class Format extends BlockwiseFormat {
        /** Bytes before the values. */
        static final int FIELDS = 4;
        /** Bytes of a row's values. */
        static final int OF_ROW = 4 * CODES;

        private Format() {
            super(Id.number(26, "four means"));
        }

        static long byteLength(int row, int elements) {
            return FIELDS + (long) OF_ROW * (elements / row) + ((long) elements * BITS + 7) / 8;
        }

        @Override
        public void validate(Body body) {
            body.requireAtLeast(FIELDS);
            int row = row(body);
            if (row < 1 || body.elements() % row != 0) {
                throw new MalformedInputException(
                        body.offset(),
                        "rows of " + Integer.toUnsignedString(row) + " elements, and there are " + body.elements());
            }
            body.requireLength(byteLength(row, body.elements()));
            int end = codesAt(body);
            for (int at = body.offset() + FIELDS; at < end; at += 4) {
                Finite.read(body.bytes(), at);
                if (LittleEndian.getInt(body.bytes(), at) == Integer.MIN_VALUE) {
                    throw new MalformedInputException(at, "the value -0.0 has to be 0.0");
                }
            }
            if (body.elements() > 0) { // every field is a code; only the padding behind the last ones can be wrong
                int last = (body.elements() - 1) / BLOCK * BLOCK;
                unpack(body, last, body.elements() - last, body.ints());
            }
        }

        @Override
        protected void decode(Body body, int from, int count, float[] block) {
            int[] fields = body.ints();
            unpack(body, from, count, fields);
            int row = row(body);
            for (int done = 0; done < count; ) {
                int number = (from + done) / row;
                int end = (int) Math.min(count, (number + 1L) * row - from);
                int at = body.offset() + FIELDS + OF_ROW * number;
                for (; done < end; done++) {
                    block[done] = Finite.get(body.bytes(), at + 4 * fields[done]);
                }
            }
        }

        private static void unpack(Body body, int from, int count, int[] fields) {
            int at = codesAt(body) + from / 8 * BITS;
            FixedWidth.unpack(body.bytes(), at, FixedWidth.byteLength(count, BITS), BITS, fields, 0, count);
        }

        private static int codesAt(Body body) {
            return body.offset() + FIELDS + OF_ROW * (body.elements() / row(body));
        }

        private static int row(Body body) {
            return LittleEndian.getInt(body.bytes(), body.offset());
        }

        @Override
        public int paddingBits(Body body) {
            return -(body.elements() & 7) * BITS & 7;
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(3, 0, "rows of 0 elements, and there are 3", 0, 0f, 0f, 0f, 0f, "00"),
                    Malformed.of(3, 0, "rows of 2 elements, and there are 3", 2, 0f, 0f, 0f, 0f, "00"),
                    Malformed.of(3, 8, "the value -0.0 has to be 0.0", 3, 0f, -0f, 0f, 0f, "00"));
        }

        @Override
        public String describe(Body body) {
            return "four values for each row of " + row(body);
        }
    }
}
