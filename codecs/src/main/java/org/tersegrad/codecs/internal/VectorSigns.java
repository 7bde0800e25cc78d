package org.tersegrad.codecs.internal;

import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static org.tersegrad.codecs.internal.VectorLanes.BYTES;
import static org.tersegrad.codecs.internal.VectorLanes.BYTE_LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * Sign bits to words and back, one group of 512 floats at a time. At 128 bits two or four vectors of a row go together, so
 * that memory is read and written a cache line at a time.
 *
 * <p>A sign enters at the top of a word and moves down one bit with each one after it, so that slot 0 ends up lowest.
 * (Doubling the word instead, slots last first, would call no method on a carried vector, but reads memory backwards: twice as
 * slow.) The JDK's methods are called directly: past C2's limit it still inlines those, but not our own around them.
 */
final class VectorSigns {
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    private static final int TWO = 2 * LENGTH;
    private static final int THREE = 3 * LENGTH;

    private VectorSigns() {}

    /** Packs one group, {@code 4 * LENGTH} lanes at once. */
    static void packFour(float[] values, int offset, byte[] out, int outOffset) {
        assert offset >= 0 : "a group at " + offset;
        assert offset + Kernels.GROUP <= values.length : "a group at " + offset + " of " + values.length;
        assert outOffset >= 0 && outOffset + Kernels.ROW_BYTES <= out.length
                : "a row at " + outOffset + " of " + out.length;
        IntVector a = IntVector.zero(INTS);
        IntVector b = a;
        IntVector c = a;
        IntVector d = a;
        for (int i = offset; i < offset + Kernels.GROUP; i += Kernels.LANES) {
            IntVector x = FloatVector.fromArray(FLOATS, values, i).reinterpretAsInts();
            a = x.and(SIGN).or(a.lanewise(LSHR, 1));
            x = FloatVector.fromArray(FLOATS, values, i + LENGTH).reinterpretAsInts();
            b = x.and(SIGN).or(b.lanewise(LSHR, 1));
            x = FloatVector.fromArray(FLOATS, values, i + TWO).reinterpretAsInts();
            c = x.and(SIGN).or(c.lanewise(LSHR, 1));
            x = FloatVector.fromArray(FLOATS, values, i + THREE).reinterpretAsInts();
            d = x.and(SIGN).or(d.lanewise(LSHR, 1));
        }
        a.reinterpretAsBytes().intoArray(out, outOffset);
        b.reinterpretAsBytes().intoArray(out, outOffset + BYTE_LENGTH);
        c.reinterpretAsBytes().intoArray(out, outOffset + 2 * BYTE_LENGTH);
        d.reinterpretAsBytes().intoArray(out, outOffset + 3 * BYTE_LENGTH);
    }

    /** Packs {@code LENGTH} lanes of one group. */
    static void packOne(float[] values, int offset, byte[] out, int outOffset) {
        IntVector a = IntVector.zero(INTS);
        for (int i = offset; i < offset + Kernels.GROUP; i += Kernels.LANES) {
            IntVector x = FloatVector.fromArray(FLOATS, values, i).reinterpretAsInts();
            a = x.and(SIGN).or(a.lanewise(LSHR, 1));
        }
        a.reinterpretAsBytes().intoArray(out, outOffset);
    }

    /** Unpacks one group, {@code 4 * LENGTH} lanes at once. */
    static void unpackFour(byte[] in, int inOffset, int magnitude, float[] values, int offset) {
        assert magnitude >= 0 : "the sign of " + Float.intBitsToFloat(magnitude);
        assert inOffset >= 0 && inOffset + Kernels.ROW_BYTES <= in.length : "a row at " + inOffset + " of " + in.length;
        assert offset >= 0 && offset + Kernels.GROUP <= values.length : "a group at " + offset + " of " + values.length;
        IntVector bits = IntVector.broadcast(INTS, magnitude);
        IntVector a = ByteVector.fromArray(BYTES, in, inOffset).reinterpretAsInts();
        IntVector b = ByteVector.fromArray(BYTES, in, inOffset + BYTE_LENGTH).reinterpretAsInts();
        IntVector c =
                ByteVector.fromArray(BYTES, in, inOffset + 2 * BYTE_LENGTH).reinterpretAsInts();
        IntVector d =
                ByteVector.fromArray(BYTES, in, inOffset + 3 * BYTE_LENGTH).reinterpretAsInts();
        for (int slot = 0; slot < 32; slot++) {
            int to = offset + slot * Kernels.LANES;
            int up = 31 - slot;
            a.lanewise(LSHL, up).and(SIGN).or(bits).reinterpretAsFloats().intoArray(values, to);
            b.lanewise(LSHL, up).and(SIGN).or(bits).reinterpretAsFloats().intoArray(values, to + LENGTH);
            c.lanewise(LSHL, up).and(SIGN).or(bits).reinterpretAsFloats().intoArray(values, to + TWO);
            d.lanewise(LSHL, up).and(SIGN).or(bits).reinterpretAsFloats().intoArray(values, to + THREE);
        }
    }

    /** Unpacks {@code LENGTH} lanes of one group. */
    static void unpackOne(byte[] in, int inOffset, int magnitude, float[] values, int offset) {
        IntVector bits = IntVector.broadcast(INTS, magnitude);
        IntVector a = ByteVector.fromArray(BYTES, in, inOffset).reinterpretAsInts();
        for (int slot = 0; slot < 32; slot++) {
            int to = offset + slot * Kernels.LANES;
            a.lanewise(LSHL, 31 - slot).and(SIGN).or(bits).reinterpretAsFloats().intoArray(values, to);
        }
    }
}
