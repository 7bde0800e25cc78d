package org.tersegrad.codecs.internal;

import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.XOR;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * Random words for consecutive positions, lane by lane the scalar function: written out in every kernel, since C2 does not
 * inline a method of ours in a large compilation, and a vector that goes into it or comes out is boxed.
 */
final class VectorRandom {
    /** Words made by one call of the leaf kernel. */
    static final int BLOCK = 4096;

    private static final IntVector LANE = IntVector.zero(INTS).addIndex(1);
    private static final IntVector STEP = IntVector.broadcast(INTS, LENGTH);
    private static final IntVector MULTIPLIER_0 = IntVector.broadcast(INTS, ScalarKernels.MULTIPLIER_0);
    private static final IntVector MULTIPLIER_1 = IntVector.broadcast(INTS, ScalarKernels.MULTIPLIER_1);

    private static final IntVector FRACTION = IntVector.broadcast(INTS, 0x7fffff);
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    private static final IntVector HALF = IntVector.broadcast(INTS, Float.floatToRawIntBits(0.5f));
    private static final FloatVector BELOW_HALF = FloatVector.broadcast(FLOATS, 0.5f - 0x1p-25f);

    private VectorRandom() {}

    /** Fills whole pairs of vectors from {@code count} and returns how many words that were. */
    static int fill(int key0, int key1, int position, int[] target, int offset, int count) {
        IntVector second = IntVector.broadcast(INTS, key1);
        int i = 0;
        for (; i + 2 * LENGTH <= count; i += 2 * LENGTH) {
            IntVector x = LANE.add(position + i + key0);
            IntVector y = x.add(STEP);
            x = x.lanewise(XOR, x.lanewise(LSHR, 16)).mul(MULTIPLIER_0);
            y = y.lanewise(XOR, y.lanewise(LSHR, 16)).mul(MULTIPLIER_0);
            x = x.lanewise(XOR, x.lanewise(LSHR, 15)).lanewise(XOR, second).mul(MULTIPLIER_1);
            y = y.lanewise(XOR, y.lanewise(LSHR, 15)).lanewise(XOR, second).mul(MULTIPLIER_1);
            x.lanewise(XOR, x.lanewise(LSHR, 16)).intoArray(target, offset + i);
            y.lanewise(XOR, y.lanewise(LSHR, 16)).intoArray(target, offset + i + LENGTH);
        }
        return i;
    }

    /** The first row of a group's rounding words. */
    static void firstRow(int key0, int key1, int position, int[] target, int offset) {
        IntVector second = IntVector.broadcast(INTS, key1);
        for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
            IntVector x = LANE.add(position + lane + key0);
            x = x.lanewise(XOR, x.lanewise(LSHR, 16)).mul(MULTIPLIER_0);
            x = x.lanewise(XOR, x.lanewise(LSHR, 15)).lanewise(XOR, second).mul(MULTIPLIER_1);
            x.lanewise(XOR, x.lanewise(LSHR, 16)).intoArray(target, offset + lane);
        }
    }

    /**
     * The dither of a group's lanes. 1/2 and up to as much again have 23 bits of fraction: the lower bits of a word, and what
     * is more than 1/2 is left of it.
     */
    static void dither(int key0, int key1, int position, int[] target, int offset) {
        IntVector second = IntVector.broadcast(INTS, key1);
        for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
            IntVector x = LANE.add(position + lane + key0);
            x = x.lanewise(XOR, x.lanewise(LSHR, 16)).mul(MULTIPLIER_0);
            x = x.lanewise(XOR, x.lanewise(LSHR, 15)).lanewise(XOR, second).mul(MULTIPLIER_1);
            IntVector word = x.lanewise(XOR, x.lanewise(LSHR, 16));
            word.and(FRACTION)
                    .or(HALF)
                    .reinterpretAsFloats()
                    .sub(BELOW_HALF)
                    .reinterpretAsInts()
                    .or(word.and(SIGN))
                    .intoArray(target, offset + lane);
        }
    }

    /** The other rows, each from the one before it. Carried in registers: reading them back took a third longer. */
    static void nextRowsOfFour(int[] target, int offset) {
        IntVector a = IntVector.fromArray(INTS, target, offset);
        IntVector b = IntVector.fromArray(INTS, target, offset + LENGTH);
        IntVector c = IntVector.fromArray(INTS, target, offset + 2 * LENGTH);
        IntVector d = IntVector.fromArray(INTS, target, offset + 3 * LENGTH);
        for (int i = offset + Kernels.LANES; i < offset + Kernels.DITHER; i += Kernels.LANES) {
            a = a.lanewise(XOR, a.lanewise(LSHL, 13));
            a = a.lanewise(XOR, a.lanewise(LSHR, 17));
            a = a.lanewise(XOR, a.lanewise(LSHL, 5));
            b = b.lanewise(XOR, b.lanewise(LSHL, 13));
            b = b.lanewise(XOR, b.lanewise(LSHR, 17));
            b = b.lanewise(XOR, b.lanewise(LSHL, 5));
            c = c.lanewise(XOR, c.lanewise(LSHL, 13));
            c = c.lanewise(XOR, c.lanewise(LSHR, 17));
            c = c.lanewise(XOR, c.lanewise(LSHL, 5));
            d = d.lanewise(XOR, d.lanewise(LSHL, 13));
            d = d.lanewise(XOR, d.lanewise(LSHR, 17));
            d = d.lanewise(XOR, d.lanewise(LSHL, 5));
            a.intoArray(target, i);
            b.intoArray(target, i + LENGTH);
            c.intoArray(target, i + 2 * LENGTH);
            d.intoArray(target, i + 3 * LENGTH);
        }
    }

    static void nextRowsOfOne(int[] target, int offset) {
        IntVector a = IntVector.fromArray(INTS, target, offset);
        for (int i = offset + Kernels.LANES; i < offset + Kernels.DITHER; i += Kernels.LANES) {
            a = a.lanewise(XOR, a.lanewise(LSHL, 13));
            a = a.lanewise(XOR, a.lanewise(LSHR, 17));
            a = a.lanewise(XOR, a.lanewise(LSHL, 5));
            a.intoArray(target, i);
        }
    }
}
