package org.tersegrad.compressors.sparse;

import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.HalfFloat;
import org.tersegrad.compressors.floats.Half;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.levels.LevelsFormat;

/** Formats of the values of a sparse body. The number is part of the wire format. */
enum ValueFormat {
    /** 4 bytes a value. */
    FP32(0, 32, 0),
    /** 2 bytes a value. */
    FP16(1, 16, 0),
    /** 2 bytes a value. */
    BF16(2, 16, 0),
    /** A step of 4 bytes, then a byte for each value: its level plus 127, the value being step times level. */
    INT8(3, 8, 4),
    /** Two magnitudes of 4 bytes, from the largest on, then a field of 2 bits for each value: level, sign in the highest bit. */
    BITS2(4, 2, 8),
    /** Four magnitudes, fields of 3 bits. */
    BITS3(5, 3, 16),
    /** Eight magnitudes, fields of 4 bits. */
    BITS4(6, 4, 32);

    /** The largest level of {@link #INT8}. */
    public static final int LEVELS = 127;

    private static final ValueFormat[] ALL = values();

    private final int id;
    private final int bits;
    private final int extra;

    ValueFormat(int id, int bits, int extra) {
        this.id = id;
        this.bits = bits;
        this.extra = extra;
    }

    public int id() {
        return id;
    }

    static ValueFormat of(int id, int at) {
        if (id < 0 || id >= ALL.length) {
            throw new MalformedInputException(
                    at, "value format " + (id & 0xff) + ", known are 0 to " + (ALL.length - 1));
        }
        return ALL[id];
    }

    /** Bytes of {@code count} values. */
    public long byteLength(int count) {
        return ((long) bits * count + 7) / 8 + extra;
    }

    /** Bits of a value. */
    public int bits() {
        return bits;
    }

    /** Bytes before the values. */
    public int extra() {
        return extra;
    }

    /** Whether values are signs and levels of {@link Magnitudes}. */
    boolean hasMagnitudes() {
        return bits < 8;
    }

    /** Number of magnitudes, if there are any. */
    int magnitudes() {
        return extra / Float.BYTES;
    }

    /** Bits that fill up the last byte of {@code count} values. */
    int paddingBits(int count) {
        return (int) (-(long) bits * count & 7);
    }

    void validate(byte[] in, int at, int count) {
        switch (this) {
            case FP32 -> {
                for (int i = 0; i < count; i++) {
                    Finite.read(in, at + 4 * i);
                }
            }
            case FP16 -> Half.validate(HalfFloat.FP16, in, at, count);
            case BF16 -> Half.validate(HalfFloat.BF16, in, at, count);
            case INT8 -> {
                LevelsFormat.readStep(in, at, LEVELS);
                for (int i = at + 4; i < at + 4 + count; i++) {
                    if ((in[i] & 0xff) > 2 * LEVELS) {
                        throw new MalformedInputException(i, "level " + (in[i] & 0xff) + " of 0 to " + 2 * LEVELS);
                    }
                }
            }
            default -> validateMagnitudes(in, at, count);
        }
    }

    private void validateMagnitudes(byte[] in, int at, int count) {
        float before = Float.MAX_VALUE;
        for (int i = at; i < at + extra; i += Float.BYTES) {
            float magnitude = Finite.readMagnitude(in, i);
            if (magnitude > before) {
                throw new MalformedInputException(i, "the magnitude " + magnitude + " after " + before);
            }
            before = magnitude;
        }
        int last = at + (int) byteLength(count) - 1;
        if ((in[last] & 0xff) >>> (8 - paddingBits(count)) != 0) {
            throw new MalformedInputException(last, "padding bits that are not zero");
        }
    }

    /** Value {@code i} of those at {@code at}. */
    public float read(byte[] in, int at, int i) {
        return switch (this) {
            case FP32 -> Finite.get(in, at + 4 * i);
            case FP16 -> HalfFloat.FP16.decode(LittleEndian.getShort(in, at + 2 * i));
            case BF16 -> HalfFloat.BF16.decode(LittleEndian.getShort(in, at + 2 * i));
            case INT8 -> Finite.get(in, at) * ((in[at + 4 + i] & 0xff) - LEVELS);
            default -> readMagnitude(in, at, i);
        };
    }

    private float readMagnitude(byte[] in, int at, int i) {
        long bit = (long) bits * i;
        int from = at + extra + (int) (bit >>> 3);
        int shift = (int) bit & 7;
        int field = (in[from] & 0xff) >>> shift;
        if (shift + bits > 8) {
            field |= in[from + 1] << (8 - shift);
        }
        float magnitude = Finite.get(in, at + Float.BYTES * (field & (magnitudes() - 1)));
        return (field >>> (bits - 1) & 1) == 0 ? magnitude : -magnitude;
    }

    /**
     * Writes magnitudes and fields.
     *
     * @param found the values
     * @param out modified: {@link #byteLength} bytes from {@code at} on
     */
    void write(Magnitudes found, int count, byte[] out, int at) {
        for (int i = 0; i < magnitudes(); i++) {
            LittleEndian.putInt(out, at + Float.BYTES * i, Float.floatToRawIntBits(found.magnitude(i)));
        }
        int to = at + extra;
        int word = 0;
        int filled = 0;
        for (int i = 0; i < count; i++) {
            word |= (found.level(i) | (found.isNegative(i) ? magnitudes() : 0)) << filled;
            filled += bits;
            if (filled >= 8) {
                out[to++] = (byte) word;
                word >>>= 8;
                filled -= 8;
            }
        }
        if (filled > 0) {
            out[to] = (byte) word;
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
