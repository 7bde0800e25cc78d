package org.tersegrad.codecs;

/** A bit string with ones at increasing positions, its bytes written as words of {@link SqueezedBytes}. */
final class SqueezedPositions extends BitPositions {
    private final BitWriter out = new BitWriter();
    private final BitReader in = new BitReader();
    private boolean counting;
    private long bits;
    /** Ones that have not been loaded; below 0 if the last byte has too many. */
    private int onesLeft;
    /** No word from this one on can hold a one. */
    private int words;

    private int end;

    /** Begins to find out how many bits the words take, without writing them. */
    void startCounting() {
        counting = true;
        bits = 0;
        startWriting();
    }

    /** Bits of all words since {@link #startCounting}, once the last is stored. */
    long bits() {
        return bits;
    }

    @Override
    void startWriting(byte[] target, int start, int end) {
        counting = false;
        out.wrap(target, start, end - start);
        startWriting();
    }

    @Override
    void store(int index, long word) {
        if (counting) {
            bits += length((int) word) + length((int) (word >>> 32));
        } else {
            append((int) word);
            append((int) (word >>> 32));
        }
    }

    private static int length(int bytes) {
        return SqueezedBytes.length(bytes & 0xff)
                + SqueezedBytes.length(bytes >>> 8 & 0xff)
                + SqueezedBytes.length(bytes >>> 16 & 0xff)
                + SqueezedBytes.length(bytes >>> 24);
    }

    /** The words of four bytes have at most 48 bits and are written at once. */
    private void append(int bytes) {
        int a = bytes & 0xff;
        int b = bytes >>> 8 & 0xff;
        int c = bytes >>> 16 & 0xff;
        int d = bytes >>> 24;
        int afterA = SqueezedBytes.length(a);
        int afterB = afterA + SqueezedBytes.length(b);
        int afterC = afterB + SqueezedBytes.length(c);
        long words = SqueezedBytes.word(a)
                | SqueezedBytes.word(b) << afterA
                | SqueezedBytes.word(c) << afterB
                | SqueezedBytes.word(d) << afterC;
        out.write(words, afterC + SqueezedBytes.length(d));
    }

    @Override
    void storeLast(int index, long word) {
        for (long left = word; left != 0; left >>>= 8) {
            int value = (int) left & 0xff;
            if (counting) {
                bits += SqueezedBytes.length(value);
            } else {
                out.write(SqueezedBytes.word(value), SqueezedBytes.length(value));
            }
        }
        if (!counting) {
            out.finish();
        }
    }

    /**
     * Begins to read from {@code bytes[start .. end)}.
     *
     * @param ones how many there are
     * @param positions all ones are at positions below this
     */
    void startReading(byte[] bytes, int start, int end, int ones, int positions) {
        in.wrap(bytes, start, end - start);
        this.end = end;
        onesLeft = ones;
        words = (positions + 63) >>> 6;
        startReading();
    }

    @Override
    void requireWord(int index) {
        if (index >= words) {
            throw in.malformed("a bit string that goes on after the last position for a one");
        }
    }

    @Override
    long load(int index) {
        return loadHalf() | loadHalf() << 32;
    }

    /** Up to four bytes; none once the last one has been seen. */
    private long loadHalf() {
        long next = in.peek();
        long bytes = 0;
        int used = 0;
        for (int at = 0; at < 32 && onesLeft > 0; at += 8) {
            int read = SqueezedBytes.read(next >>> used);
            bytes |= (read & 0xffL) << at;
            used += read >>> 8 & 0xff;
            onesLeft -= read >>> 16;
        }
        if (used > in.bitsLeft()) {
            throw new MalformedInputException(end, "the bit string ends before the last index");
        }
        in.skip(used);
        return bytes;
    }

    @Override
    void requireNoMore() {
        if (holdsOne()) {
            throw in.malformed("a one bit after the last index");
        }
        in.requireEnd();
    }
}
