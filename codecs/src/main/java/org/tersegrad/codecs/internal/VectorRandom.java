package org.tersegrad.codecs.internal;

import static jdk.incubator.vector.VectorOperators.XOR;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.shr;

import jdk.incubator.vector.IntVector;

/** Random words for consecutive positions, lane by lane the scalar function. */
final class VectorRandom {
    /** Words made by one call of the leaf kernel. */
    static final int BLOCK = 4096;

    private static final IntVector LANE = IntVector.zero(INTS).addIndex(1);

    private VectorRandom() {}

    /** Fills whole pairs of vectors from {@code count} and returns how many words that were. */
    static int fill(int key0, int key1, int position, int[] target, int offset, int count) {
        IntVector second = IntVector.broadcast(INTS, key1);
        int i = 0;
        for (; i + 2 * LENGTH <= count; i += 2 * LENGTH) {
            IntVector a = LANE.add(position + i + key0);
            IntVector b = a.add(LENGTH);
            a = a.lanewise(XOR, shr(a, 16)).mul(ScalarKernels.MULTIPLIER_0);
            b = b.lanewise(XOR, shr(b, 16)).mul(ScalarKernels.MULTIPLIER_0);
            a = a.lanewise(XOR, shr(a, 15)).lanewise(XOR, second).mul(ScalarKernels.MULTIPLIER_1);
            b = b.lanewise(XOR, shr(b, 15)).lanewise(XOR, second).mul(ScalarKernels.MULTIPLIER_1);
            a.lanewise(XOR, shr(a, 16)).intoArray(target, offset + i);
            b.lanewise(XOR, shr(b, 16)).intoArray(target, offset + i + LENGTH);
        }
        return i;
    }
}
