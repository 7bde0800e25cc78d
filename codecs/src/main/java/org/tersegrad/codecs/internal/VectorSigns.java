package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.VectorLanes.BYTE_LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.floatBits;
import static org.tersegrad.codecs.internal.VectorLanes.putWords;
import static org.tersegrad.codecs.internal.VectorLanes.shl;
import static org.tersegrad.codecs.internal.VectorLanes.shr;
import static org.tersegrad.codecs.internal.VectorLanes.words;

import jdk.incubator.vector.IntVector;

/** Sign bits to words and back, one group of 512 floats at a time. */
final class VectorSigns {
    private static final IntVector SIGN = IntVector.broadcast(VectorLanes.INTS, Integer.MIN_VALUE);

    private VectorSigns() {}

    /** Each slot enters at the top and moves down one bit per slot after it, so that slot 0 ends up lowest. */
    static void pack(float[] values, int offset, byte[] out, int outOffset) {
        for (int lane = 0; lane < Kernels.LANES; lane += 2 * LENGTH) {
            IntVector a = IntVector.zero(VectorLanes.INTS);
            IntVector b = a;
            int from = offset + lane;
            for (int slot = 0; slot < 32; slot++) {
                a = shr(a, 1).or(floatBits(values, from).and(SIGN));
                b = shr(b, 1).or(floatBits(values, from + LENGTH).and(SIGN));
                from += Kernels.LANES;
            }
            putWords(a, out, outOffset + 4 * lane);
            putWords(b, out, outOffset + 4 * lane + BYTE_LENGTH);
        }
    }

    /** The same for a shape of sixteen lanes, which has no second vector in a row. */
    static void packWide(float[] values, int offset, byte[] out, int outOffset) {
        IntVector a = IntVector.zero(VectorLanes.INTS);
        for (int from = offset; from < offset + Kernels.GROUP; from += Kernels.LANES) {
            a = shr(a, 1).or(floatBits(values, from).and(SIGN));
        }
        putWords(a, out, outOffset);
    }

    /** Moves each slot's bit up to the sign and joins it with the bits of the magnitude. */
    static void unpack(byte[] in, int inOffset, int magnitude, float[] values, int offset) {
        IntVector bits = IntVector.broadcast(VectorLanes.INTS, magnitude);
        for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
            IntVector word = words(in, inOffset + 4 * lane);
            int to = offset + lane;
            for (int slot = 0; slot < 32; slot++) {
                shl(word, 31 - slot).and(SIGN).or(bits).reinterpretAsFloats().intoArray(values, to);
                to += Kernels.LANES;
            }
        }
    }
}
