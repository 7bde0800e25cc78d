package org.tersegrad.codecs.internal.integers;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.XOR;
import static org.tersegrad.codecs.internal.VectorLanes.BLOCK;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import org.tersegrad.codecs.internal.Kernels;

/**
 * Random words for consecutive positions, lane by lane the scalar function: written out in every kernel, since C2 does not
 * inline a method of ours in a large compilation, and a vector that goes into it or comes out is boxed.
 */
public final class VectorRandom implements RandomKernels {
    private static final ScalarRandom SCALAR = new ScalarRandom();
    private static final IntVector LANE = IntVector.zero(INTS).addIndex(1);
    private static final IntVector STEP = IntVector.broadcast(INTS, LENGTH);
    private static final IntVector MULTIPLIER_0 = IntVector.broadcast(INTS, ScalarRandom.MULTIPLIER_0);
    private static final IntVector MULTIPLIER_1 = IntVector.broadcast(INTS, ScalarRandom.MULTIPLIER_1);
    private static final IntVector FRACTION = IntVector.broadcast(INTS, 0x7fffff);
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    private static final IntVector HALF = IntVector.broadcast(INTS, Float.floatToRawIntBits(0.5f));
    private static final FloatVector BELOW_HALF = FloatVector.broadcast(FLOATS, 0.5f - 0x1p-25f);

    @Override
    public void randomWords(int key0, int key1, int position, int[] target, int offset, int count) {
        int done = 0;
        while (count - done >= 2 * LENGTH) {
            int block = Math.min(BLOCK, count - done);
            done += fill(key0, key1, position + done, target, offset + done, block);
        }
        SCALAR.randomWords(key0, key1, position + done, target, offset + done, count - done);
    }

    @Override
    public void roundingWords(int key0, int key1, int firstGroup, int groups, int[] target) {
        int ditherKey0 = ScalarRandom.randomWord(key0, key1, -1);
        int ditherKey1 = ScalarRandom.randomWord(key0, key1, -2);
        for (int group = 0; group < groups; group++) {
            int from = group * Kernels.ROUNDING_WORDS;
            int position = (firstGroup + group) * Kernels.LANES;
            firstRowAndDither(key0, key1, ditherKey0, ditherKey1, position, target, from);
            if (LENGTH == 4) {
                nextRowsOfFour(target, from);
            } else {
                for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
                    nextRowsOfOne(target, from + lane);
                }
            }
        }
    }

    /** Fills whole pairs of vectors from {@code count} and returns how many words that were. */
    private static int fill(int key0, int key1, int position, int[] target, int offset, int count) {
        assert count >= 2 * LENGTH : count + " words, not two vectors";
        assert offset >= 0 && offset + count <= target.length
                : String.format("words %d to %d of %d", offset, offset + count, target.length);
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

    /**
     * The first row of a group's rounding words, and the dither of its lanes. 1/2 and up to as much again have 23 bits of
     * fraction: the lower bits of a word, and what is more than 1/2 is left of it.
     */
    private static void firstRowAndDither(
            int key0, int key1, int ditherKey0, int ditherKey1, int position, int[] target, int offset) {
        assert offset >= 0 && offset + Kernels.ROUNDING_WORDS <= target.length : offset + " of " + target.length;
        IntVector second = IntVector.broadcast(INTS, key1);
        IntVector ditherSecond = IntVector.broadcast(INTS, ditherKey1);
        for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
            IntVector x = LANE.add(position + lane + key0);
            x = x.lanewise(XOR, x.lanewise(LSHR, 16)).mul(MULTIPLIER_0);
            x = x.lanewise(XOR, x.lanewise(LSHR, 15)).lanewise(XOR, second).mul(MULTIPLIER_1);
            x.lanewise(XOR, x.lanewise(LSHR, 16)).intoArray(target, offset + lane);
            x = LANE.add(position + lane + ditherKey0);
            x = x.lanewise(XOR, x.lanewise(LSHR, 16)).mul(MULTIPLIER_0);
            x = x.lanewise(XOR, x.lanewise(LSHR, 15))
                    .lanewise(XOR, ditherSecond)
                    .mul(MULTIPLIER_1);
            IntVector word = x.lanewise(XOR, x.lanewise(LSHR, 16));
            word.and(FRACTION)
                    .or(HALF)
                    .reinterpretAsFloats()
                    .sub(BELOW_HALF)
                    .reinterpretAsInts()
                    .or(word.and(SIGN))
                    .intoArray(target, offset + Kernels.DITHER + lane);
        }
    }

    /** The other rows, each from the one before it. Carried in registers: reading them back took a third longer. */
    private static void nextRowsOfFour(int[] target, int offset) {
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

    private static void nextRowsOfOne(int[] target, int offset) {
        IntVector a = IntVector.fromArray(INTS, target, offset);
        for (int i = offset + Kernels.LANES; i < offset + Kernels.DITHER; i += Kernels.LANES) {
            a = a.lanewise(XOR, a.lanewise(LSHL, 13));
            a = a.lanewise(XOR, a.lanewise(LSHR, 17));
            a = a.lanewise(XOR, a.lanewise(LSHL, 5));
            a.intoArray(target, i);
        }
    }

    @Override
    public void turnWords(float[] values, int from, int rows, int[] words, int to) {
        for (int done = 0; done < rows; done += Kernels.LANES) {
            int block = Math.min(Kernels.LANES, rows - done);
            turnRows(values, from + 2 * Kernels.LANES * done, block, words, to + Kernels.LANES * done);
        }
    }

    private static void turnRows(float[] values, int from, int rows, int[] words, int to) {
        for (int row = 0; row < rows; row++) {
            int at = from + 2 * Kernels.LANES * row;
            for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
                IntVector low = FloatVector.fromArray(FLOATS, values, at + lane)
                        .reinterpretAsInts()
                        .lanewise(ASHR, 31)
                        .lanewise(LSHR, 16);
                IntVector high = FloatVector.fromArray(FLOATS, values, at + Kernels.LANES + lane)
                        .reinterpretAsInts()
                        .lanewise(ASHR, 31)
                        .lanewise(LSHL, 16);
                IntVector.fromArray(INTS, words, to + Kernels.LANES * row + lane)
                        .lanewise(XOR, low)
                        .lanewise(XOR, high)
                        .intoArray(words, to + Kernels.LANES * row + lane);
            }
        }
    }
}
