package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.ints;
import static org.tersegrad.codecs.internal.VectorLanes.putWords;
import static org.tersegrad.codecs.internal.VectorLanes.shl;
import static org.tersegrad.codecs.internal.VectorLanes.shr;
import static org.tersegrad.codecs.internal.VectorLanes.words;

import jdk.incubator.vector.IntVector;

/** Base-3 digits to bytes and back, one group of 320 at a time, in 32-bit lanes throughout. */
final class VectorTrits {
    /** The digits of five zeros (1 + 3 + 9 + 27 + 81) in each byte: turns a sum of trits −1, 0, 1 into digits 0, 1, 2. */
    private static final int BIAS = 121 * 0x01010101;

    private VectorTrits() {}

    /** Horner's rule over the twenty slots, highest first; a byte begins with a shift by 8 instead of a factor of 3. */
    static void pack(int[] trits, int offset, byte[] out, int outOffset) {
        for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
            IntVector word = IntVector.zero(VectorLanes.INTS);
            int from = offset + Kernels.TRIT_GROUP + lane;
            for (int b = 3; b >= 0; b--) {
                IntVector digits = IntVector.zero(VectorLanes.INTS);
                for (int slot = 0; slot < 5; slot++) {
                    from -= Kernels.LANES;
                    digits = digits.mul(3).add(ints(trits, from));
                }
                word = shl(word, 8).add(digits);
            }
            putWords(word.add(BIAS), out, outOffset + 4 * lane);
        }
    }

    /** A byte below 256 is divided by 3 exactly by {@code byte * 171 >>> 9}. */
    static void unpack(byte[] in, int inOffset, int[] trits, int offset) {
        for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
            IntVector word = words(in, inOffset + 4 * lane);
            int to = offset + lane;
            for (int b = 0; b < 4; b++) {
                IntVector digits = shr(word, 8 * b).and(0xff);
                for (int slot = 0; slot < 5; slot++) {
                    IntVector rest = shr(digits.mul(171), 9);
                    digits.sub(rest.mul(3)).sub(1).intoArray(trits, to);
                    digits = rest;
                    to += Kernels.LANES;
                }
            }
        }
    }
}
