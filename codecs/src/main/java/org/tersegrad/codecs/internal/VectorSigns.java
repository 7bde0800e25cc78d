package org.tersegrad.codecs.internal;

import static jdk.incubator.vector.VectorOperators.LSHR;
import static org.tersegrad.codecs.internal.VectorLanes.BYTE_LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.floatBits;
import static org.tersegrad.codecs.internal.VectorLanes.putWords;
import static org.tersegrad.codecs.internal.VectorLanes.shl;
import static org.tersegrad.codecs.internal.VectorLanes.shr;
import static org.tersegrad.codecs.internal.VectorLanes.words;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * Sign bits to words and back, one group of 512 floats at a time. At 128 bits the four vectors of a row go together, so
 * that memory is read and written a cache line at a time.
 */
final class VectorSigns {
    private static final IntVector SIGN = IntVector.broadcast(VectorLanes.INTS, Integer.MIN_VALUE);
    private static final int TWO = 2 * LENGTH;
    private static final int THREE = 3 * LENGTH;

    private VectorSigns() {}

    /** Packs one group, {@code 4 * LENGTH} lanes at once. */
    static void packFour(float[] values, int offset, byte[] out, int outOffset) {
        IntVector a = IntVector.zero(VectorLanes.INTS);
        IntVector b = a;
        IntVector c = a;
        IntVector d = a;
        for (int i = offset; i < offset + Kernels.GROUP; i += Kernels.LANES) {
            a = push(floatBits(values, i), a);
            b = push(floatBits(values, i + LENGTH), b);
            c = push(floatBits(values, i + TWO), c);
            d = push(floatBits(values, i + THREE), d);
        }
        putWords(a, out, outOffset);
        putWords(b, out, outOffset + BYTE_LENGTH);
        putWords(c, out, outOffset + 2 * BYTE_LENGTH);
        putWords(d, out, outOffset + 3 * BYTE_LENGTH);
    }

    /** Packs one group and adds magnitudes: one pass where memory is slow. */
    static void packFourAndSum(float[] values, int offset, byte[] out, int outOffset, float[] lanes) {
        packTwoAndSum(values, offset, out, outOffset, lanes, 0);
        packTwoAndSum(values, offset + TWO, out, outOffset + 2 * BYTE_LENGTH, lanes, TWO);
    }

    private static void packTwoAndSum(float[] values, int offset, byte[] out, int outOffset, float[] lanes, int lane) {
        IntVector a = IntVector.zero(VectorLanes.INTS);
        IntVector b = a;
        FloatVector sumA = FloatVector.fromArray(FLOATS, lanes, lane);
        FloatVector sumB = FloatVector.fromArray(FLOATS, lanes, lane + LENGTH);
        for (int i = offset; i < offset + Kernels.GROUP; i += Kernels.LANES) {
            FloatVector first = FloatVector.fromArray(FLOATS, values, i);
            FloatVector second = FloatVector.fromArray(FLOATS, values, i + LENGTH);
            a = first.reinterpretAsInts().and(SIGN).or(a.lanewise(LSHR, 1));
            b = second.reinterpretAsInts().and(SIGN).or(b.lanewise(LSHR, 1));
            sumA = first.abs().add(sumA);
            sumB = second.abs().add(sumB);
        }
        a.reinterpretAsBytes().intoArray(out, outOffset);
        b.reinterpretAsBytes().intoArray(out, outOffset + BYTE_LENGTH);
        sumA.intoArray(lanes, lane);
        sumB.intoArray(lanes, lane + LENGTH);
    }

    /** Packs {@code LENGTH} lanes of one group. */
    static void packOne(float[] values, int offset, byte[] out, int outOffset) {
        IntVector a = IntVector.zero(VectorLanes.INTS);
        for (int slot = 0; slot < 32; slot++) {
            a = push(floatBits(values, offset + slot * Kernels.LANES), a);
        }
        putWords(a, out, outOffset);
    }

    /**
     * A sign enters at the top and moves down one bit with each one after it, so that slot 0 ends up lowest. (Doubling the
     * word instead, slots last first, would call no method on a carried vector, but reads memory backwards: twice as slow.)
     */
    private static IntVector push(IntVector floatBits, IntVector word) {
        return floatBits.and(SIGN).or(shr(word, 1));
    }

    /** Unpacks one group, {@code 4 * LENGTH} lanes at once. */
    static void unpackFour(byte[] in, int inOffset, int magnitude, float[] values, int offset) {
        IntVector bits = IntVector.broadcast(VectorLanes.INTS, magnitude);
        IntVector a = words(in, inOffset);
        IntVector b = words(in, inOffset + BYTE_LENGTH);
        IntVector c = words(in, inOffset + 2 * BYTE_LENGTH);
        IntVector d = words(in, inOffset + 3 * BYTE_LENGTH);
        for (int slot = 0; slot < 32; slot++) {
            int to = offset + slot * Kernels.LANES;
            put(a, slot, bits, values, to);
            put(b, slot, bits, values, to + LENGTH);
            put(c, slot, bits, values, to + TWO);
            put(d, slot, bits, values, to + THREE);
        }
    }

    /** Unpacks {@code LENGTH} lanes of one group. */
    static void unpackOne(byte[] in, int inOffset, int magnitude, float[] values, int offset) {
        IntVector bits = IntVector.broadcast(VectorLanes.INTS, magnitude);
        IntVector a = words(in, inOffset);
        for (int slot = 0; slot < 32; slot++) {
            put(a, slot, bits, values, offset + slot * Kernels.LANES);
        }
    }

    private static void put(IntVector word, int slot, IntVector magnitude, float[] values, int index) {
        shl(word, 31 - slot).and(SIGN).or(magnitude).reinterpretAsFloats().intoArray(values, index);
    }
}
