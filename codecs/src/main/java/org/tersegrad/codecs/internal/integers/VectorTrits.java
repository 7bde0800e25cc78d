package org.tersegrad.codecs.internal.integers;

import static jdk.incubator.vector.VectorOperators.LSHR;
import static org.tersegrad.codecs.internal.VectorLanes.BYTES;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import org.tersegrad.codecs.internal.Kernels;

/** Base-3 digits to bytes and back, one group of 320 at a time, in 32-bit lanes throughout. */
final class VectorTrits {
    /** The digits of five zeros (1 + 3 + 9 + 27 + 81) in each byte: turns a sum of trits −1, 0, 1 into digits 0, 1, 2. */
    private static final IntVector BIAS = IntVector.broadcast(INTS, 121 * 0x01010101);

    private static final IntVector THREE = IntVector.broadcast(INTS, 3);
    private static final IntVector MINUS_THREE = IntVector.broadcast(INTS, -3);
    private static final IntVector BYTE = IntVector.broadcast(INTS, 256);
    private static final IntVector ONE = IntVector.broadcast(INTS, 1);
    private static final IntVector LOW_BYTE = IntVector.broadcast(INTS, 0xff);
    private static final IntVector THIRD = IntVector.broadcast(INTS, 171);

    private VectorTrits() {}

    /**
     * Horner's rule over the twenty slots, highest first; a byte begins with a factor of 256 instead of 3.
     * Returns the or of all magnitudes.
     */
    static int pack(int[] trits, int offset, byte[] out, int outOffset) {
        IntVector or = IntVector.zero(INTS);
        for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
            IntVector word = IntVector.zero(INTS);
            int from = offset + Kernels.TRIT_GROUP + lane;
            for (int b = 3; b >= 0; b--) {
                IntVector digits = IntVector.zero(INTS);
                for (int slot = 0; slot < 5; slot++) {
                    from -= Kernels.LANES;
                    IntVector trit = IntVector.fromArray(INTS, trits, from);
                    or = trit.abs().or(or);
                    digits = trit.add(THREE.mul(digits));
                }
                word = digits.add(BYTE.mul(word));
            }
            word.add(BIAS).reinterpretAsBytes().intoArray(out, outOffset + 4 * lane);
        }
        return or.reduceLanes(VectorOperators.OR);
    }

    /** A byte below 256 is divided by 3 exactly by {@code byte * 171 >>> 9}. */
    static void unpack(byte[] in, int inOffset, int[] trits, int offset) {
        for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
            IntVector word =
                    ByteVector.fromArray(BYTES, in, inOffset + 4 * lane).reinterpretAsInts();
            int to = offset + lane;
            for (int b = 0; b < 4; b++) {
                IntVector digits = word.lanewise(LSHR, 8 * b).and(LOW_BYTE);
                for (int slot = 0; slot < 5; slot++) {
                    IntVector rest = THIRD.mul(digits).lanewise(LSHR, 9);
                    rest.mul(MINUS_THREE).add(digits).sub(ONE).intoArray(trits, to);
                    digits = rest;
                    to += Kernels.LANES;
                }
            }
        }
    }
}
