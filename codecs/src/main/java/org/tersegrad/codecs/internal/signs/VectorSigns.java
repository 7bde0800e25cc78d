package org.tersegrad.codecs.internal.signs;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.XOR;
import static org.tersegrad.codecs.internal.VectorLanes.BYTES;
import static org.tersegrad.codecs.internal.VectorLanes.BYTE_LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.floats.VectorReductions;

/**
 * Sign bits to words and back, one group of 512 floats at a time. At 128 bits two or four vectors of a row go together, so
 * that memory is read and written a cache line at a time.
 *
 * <p>A sign enters at the top of a word and moves down one bit with each one after it, so that slot 0 ends up lowest.
 * (Doubling the word instead, slots last first, would call no method on a carried vector, but reads memory backwards: twice as
 * slow.) The JDK's methods are called directly: past C2's limit it still inlines those, but not our own around them.
 */
public final class VectorSigns implements SignKernels {
    private static final VectorReductions REDUCTIONS = new VectorReductions();
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    private static final int TWO = 2 * LENGTH;
    private static final int THREE = 3 * LENGTH;

    @Override
    public void packSigns(float[] values, int offset, int groups, byte[] out, int outOffset) {
        for (int group = 0; group < groups; group++) {
            packSigns(values, offset + group * Kernels.GROUP, out, outOffset + group * Kernels.ROW_BYTES);
        }
    }

    private static void packSigns(float[] values, int offset, byte[] out, int outOffset) {
        if (LENGTH == 4) {
            packFour(values, offset, out, outOffset);
        } else {
            for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
                packOne(values, offset + lane, out, outOffset + 4 * lane);
            }
        }
    }

    @Override
    public void packSignsAndSum(float[] values, int offset, int groups, byte[] out, int outOffset, float[] lanes) {
        for (int group = 0; group < groups; group++) {
            packSigns(values, offset + group * Kernels.GROUP, out, outOffset + group * Kernels.ROW_BYTES);
            REDUCTIONS.sumMagnitudes(values, offset + group * Kernels.GROUP, Kernels.GROUP, lanes);
        }
    }

    @Override
    public void unpackSigns(byte[] in, int inOffset, int groups, float magnitude, float[] values, int offset) {
        int bits = Float.floatToRawIntBits(magnitude);
        for (int group = 0; group < groups; group++) {
            unpackSigns(in, inOffset + group * Kernels.ROW_BYTES, bits, values, offset + group * Kernels.GROUP);
        }
    }

    private static void unpackSigns(byte[] in, int inOffset, int magnitude, float[] values, int offset) {
        if (LENGTH == 4) {
            unpackFour(in, inOffset, magnitude, values, offset);
        } else {
            for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
                unpackOne(in, inOffset + 4 * lane, magnitude, values, offset + lane);
            }
        }
    }

    @Override
    public void selectBySigns(
            byte[] in, int inOffset, int groups, float positive, float negative, float[] values, int offset) {
        int bits = Float.floatToRawIntBits(positive);
        int change = bits ^ Float.floatToRawIntBits(negative);
        for (int group = 0; group < groups; group++) {
            for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
                int at = inOffset + group * Kernels.ROW_BYTES + 4 * lane;
                select(in, at, bits, change, values, offset + group * Kernels.GROUP + lane);
            }
        }
    }

    /** Packs one group, {@code 4 * LENGTH} lanes at once. */
    private static void packFour(float[] values, int offset, byte[] out, int outOffset) {
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
    private static void packOne(float[] values, int offset, byte[] out, int outOffset) {
        IntVector a = IntVector.zero(INTS);
        for (int i = offset; i < offset + Kernels.GROUP; i += Kernels.LANES) {
            IntVector x = FloatVector.fromArray(FLOATS, values, i).reinterpretAsInts();
            a = x.and(SIGN).or(a.lanewise(LSHR, 1));
        }
        a.reinterpretAsBytes().intoArray(out, outOffset);
    }

    /** Unpacks one group, {@code 4 * LENGTH} lanes at once. */
    private static void unpackFour(byte[] in, int inOffset, int magnitude, float[] values, int offset) {
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
    private static void unpackOne(byte[] in, int inOffset, int magnitude, float[] values, int offset) {
        IntVector bits = IntVector.broadcast(INTS, magnitude);
        IntVector a = ByteVector.fromArray(BYTES, in, inOffset).reinterpretAsInts();
        for (int slot = 0; slot < 32; slot++) {
            int to = offset + slot * Kernels.LANES;
            a.lanewise(LSHL, 31 - slot).and(SIGN).or(bits).reinterpretAsFloats().intoArray(values, to);
        }
    }

    /** The values of {@code LENGTH} lanes of one group. */
    private static void select(byte[] in, int inOffset, int positive, int change, float[] values, int offset) {
        IntVector positives = IntVector.broadcast(INTS, positive);
        IntVector changes = IntVector.broadcast(INTS, change);
        IntVector a = ByteVector.fromArray(BYTES, in, inOffset).reinterpretAsInts();
        for (int slot = 0; slot < 32; slot++) {
            a.lanewise(LSHL, 31 - slot)
                    .lanewise(ASHR, 31)
                    .and(changes)
                    .lanewise(XOR, positives)
                    .reinterpretAsFloats()
                    .intoArray(values, offset + slot * Kernels.LANES);
        }
    }
}
