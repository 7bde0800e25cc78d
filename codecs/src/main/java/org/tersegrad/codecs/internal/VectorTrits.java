package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.ints;
import static org.tersegrad.codecs.internal.VectorLanes.putWords;
import static org.tersegrad.codecs.internal.VectorLanes.shr;
import static org.tersegrad.codecs.internal.VectorLanes.words;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/** Base-3 digits to bytes and back, one group of 320 at a time, in 32-bit lanes throughout. */
final class VectorTrits {
    /** The digits of five zeros (1 + 3 + 9 + 27 + 81) in each byte: turns a sum of trits −1, 0, 1 into digits 0, 1, 2. */
    private static final IntVector BIAS = IntVector.broadcast(VectorLanes.INTS, 121 * 0x01010101);

    private static final IntVector THREE = IntVector.broadcast(VectorLanes.INTS, 3);
    private static final IntVector MINUS_THREE = IntVector.broadcast(VectorLanes.INTS, -3);
    private static final IntVector BYTE = IntVector.broadcast(VectorLanes.INTS, 256);
    private static final IntVector ONE = IntVector.broadcast(VectorLanes.INTS, 1);
    private static final IntVector LOW_BYTE = IntVector.broadcast(VectorLanes.INTS, 0xff);
    private static final IntVector THIRD = IntVector.broadcast(VectorLanes.INTS, 171);

    private VectorTrits() {}

    /**
     * Horner's rule over the twenty slots, highest first; a byte begins with a factor of 256 instead of 3.
     * Returns the or of all magnitudes.
     */
    static int pack(int[] trits, int offset, byte[] out, int outOffset) {
        IntVector or = IntVector.zero(VectorLanes.INTS);
        for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
            IntVector word = IntVector.zero(VectorLanes.INTS);
            int from = offset + Kernels.TRIT_GROUP + lane;
            for (int b = 3; b >= 0; b--) {
                IntVector digits = IntVector.zero(VectorLanes.INTS);
                for (int slot = 0; slot < 5; slot++) {
                    from -= Kernels.LANES;
                    IntVector trit = ints(trits, from);
                    or = trit.abs().or(or);
                    digits = trit.add(THREE.mul(digits));
                }
                word = digits.add(BYTE.mul(word));
            }
            putWords(word.add(BIAS), out, outOffset + 4 * lane);
        }
        return or.reduceLanes(VectorOperators.OR);
    }

    /** A byte below 256 is divided by 3 exactly by {@code byte * 171 >>> 9}. */
    static void unpack(byte[] in, int inOffset, int[] trits, int offset) {
        for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
            IntVector word = words(in, inOffset + 4 * lane);
            int to = offset + lane;
            for (int b = 0; b < 4; b++) {
                IntVector digits = shr(word, 8 * b).and(LOW_BYTE);
                for (int slot = 0; slot < 5; slot++) {
                    IntVector rest = shr(THIRD.mul(digits), 9);
                    rest.mul(MINUS_THREE).add(digits).sub(ONE).intoArray(trits, to);
                    digits = rest;
                    to += Kernels.LANES;
                }
            }
        }
    }
}
