package org.tersegrad.compressors.levels;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tersegrad.codecs.BitReader;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.IndexSetCode;
import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.codecs.Rans;
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
import org.tersegrad.compressors.SparseEntries;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.IndexSets;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.levels.BlockInteger.Rounding;

/**
 * Entropy-coded levels under a budget: one step for all elements, found so that the levels take as many bits as allowed. With few
 * bits nearly all levels are 0 and it is Top-k with values of one or two bits; with many it is a quantizer with a fine step.
 *
 * <pre>
 *   k_i = round(x_i / step),   C(x)_i = scale sign(k_i) (|k_i| + offset of |k_i|)
 *   offsets  the mean of the elements of a level is not its middle; sent for levels up to 15 where that pays
 *   scale    of least error, so that C(x) is orthogonal to x − C(x)
 *   error    of Gaussian numbers, 0.4, 1, 2, 4 bits: 0.683, 0.348, 0.0889, 0.00556 |x|²; less for all heavier tails
 * </pre>
 *
 * <p>A body has at most {@code max(ceil(bits n / 8), 32)} bytes, whatever the gradient. Where many elements are equal, a step would let
 * all or none of them in; then the first of them are sent.
 *
 * <p>What it promises: an element is off by half a step at most. Of all integers with a given mean square, Gaussian ones have the largest
 * entropy, so a budget of R bits is enough for a step t times the root mean square of x wherever
 *
 * <pre>
 *   log2(2 π e ((9/8)² (1/t + 1/2)² + 1/12)) / 2 ≤ R − 0.1         and then |x − C(x)|² ≤ t² / 4 |x|²
 * </pre>
 *
 * <p>where 9/8 pays for levels above 32, which share their symbols, and 0.1 for frequencies of 12 bits; what a table takes is
 * subtracted from R. Below some 2.5 bits that says nothing. What always holds is that one element within a third of the largest is
 * sent, hence delta = 1/(12 n).
 *
 * <p>With {@code rounding=dither} it is unbiased: all levels are moved by the same v, uniform between −1/2 and 1/2, and receivers move
 * them back, so that the error of an element is uniform between −1/2 and 1/2 of a step whatever the element is.
 *
 * <pre>
 *   k_i = round(x_i / step + v),   C(x)_i = step (k_i − v),   omega = n step² / (12 |x|²)
 * </pre>
 *
 * <p>The step is chosen before v is drawn. It is t times the root mean square as above, hence omega = t² / 12, and no larger than with
 * levels packed in w bits each, hence omega ≤ n / (3 (2^w − 1)²). A gradient of which most is near 0 is better off without:
 * v is noise to a zero, too.
 *
 * <p>G. J. Sullivan, <i>Efficient scalar quantization of exponential and Laplacian random variables</i>, 1996; H. Gish, J. N. Pierce,
 * <i>Asymptotically efficient quantizing</i>, 1968.
 *
 * @param bits a bound on the bits of an element, 0.05 to 8, with dither at least 2
 * @param rounding to nearest, or with a dither
 */
public record EntropyLevels(double bits, Rounding rounding) implements Compressor {
    /** The format of its body. */
    public static final BodyFormat FORMAT = Format.INSTANCE;

    /** The fewest bits of an element. */
    public static final double LEAST_BITS = 0.05;

    /** The fewest bits of an element with dither. */
    public static final double LEAST_DITHERED_BITS = 2;

    /** The most bits of an element. */
    public static final double MOST_BITS = 8;

    /** The budget of a small tensor, in bytes. */
    public static final int LEAST_BYTES = 32;

    /** Its name in recipes. */
    public static final RecipeEntry<Compressor> ENTRY = scheme(
                    "levels",
                    "levels(0.4)",
                    "entropy-coded levels under a budget, from Top-k of few bits to a fine step",
                    a -> new EntropyLevels(a.asDouble("bits"), a.asChoice("rounding", Rounding.NEAREST)),
                    new Parameter("bits", "of an element at most, 0.05 to 8"),
                    new Parameter("rounding", "nearest or dither"))
            .withFormats(FORMAT)
            .withExamples(
                    "levels(0.05)",
                    "levels(1)",
                    "levels(2.5)",
                    "levels(8)",
                    "levels(2,rounding=dither)",
                    "levels(5,rounding=dither)");

    public EntropyLevels {
        if (!(bits >= LEAST_BITS && bits <= MOST_BITS)) {
            throw new IllegalArgumentException("the bits of an element are " + Numbers.plain(LEAST_BITS) + " to "
                    + Numbers.plain(MOST_BITS) + ", not " + bits);
        }
        if (rounding != Rounding.NEAREST && rounding != Rounding.DITHER) {
            throw new IllegalArgumentException("levels are rounded to nearest or with dither, not "
                    + rounding.name().toLowerCase(Locale.ROOT));
        }
        if (rounding == Rounding.DITHER && bits < LEAST_DITHERED_BITS) {
            throw new IllegalArgumentException("with dither the bits of an element are "
                    + Numbers.plain(LEAST_DITHERED_BITS) + " to " + Numbers.plain(MOST_BITS) + ", not " + bits);
        }
    }

    /** Levels rounded to nearest. */
    public EntropyLevels(double bits) {
        this(bits, Rounding.NEAREST);
    }

    boolean dithered() {
        return rounding == Rounding.DITHER;
    }

    /** The most bytes of a body. */
    int budget(int size) {
        double bytes = Math.ceil(bits * size / 8 * (1 - 0x1p-50)); // 0.1 of 80 elements is a hair above 1
        return (int) Math.max(bytes, LEAST_BYTES);
    }

    /** The most bits in which each level can be packed, with a dither, up to 6: all have symbols of their own. */
    int packedBits(int size) {
        return (int) Math.min(6, (8L * budget(size) - 8 * (Format.FIELDS + Format.DITHER_FIELDS + 1)) / size);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new EntropyLevelsEncoder(this, shape, seed);
    }

    @Override
    public int maxBytes(Shape shape) {
        return FORMAT.payloadBytes(budget(shape.size()), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        if (shape.size() == 0) {
            return Traits.exact();
        }
        double rate = bits - 0.1 - Format.MOST_TABLE_BITS / shape.size();
        double square = Math.pow(2, 2 * rate) / (2 * Math.PI * Math.E) - 1.0 / 12;
        double inverse = square <= 0 ? 0 : Math.sqrt(square) * 8 / 9 - 0.5;
        if (dithered()) {
            double packed = shape.size() / (3 * Math.pow((1 << packedBits(shape.size())) - 1, 2));
            double coded = inverse <= 0 ? packed : 1 / (12 * inverse * inverse);
            return rounding.traits(new Guarantee.Unbiased(Math.min(packed, coded)));
        }
        double error = inverse <= 0.5 ? 1 : 1 / (4 * inverse * inverse);
        return Traits.contractive(Math.max(1 - error, 1.0 / (12.0 * shape.size())));
    }

    @Override
    public String toString() {
        return "levels(" + Numbers.plain(bits) + (dithered() ? rounding.argument() : "") + ")";
    }

    /**
     * Levels of one step, all of them or those that are not 0.
     *
     * <pre>
     *   | code, 1 byte | scale, 4 bytes | alphabet A, 1 byte | dither | where | raw | offsets | symbols |
     *
     *   code     bit 0: levels that are 0 are left out;  bit 1: symbols are entropy-coded, else packed in ceil(log2 A) bits;
     *            bit 2, not with bit 0: with a dither
     *   dither   with bit 2:  a float of 4 bytes, else 0
     *   where    with bit 0:  | count, 4 bytes | bytes of the index set, 4 bytes | index set |
     *   raw      if A is above 65:  | bytes, 4 bytes | of each level above 32 in magnitude its sign, then its low bits |
     *   offsets  | how many, 1 byte, at most 15 | a signed byte for each magnitude from 1 on, in 1/256 |
     *   symbols  without bit 0:  0 1 2 3 4 ... 64 for the levels 0 −1 1 −2 2 ... 32; with it one less
     *            65 + 8 (e − 5) + b  for levels whose v = magnitude − 1 has 2^e as its highest power and b in the three bits
     *            below; the e − 3 bits below these are raw
     *   decoded  scale * (sign * (magnitude + offset) + dither), no more than the largest float
     * </pre>
     */
    static final class Format implements BodyFormat {
        static final Format INSTANCE = new Format();

        private static final Id ID = Id.number(20, "entropy-coded levels");

        /** Bit of the code: positions are sent. */
        static final int SPARSE = 1;
        /** Bit of the code: symbols are entropy-coded. */
        static final int ENTROPY = 2;
        /** Bit of the code: all levels are moved. */
        static final int DITHERED = 4;

        /** Bytes before everything else. */
        static final int FIELDS = 6;
        /** Bytes of a dither. */
        static final int DITHER_FIELDS = 4;
        /** Bytes before an index set. */
        static final int SPARSE_FIELDS = 8;

        /** The largest magnitude with symbols of its own. */
        static final int DIRECT = 32;
        /** The symbols of these. */
        static final int DIRECT_SYMBOLS = 2 * DIRECT + 1;

        private static final int LEAST_EXPONENT = 5;
        private static final int PARTS = 3;
        /** Magnitudes are below 2^22. */
        static final int MAGNITUDE_BITS = 22;
        /** The largest magnitude. */
        static final int MOST_MAGNITUDE = 1 << MAGNITUDE_BITS;
        /** Classes of magnitudes: 0 to 32, and 8 for every power of two above. */
        static final int MAGNITUDES = DIRECT + 1 + ((MAGNITUDE_BITS - LEAST_EXPONENT) << PARTS);
        /** Symbols at most. */
        static final int SYMBOLS = DIRECT_SYMBOLS + MAGNITUDES - DIRECT - 1;

        /** The most offsets. */
        static final int OFFSETS = 15;

        /** Bits beside the words of symbols, at most: fields, offsets, states, and a table of 25 bits for each symbol. */
        static final double MOST_TABLE_BITS = 8 * (FIELDS + 1 + OFFSETS + DITHER_FIELDS + 4 + 16 + 8) + 25 * SYMBOLS;

        private Format() {}

        @Override
        public Id id() {
            return ID;
        }

        /** The class of a magnitude above {@link #DIRECT}: exponent and first bits of v = magnitude − 1, as a float has them. */
        static int classOf(int magnitude) {
            int leading = Float.floatToRawIntBits(magnitude - 1f) >>> (23 - PARTS);
            return DIRECT + 1 + leading - ((127 + LEAST_EXPONENT) << PARTS);
        }

        /** The least magnitude of a class. */
        static int firstOf(int magnitudes) {
            if (magnitudes <= DIRECT) {
                return magnitudes;
            }
            int above = magnitudes - DIRECT - 1;
            int exponent = LEAST_EXPONENT + (above >>> PARTS);
            int part = above & ((1 << PARTS) - 1);
            return 1 + (1 << exponent) + (part << (exponent - PARTS));
        }

        /** The bits of each symbol's level that are sent beside it: a sign and low bits. */
        private static final byte[] RAW_BITS = rawBits();

        /** The same for levels of which none is 0. */
        private static final byte[] SPARSE_RAW_BITS = Arrays.copyOfRange(RAW_BITS, 1, SYMBOLS);

        private static byte[] rawBits() {
            byte[] bits = new byte[SYMBOLS];
            for (int s = DIRECT_SYMBOLS; s < SYMBOLS; s++) {
                bits[s] = (byte) (1 + LEAST_EXPONENT - PARTS + ((s - DIRECT_SYMBOLS) >>> PARTS));
            }
            return bits;
        }

        static int rawBits(int symbol) {
            return RAW_BITS[symbol];
        }

        /** The raw bits of each symbol, the first of which is that of level 0 or, if that is left out, of level −1. */
        static byte[] rawBits(boolean sparse) {
            return sparse ? SPARSE_RAW_BITS : RAW_BITS;
        }

        /**
         * Finds the symbols of levels.
         *
         * @param first the symbol that is 0
         * @param symbols modified in {@code [0, count)}
         */
        static void toSymbols(int[] levels, int count, int alphabet, int first, int[] symbols) {
            if (alphabet <= DIRECT_SYMBOLS) {
                for (int i = 0; i < count; i++) {
                    symbols[i] = (levels[i] << 1 ^ levels[i] >> 31) - first;
                }
                return;
            }
            for (int i = 0; i < count; i++) { // without a branch, as large levels come at random
                int magnitude = Math.abs(levels[i]);
                int direct = (levels[i] << 1) ^ (levels[i] >> 31);
                int shared = classOf(magnitude) + DIRECT;
                symbols[i] = (direct ^ ((direct ^ shared) & ((DIRECT - magnitude) >> 31))) - first;
            }
        }

        /** The number of symbols for levels up to a magnitude. */
        static int alphabet(int magnitude) {
            return magnitude <= DIRECT ? 2 * magnitude + 1 : DIRECT_SYMBOLS + classOf(magnitude) - DIRECT;
        }

        /** The largest magnitude that there are symbols for. */
        static int largest(int alphabet) {
            return alphabet <= DIRECT_SYMBOLS ? alphabet / 2 : firstOf(alphabet - DIRECT) - 1;
        }

        /** Bits of a packed symbol. */
        static int width(int symbols) {
            return Integer.SIZE - Integer.numberOfLeadingZeros(symbols - 1);
        }

        /** Reads a body from its first symbol to its last. */
        static final class Reader {
            private final Rans rans = new Rans(SYMBOLS);
            private final BitReader raw = new BitReader();
            private final float[] values = new float[DIRECT_SYMBOLS];
            /** The level of each symbol, of those that share one the least magnitude. */
            private final double[] levels = new double[SYMBOLS];

            private final int[] symbols = new int[Body.BLOCK];
            private final int[] rawFields = new int[Body.BLOCK];
            private final int[] counts = new int[SYMBOLS];
            private float scale;
            private float dither;
            private int alphabet;
            private boolean entropy;
            private int first;
            private int width;
            private int count;
            private int symbolsAt;
            private int indexAt;
            private int indexBytes;
            private int rawAt;
            private int done;

            Reader() {
                for (int s = DIRECT_SYMBOLS; s < SYMBOLS; s++) {
                    levels[s] = firstOf(s - DIRECT);
                }
            }

            /** Reads everything before the symbols. */
            Reader open(Body body) {
                return open(body, false);
            }

            /**
             * Reads everything before the symbols.
             *
             * @param gaussian whether the table is that of Gaussian numbers, with the scale as step, and not sent
             */
            Reader open(Body body, boolean gaussian) {
                body.requireAtLeast(FIELDS);
                int code = body.u8(0);
                if (code > (ENTROPY | DITHERED) || code == (SPARSE | DITHERED)) {
                    throw body.malformed(0, "code " + code + ", known are 0 to 4 and 6");
                }
                scale = Finite.readMagnitude(body.bytes(), body.offset() + 1);
                alphabet = body.u8(5);
                if (alphabet < 1 || alphabet > SYMBOLS) {
                    throw body.malformed(5, "an alphabet of " + alphabet + " symbols, allowed are 1 to " + SYMBOLS);
                }
                boolean sparse = (code & SPARSE) != 0;
                entropy = (code & ENTROPY) != 0;
                first = sparse ? 1 : 0;
                int at = FIELDS;
                dither = 0f;
                if ((code & DITHERED) != 0) {
                    body.requireAtLeast(FIELDS + DITHER_FIELDS);
                    dither = Finite.read(body.bytes(), body.offset() + at);
                    at += DITHER_FIELDS;
                }
                count = body.elements();
                indexBytes = 0;
                if (sparse) {
                    body.requireAtLeast(FIELDS + SPARSE_FIELDS);
                    count = body.i32(at);
                    if (count < 0 || count > body.elements() || (count > 0 && alphabet == 1)) {
                        throw body.malformed(
                                at,
                                Integer.toUnsignedString(count) + " of " + body.elements() + " elements, in "
                                        + (alphabet - 1) + " symbols");
                    }
                    indexAt = at + SPARSE_FIELDS;
                    indexBytes = length(body, at + 4);
                    at = indexAt + indexBytes;
                }
                rawAt = at;
                if (alphabet > DIRECT_SYMBOLS) {
                    body.requireAtLeast(at + 4L);
                    int rawBytes = length(body, at);
                    raw.wrap(body.bytes(), body.offset() + at + 4, rawBytes);
                    at += 4 + rawBytes;
                }
                readOffsets(body, at);
                width = width(alphabet - first);
                int codeAt = body.offset() + symbolsAt;
                int left = body.length() - symbolsAt;
                if (count > 0 && gaussian) {
                    GaussianTable.count(GaussianTable.step(scale), alphabet, counts);
                    rans.use(alphabet).openWithoutTable(counts, body.bytes(), codeAt, left);
                } else if (count > 0 && entropy) {
                    rans.use(alphabet - first).open(body.bytes(), codeAt, left);
                } else {
                    body.requireLength(symbolsAt + ((long) count * width + 7) / 8);
                }
                done = 0;
                return this;
            }

            static int length(Body body, int at) {
                int length = body.i32(at);
                if (length < 0 || length > body.length() - at - 4) {
                    throw body.malformed(
                            at,
                            Integer.toUnsignedString(length) + " bytes, but " + (body.length() - at - 4) + " are left");
                }
                return length;
            }

            private void readOffsets(Body body, int at) {
                body.requireAtLeast(at + 1L);
                int offsets = body.u8(at);
                int magnitudes = Math.min(DIRECT, (alphabet - 1) / 2);
                if (offsets > Math.min(OFFSETS, magnitudes)) {
                    throw body.malformed(
                            at, offsets + " offsets, the most are " + Math.min(OFFSETS, magnitudes) + " here");
                }
                symbolsAt = at + 1 + offsets;
                body.requireAtLeast(symbolsAt);
                for (int m = 1; m <= Math.min(DIRECT, alphabet / 2); m++) {
                    double offset = m <= offsets ? (byte) body.u8(at + m) / 256.0 : 0;
                    levels[2 * m - 1] = -(m + offset);
                    levels[2 * m] = m + offset;
                }
                for (int s = 0; s < Math.min(DIRECT_SYMBOLS, alphabet + 1); s++) {
                    values[s] = value(levels[s]);
                }
            }

            /** The element of a level. */
            private float value(double level) {
                return clamped(scale * (level + dither));
            }

            /** The float next to a number, and no larger than the largest. */
            static float clamped(double number) {
                return (float) (Math.abs(number) <= Float.MAX_VALUE ? number : Math.copySign(Float.MAX_VALUE, number));
            }

            int count() {
                return count;
            }

            IndexSetReader indices(Body body) {
                return body.indexSet(indexAt, indexBytes, count);
            }

            /** Reads the next block of symbols and returns how many, 0 behind the last. */
            private int nextSymbols(Body body) {
                int number = Math.min(Body.BLOCK, count - done);
                if (number == 0) {
                    return 0;
                }
                if (entropy) {
                    rans.next(symbols, 0, number);
                } else if (width == 0) {
                    Arrays.fill(symbols, 0, number, 0);
                } else {
                    int from = body.offset() + symbolsAt + done / 8 * width;
                    int bytes = FixedWidth.byteLength(number, width);
                    FixedWidth.unpack(body.bytes(), from, bytes, width, symbols, 0, number);
                }
                done += number;
                return number;
            }

            /**
             * Decodes the next block of values and returns how many, 0 behind the last.
             *
             * @param block modified
             */
            int next(Body body, float[] block) {
                int number = nextSymbols(body);
                if (alphabet <= DIRECT_SYMBOLS) {
                    for (int i = 0; i < number; i++) {
                        block[i] = values[symbols[i] + first];
                    }
                } else {
                    raw.readEach(symbols, rawBits(first > 0), number, rawFields);
                    for (int i = 0; i < number; i++) {
                        double level = levels[symbols[i] + first] + (rawFields[i] >>> 1);
                        block[i] = value(level * (1 - (rawFields[i] << 1 & 2)));
                    }
                }
                return number;
            }

            /** Checks all symbols, and that there are as many raw bits as they ask for. */
            void validate(Body body) {
                long rawBits = 0;
                for (int number = nextSymbols(body); number > 0; number = nextSymbols(body)) {
                    for (int i = 0; i < number; i++) {
                        int symbol = symbols[i] + first;
                        if (symbol >= alphabet) {
                            throw body.malformed(5, "symbol " + symbol + " of an alphabet of " + alphabet);
                        }
                        rawBits += rawBits(symbol);
                    }
                }
                if (count > 0 && entropy) {
                    rans.close();
                }
                if (alphabet > DIRECT_SYMBOLS) {
                    if ((rawBits + 7) / 8 != body.i32(rawAt)) {
                        throw body.malformed(
                                rawAt, body.i32(rawAt) + " raw bytes for " + rawBits + " bits of large levels");
                    }
                    int padding = (int) (-rawBits & 7);
                    if (padding > 0 && body.u8(rawAt + 3 + body.i32(rawAt)) >>> (8 - padding) != 0) {
                        throw body.malformed(
                                rawAt + 3 + body.i32(rawAt), "padding bits behind the raw bits that are not zero");
                    }
                }
            }
        }

        static Reader open(Body body) {
            return body.scratch(Reader.class, Reader::new).open(body);
        }

        static boolean isSparse(Body body) {
            return (body.u8(0) & SPARSE) != 0;
        }

        @Override
        public void validate(Body body) {
            Reader reader = open(body);
            reader.validate(body);
            if (isSparse(body)) {
                IndexSets.validate(reader.indices(body), body.ints());
            }
        }

        @Override
        public void addTo(Body body, float[] target, int offset, float weight) {
            Reader reader = open(body);
            float[] block = body.floats();
            if (!isSparse(body)) {
                int at = offset;
                for (int got = reader.next(body, block); got > 0; got = reader.next(body, block)) {
                    AdditionKernels.ADD_SCALED.at(got).addScaled(block, 0, got, weight, target, at);
                    at += got;
                }
                return;
            }
            IndexSetReader indices = reader.indices(body);
            int[] positions = body.ints();
            int used = 0;
            int decoded = 0;
            for (int got = indices.next(positions, 0); got > 0; got = indices.next(positions, 0)) {
                for (int i = 0; i < got; i++) {
                    if (used == decoded) {
                        used = 0;
                        decoded = reader.next(body, block);
                    }
                    target[offset + positions[i]] += weight * block[used++];
                }
            }
        }

        @Override
        public Optional<SparseEntries> entries(Body body) {
            if (!isSparse(body)) {
                return Optional.empty();
            }
            Reader reader = open(body);
            SparseEntries entries = new SparseEntries(new int[reader.count()], new float[reader.count()]);
            IndexSets.take(reader.indices(body), body.ints(), entries.indices());
            for (int at = 0; at < reader.count(); ) {
                int got = reader.next(body, body.floats());
                System.arraycopy(body.floats(), 0, entries.values(), at, got);
                at += got;
            }
            return Optional.of(entries);
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(3, 5, "a body of 5 bytes; the fields before its data take 6", "00", 1f),
                    Malformed.of(3, 0, "code 5, known are 0 to 4 and 6", "05", 1f, "0300"),
                    Malformed.of(3, 5, "an alphabet of 0 symbols, allowed are 1 to 201", "00", 1f, "0000"),
                    Malformed.of(3, 6, "4 of 3 elements, in 2 symbols", "01", 1f, "03", 4, 1, "0000"),
                    Malformed.of(3, 10, "9 bytes, but 2 are left", "01", 1f, "03", 1, 9, "0000"),
                    Malformed.of(3, 6, "2 offsets, the most are 1 here", "00", 1f, "03 02 0000 00"),
                    Malformed.of(3, 5, "symbol 3 of an alphabet of 3", "00", 1f, "03 00 03"),
                    Malformed.of(1, 6, "0 raw bytes for 3 bits of large levels", "00", 1f, "42", 0, "00 41"),
                    Malformed.of(
                            1,
                            10,
                            "padding bits behind the raw bits that are not zero",
                            "00",
                            1f,
                            "42",
                            1,
                            "08 00 41"));
        }

        @Override
        public String describe(Body body) {
            Reader reader = open(body);
            String levels = "levels of " + reader.scale + " times "
                    + (reader.alphabet == 1 ? "0" : "−" + largest(reader.alphabet) + " to " + largest(reader.alphabet))
                    + (reader.dither == 0 ? "" : ", moved by " + reader.dither)
                    + (reader.entropy ? ", entropy-coded" : ", packed");
            return isSparse(body)
                    ? levels + ", at " + reader.count + " elements, "
                            + IndexSetCode.describe(body.bytes()[body.offset() + reader.indexAt]) + " in "
                            + reader.indexBytes + " bytes, all others 0"
                    : levels;
        }
    }
}
