package org.tersegrad.compressors;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;

/**
 * A view of the body of one message: its bytes and the number of elements it is for, with scratch memory for the format that
 * reads it. One object serves any number of messages, so that reading allocates nothing.
 *
 * <p>Positions passed to the methods count from the first byte of the body, and a position outside the body throws. Code that
 * passes the array on, to a codec or a kernel, adds {@link #offset} itself.
 */
public final class Body {
    /** Elements in a block: whole groups of 512 fields, and of 320 trits. */
    public static final int BLOCK = 5120;

    private final Workspace workspace;
    private byte[] bytes = LittleEndian.NO_BYTES;
    private int offset;
    private int length;
    private int elements;

    /** Named formats that this view may meet; they stay from message to message. */
    private Formats formats = Formats.services();

    /** The view of a body inside this one, made when it is first needed. */
    private Body nested = this;

    /** A view of no body yet, with scratch memory of its own. */
    public Body() {
        this(new Workspace());
    }

    /** A view that shares its scratch memory with others, one of which is read at a time. */
    Body(Workspace workspace) {
        this.workspace = workspace;
    }

    /** Points at the body of another view, which a second thread may read then. */
    public Body view(Body other) {
        formats = other.formats;
        return set(other.bytes, other.offset, other.length, other.elements);
    }

    /** Points at another body. */
    Body set(byte[] newBytes, int newOffset, int newLength, int newElements) {
        bytes = newBytes;
        offset = newOffset;
        length = newLength;
        elements = newElements;
        return this;
    }

    /**
     * A view of a body inside this one, which is reused by the next call.
     *
     * @param at first byte of the inner body
     * @param count bytes of the inner body
     * @param itsElements elements that the inner body is for
     */
    public Body nested(int at, int count, int itsElements) {
        Objects.checkFromIndexSize(at, count, length);
        if (nested == this) {
            nested = new Body(workspace);
        }
        nested.formats = formats;
        return nested.set(bytes, offset + at, count, itsElements);
    }

    Formats formats() {
        return formats;
    }

    void learn(Formats others) {
        formats = formats.and(others);
    }

    /** The array that holds the body, from {@link #offset} to {@link #end}. Not to be modified. */
    public byte[] bytes() {
        return bytes;
    }

    /** Index of the first byte of the body in {@link #bytes}. */
    public int offset() {
        return offset;
    }

    /** Bytes of the body. */
    public int length() {
        return length;
    }

    /** Index of the first byte after the body in {@link #bytes}. */
    public int end() {
        return offset + length;
    }

    /** Elements of the tensor. */
    public int elements() {
        return elements;
    }

    /** An unsigned byte. */
    public int u8(int at) {
        return bytes[index(at, 1)] & 0xff;
    }

    /** A little-endian integer of 32 bits. */
    public int i32(int at) {
        return LittleEndian.getInt(bytes, index(at, Integer.BYTES));
    }

    /** A little-endian integer of 64 bits. */
    public long i64(int at) {
        return LittleEndian.getLong(bytes, index(at, Long.BYTES));
    }

    /** A little-endian float, finite or not. */
    public float f32(int at) {
        return Float.intBitsToFloat(i32(at));
    }

    /** Writes a little-endian integer of 32 bits, which {@link #i32} reads. */
    public static void putI32(byte[] out, int at, int value) {
        LittleEndian.putInt(out, at, value);
    }

    /** Writes a little-endian integer of 64 bits, which {@link #i64} reads. */
    public static void putI64(byte[] out, int at, long value) {
        LittleEndian.putLong(out, at, value);
    }

    /** Writes a little-endian float, which {@link #f32} reads. */
    public static void putF32(byte[] out, int at, float value) {
        LittleEndian.putInt(out, at, Float.floatToRawIntBits(value));
    }

    private int index(int at, int count) {
        return offset + Objects.checkFromIndexSize(at, count, length);
    }

    /**
     * The exception for bytes that no encoder writes.
     *
     * @param at the byte that is wrong
     */
    public MalformedInputException malformed(int at, String reason) {
        return new MalformedInputException((long) offset + at, reason);
    }

    /** Rejects a body that is not {@code expected} bytes long. */
    public void requireLength(long expected) {
        if (length != expected) {
            throw malformed(
                    (int) Math.min(length, expected),
                    "a body for " + elements + " elements takes " + expected + " bytes here, this has " + length);
        }
    }

    /** Rejects a body of less than {@code least} bytes. */
    public void requireAtLeast(long least) {
        if (length < least) {
            throw malformed(length, "a body of " + length + " bytes; the fields before its data take " + least);
        }
    }

    /** Scratch memory: one block of floats. */
    public float[] floats() {
        return workspace.floats();
    }

    /** Scratch memory: one block of integers. */
    public int[] ints() {
        return workspace.ints();
    }

    /** Scratch memory for sums that are rounded afterwards: at least {@code count} floats. */
    float[] sums(int count) {
        return workspace.sums(count);
    }

    /**
     * Opens the index set of {@code count} elements that takes {@code length} bytes.
     *
     * @param at counted from the beginning of the body
     */
    public IndexSetReader indexSet(int at, int length, int count) {
        return scratch(IndexSetReader.class, IndexSetReader::new)
                .open(bytes(), offset() + at, length, count, elements());
    }

    /**
     * Scratch memory of another type, made by the first call and returned by the next ones. A format keeps no state between calls:
     * what is there may be left over from another message.
     */
    public <T> T scratch(Class<T> type, Supplier<T> make) {
        return workspace.get(type, make);
    }

    /** Working memory of views that are read one at a time. No message can choose its size. */
    static final class Workspace {
        private float[] floats = {};
        private float[] sums = {};
        private int[] ints = {};
        private Object[] others = {};

        float[] floats() {
            if (floats.length == 0) {
                floats = new float[BLOCK];
            }
            return floats;
        }

        int[] ints() {
            if (ints.length == 0) {
                ints = new int[BLOCK];
            }
            return ints;
        }

        float[] sums(int count) {
            if (sums.length < count) {
                sums = new float[count];
            }
            return sums;
        }

        <T> T get(Class<T> type, Supplier<T> make) {
            for (Object other : others) {
                if (other.getClass() == type) {
                    return type.cast(other);
                }
            }
            T made = make.get();
            others = Arrays.copyOf(others, others.length + 1);
            others[others.length - 1] = made;
            return made;
        }
    }
}
