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
    FP32(0, 4, 0),
    /** 2 bytes a value. */
    FP16(1, 2, 0),
    /** 2 bytes a value. */
    BF16(2, 2, 0),
    /** A step of 4 bytes, then a byte for each value: its level plus 127, the value being step times level. */
    INT8(3, 1, 4);

    /** The largest level of {@link #INT8}. */
    public static final int LEVELS = 127;

    private static final ValueFormat[] ALL = values();

    private final int id;
    private final int bytes;
    private final int extra;

    ValueFormat(int id, int bytes, int extra) {
        this.id = id;
        this.bytes = bytes;
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
        return (long) bytes * count + extra;
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
        }
    }

    /** Value {@code i} of those at {@code at}. */
    public float read(byte[] in, int at, int i) {
        return switch (this) {
            case FP32 -> Finite.get(in, at + 4 * i);
            case FP16 -> HalfFloat.FP16.decode(LittleEndian.getShort(in, at + 2 * i));
            case BF16 -> HalfFloat.BF16.decode(LittleEndian.getShort(in, at + 2 * i));
            case INT8 -> Finite.get(in, at) * ((in[at + 4 + i] & 0xff) - LEVELS);
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
