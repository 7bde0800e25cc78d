package org.tersegrad.codecs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A codec of int sequences as the laws see it. Every codec of the module is in {@link #all()}; a new one adds a line there and
 * inherits every law.
 */
interface SequenceCodec {
    int maxBytes(int count);

    int encode(int[] values, int offset, int count, byte[] out, int outOffset);

    void decode(byte[] in, int inOffset, int inLength, int[] values, int offset, int count);

    /** Some valid input of {@code count} values. */
    int[] sample(long seed, int count);

    /** Whether every input has only one spelling that a reader accepts. */
    boolean canonical();

    static List<SequenceCodec> all() {
        List<SequenceCodec> all = new ArrayList<>();
        for (int width : new int[] {1, 2, 3, 5, 8, 13, 16, 17, 31, 32}) {
            all.add(new FixedWidthCodec(width));
        }
        all.add(new TritsCodec());
        for (IntegerCode code : integerCodes()) {
            all.add(new PrefixCodec(code));
        }
        all.add(new RunLengthCodec(new RunLength(3)));
        for (int alphabet : new int[] {1, 2, 3, 16, 255, 256}) {
            all.add(new RansCodec(new Rans(alphabet), alphabet));
        }
        for (IndexSetCode code : List.of(
                IndexSetCode.BITMAP,
                IndexSetCode.PLAIN,
                IndexSetCode.RICE,
                IndexSetCode.ELIAS_FANO,
                IndexSetCode.PACKED_GAPS)) {
            all.add(new IndexCodec(code, new IndexSetWriter(), new IndexSetReader(), 7));
        }
        all.add(new IndexCodec(IndexSetCode.RICE, new IndexSetWriter(), new IndexSetReader(), 1000));
        all.add(new IndexCodec(IndexSetCode.SQUEEZED, new IndexSetWriter(), new IndexSetReader(), 7));
        all.add(new RunCodec(IndexSetCode.COMPLEMENT, new IndexSetWriter(), new IndexSetReader()));
        all.add(new RunCodec(IndexSetCode.RUNS, new IndexSetWriter(), new IndexSetReader()));
        all.add(new RunCodec(IndexSetCode.ROWS, new IndexSetWriter(16), new IndexSetReader()));
        return all;
    }

    static List<IntegerCode> integerCodes() {
        List<IntegerCode> codes =
                new ArrayList<>(List.of(new Unary(), new EliasGamma(), new EliasDelta(), new EliasOmega()));
        for (int parameter : new int[] {0, 1, 4, 13, 30}) {
            codes.add(new Rice(parameter));
        }
        return codes;
    }

    /** Encodes into an array of just the right length. */
    default byte[] encode(int... values) {
        byte[] out = new byte[maxBytes(values.length)];
        return Arrays.copyOf(out, encode(values, 0, values.length, out, 0));
    }

    private static int random(long seed, int i, int width) {
        return CounterRandom.word(seed, i) >>> (32 - width);
    }

    record FixedWidthCodec(int width) implements SequenceCodec {
        @Override
        public int maxBytes(int count) {
            return FixedWidth.byteLength(count, width);
        }

        @Override
        public int encode(int[] values, int offset, int count, byte[] out, int outOffset) {
            return FixedWidth.pack(values, offset, count, width, out, outOffset);
        }

        @Override
        public void decode(byte[] in, int inOffset, int inLength, int[] values, int offset, int count) {
            FixedWidth.unpack(in, inOffset, inLength, width, values, offset, count);
        }

        @Override
        public int[] sample(long seed, int count) {
            int[] values = new int[count];
            Arrays.setAll(values, i -> random(seed, i, width));
            return values;
        }

        @Override
        public boolean canonical() {
            return true;
        }
    }

    record TritsCodec() implements SequenceCodec {
        @Override
        public int maxBytes(int count) {
            return Trits.byteLength(count);
        }

        @Override
        public int encode(int[] values, int offset, int count, byte[] out, int outOffset) {
            return Trits.pack(values, offset, count, out, outOffset);
        }

        @Override
        public void decode(byte[] in, int inOffset, int inLength, int[] values, int offset, int count) {
            Trits.unpack(in, inOffset, inLength, values, offset, count);
        }

        @Override
        public int[] sample(long seed, int count) {
            int[] values = new int[count];
            Arrays.setAll(values, i -> random(seed, i, 31) % 3 - 1);
            return values;
        }

        @Override
        public boolean canonical() {
            return true;
        }
    }

    /** A sequence of code words, one after the other. */
    record PrefixCodec(IntegerCode code, BitWriter writer, BitReader reader) implements SequenceCodec {
        /** Samples stay below this, because a unary number is as long as it is large. */
        static final int SAMPLE_LIMIT = 1 << 7;

        PrefixCodec(IntegerCode code) {
            this(code, new BitWriter(), new BitReader());
        }

        @Override
        public int maxBytes(int count) {
            return (int) ((count * code.bits(SAMPLE_LIMIT) + 7) / 8);
        }

        @Override
        public int encode(int[] values, int offset, int count, byte[] out, int outOffset) {
            writer.wrap(out, outOffset, Math.min(out.length - outOffset, maxBytes(count)));
            for (int i = offset; i < offset + count; i++) {
                code.write(values[i], writer);
            }
            return writer.finish();
        }

        @Override
        public void decode(byte[] in, int inOffset, int inLength, int[] values, int offset, int count) {
            reader.wrap(in, inOffset, inLength);
            for (int i = offset; i < offset + count; i++) {
                values[i] = code.read(reader);
            }
            reader.requireEnd();
        }

        @Override
        public int[] sample(long seed, int count) {
            int[] values = new int[count];
            Arrays.setAll(values, i -> code.smallest() + random(seed, i, 7));
            return values;
        }

        @Override
        public boolean canonical() {
            return true;
        }
    }

    record RunLengthCodec(RunLength runs, BitWriter writer, BitReader reader) implements SequenceCodec {
        RunLengthCodec(RunLength runs) {
            this(runs, new BitWriter(), new BitReader());
        }

        @Override
        public int maxBytes(int count) {
            return ((runs.width() + 1) * count + 7) / 8; // runs of one are the worst
        }

        @Override
        public int encode(int[] values, int offset, int count, byte[] out, int outOffset) {
            writer.wrap(out, outOffset, maxBytes(count));
            runs.write(values, offset, count, writer);
            return writer.finish();
        }

        @Override
        public void decode(byte[] in, int inOffset, int inLength, int[] values, int offset, int count) {
            reader.wrap(in, inOffset, inLength);
            runs.read(reader, values, offset, count);
            reader.requireEnd();
        }

        @Override
        public int[] sample(long seed, int count) {
            int[] values = new int[count];
            for (int i = 0; i < count; i++) {
                values[i] = i > 0 && random(seed, i, 2) > 0 ? values[i - 1] : random(seed + 1, i, runs.width());
            }
            return values;
        }

        @Override
        public boolean canonical() {
            return true;
        }
    }

    record RansCodec(Rans rans, int alphabet) implements SequenceCodec {
        @Override
        public int maxBytes(int count) {
            return rans.maxBytes(count);
        }

        @Override
        public int encode(int[] values, int offset, int count, byte[] out, int outOffset) {
            return rans.write(values, offset, count, out, outOffset);
        }

        @Override
        public void decode(byte[] in, int inOffset, int inLength, int[] values, int offset, int count) {
            rans.read(in, inOffset, inLength, values, offset, count);
        }

        /** Small symbols are likelier: the smaller of two draws. */
        @Override
        public int[] sample(long seed, int count) {
            int[] values = new int[count];
            Arrays.setAll(values, i -> Math.min(random(seed, i, 31) % alphabet, random(seed + 1, i, 31) % alphabet));
            return values;
        }

        /** A table need not be the best one. */
        @Override
        public boolean canonical() {
            return false;
        }

        @Override
        public String toString() {
            return "Rans[alphabet=" + alphabet + "]";
        }
    }

    /** Index sets in one code, below {@code spread} times as many as there are. */
    record IndexCodec(IndexSetCode code, IndexSetWriter writer, IndexSetReader reader, int spread)
            implements SequenceCodec {
        private static final int HIGHEST_EXTRA = 1;

        int universe(int count) {
            return count * spread + HIGHEST_EXTRA;
        }

        @Override
        public int maxBytes(int count) {
            return 64 + universe(count) / 8 + 5 * count;
        }

        @Override
        public int encode(int[] values, int offset, int count, byte[] out, int outOffset) {
            return writer.writeAs(code, values, offset, count, universe(count), out, outOffset);
        }

        @Override
        public void decode(byte[] in, int inOffset, int inLength, int[] values, int offset, int count) {
            reader.open(in, inOffset, inLength, count, universe(count));
            int to = offset;
            for (int block = reader.next(values, to); block > 0; block = reader.next(values, to)) {
                to += block;
            }
        }

        @Override
        public int[] sample(long seed, int count) {
            int[] values = new int[count];
            Arrays.setAll(values, i -> i * spread + random(seed, i, 31) % spread);
            return values;
        }

        /** The parameter need not be the best one. */
        @Override
        public boolean canonical() {
            return false;
        }

        @Override
        public String toString() {
            return "IndexSet[" + code + ", spread=" + spread + "]";
        }
    }

    /** Index sets in runs of four on average, in one code; none at all in the cheapest, because not every code has them. */
    record RunCodec(IndexSetCode code, IndexSetWriter writer, IndexSetReader reader) implements SequenceCodec {
        int universe(int count) {
            return count + count / 3;
        }

        @Override
        public int maxBytes(int count) {
            return 64 + 5 * count;
        }

        @Override
        public int encode(int[] values, int offset, int count, byte[] out, int outOffset) {
            return count == 0
                    ? writer.write(values, offset, count, universe(count), out, outOffset)
                    : writer.writeAs(code, values, offset, count, universe(count), out, outOffset);
        }

        @Override
        public void decode(byte[] in, int inOffset, int inLength, int[] values, int offset, int count) {
            reader.open(in, inOffset, inLength, count, universe(count));
            int to = offset;
            for (int block = reader.next(values, to); block > 0; block = reader.next(values, to)) {
                to += block;
            }
        }

        @Override
        public int[] sample(long seed, int count) {
            int[] values = new int[count];
            int absent = 0;
            for (int i = 0; i < count; i++) {
                absent += absent < count / 3 && random(seed, i, 2) == 0 ? 1 : 0;
                values[i] = i + absent;
            }
            return values;
        }

        /** The codes of the sets inside need not be the best ones. */
        @Override
        public boolean canonical() {
            return false;
        }

        @Override
        public String toString() {
            return "IndexSet[" + code + "]";
        }
    }
}
