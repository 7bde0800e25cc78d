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
    private static final IntVector STEP = IntVector.broadcast(INTS, LENGTH);
    private static final IntVector MULTIPLIER_0 = IntVector.broadcast(INTS, ScalarKernels.MULTIPLIER_0);
    private static final IntVector MULTIPLIER_1 = IntVector.broadcast(INTS, ScalarKernels.MULTIPLIER_1);

    private VectorRandom() {}

    /** Fills whole pairs of vectors from {@code count} and returns how many words that were. */
    static int fill(int key0, int key1, int position, int[] target, int offset, int count) {
        IntVector second = IntVector.broadcast(INTS, key1);
        int i = 0;
        for (; i + 2 * LENGTH <= count; i += 2 * LENGTH) {
            IntVector counter = LANE.add(position + i + key0);
            word(counter, second).intoArray(target, offset + i);
            word(counter.add(STEP), second).intoArray(target, offset + i + LENGTH);
        }
        return i;
    }

    private static IntVector word(IntVector counter, IntVector key1) {
        IntVector x = counter.lanewise(XOR, shr(counter, 16)).mul(MULTIPLIER_0);
        x = x.lanewise(XOR, shr(x, 15)).lanewise(XOR, key1).mul(MULTIPLIER_1);
        return x.lanewise(XOR, shr(x, 16));
    }
}
