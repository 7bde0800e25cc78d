package org.tersegrad.codecs.internal.rotations;

import static jdk.incubator.vector.VectorOperators.XOR;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.SHUFFLES;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorShuffle;

/**
 * The Hadamard transform with vectors. For strides below a vector, the partner of a lane comes from a shuffle; all such stages are
 * done while a vector is in a register. Strides of a vector and more take whole vectors, three stages at a time.
 */
final class VectorHadamard {
    private static final VectorShuffle<Float> SWAP_1 = VectorShuffle.fromArray(FLOATS, swap(1), 0);
    private static final VectorShuffle<Float> SWAP_2 = VectorShuffle.fromArray(FLOATS, swap(2), 0);
    private static final VectorShuffle<Float> SWAP_4 = VectorShuffle.fromArray(FLOATS, swap(4), 0);
    private static final VectorShuffle<Float> SWAP_8 = VectorShuffle.fromArray(FLOATS, swap(8), 0);
    private static final IntVector MINUS_1 = IntVector.fromArray(INTS, minus(1), 0);
    private static final IntVector MINUS_2 = IntVector.fromArray(INTS, minus(2), 0);
    private static final IntVector MINUS_4 = IntVector.fromArray(INTS, minus(4), 0);
    private static final IntVector MINUS_8 = IntVector.fromArray(INTS, minus(8), 0);

    /** Whether the stage of a stride of one vector is done with those below, which for 4096 floats saves a pass at 128 bits only. */
    private static final boolean IN_TWO = LENGTH == 4;

    private VectorHadamard() {}

    /** Every lane changes places with the one a stride away; for strides of a vector and more this is not used. */
    private static int[] swap(int stride) {
        int[] lanes = new int[LENGTH];
        for (int lane = 0; lane < LENGTH; lane++) {
            lanes[lane] = (lane ^ stride) % LENGTH;
        }
        return lanes;
    }

    /** The sign bit in lanes whose partner, a stride away, is further down: these get the difference. */
    private static int[] minus(int stride) {
        int[] signs = new int[LENGTH];
        for (int lane = 0; lane < LENGTH; lane++) {
            signs[lane] = (lane & stride) == 0 ? 0 : Integer.MIN_VALUE;
        }
        return signs;
    }

    /** @param count a power of two, two vectors or more */
    static void transform(float[] values, int offset, int count) {
        int stride = LENGTH;
        if (SHUFFLES) {
            inVectors(values, offset, count);
            stride = IN_TWO ? 2 * LENGTH : LENGTH;
        } else {
            ScalarRotations.stages(values, offset, count, 1, LENGTH);
        }
        for (; 8 * stride <= count; stride *= 8) {
            threeStages(values, offset, count, stride);
        }
        if (4 * stride <= count) {
            twoStages(values, offset, count, stride);
            stride *= 4;
        }
        if (2 * stride <= count) {
            lastStage(values, offset, stride);
        }
    }

    /** All stages whose pairs are in one vector each, or in the two of a turn. */
    private static void inVectors(float[] values, int offset, int count) {
        for (int i = offset; i < offset + count; i += 2 * LENGTH) {
            FloatVector a = FloatVector.fromArray(FLOATS, values, i);
            FloatVector b = FloatVector.fromArray(FLOATS, values, i + LENGTH);
            FloatVector c = a.rearrange(SWAP_1);
            FloatVector d = b.rearrange(SWAP_1);
            a = a.reinterpretAsInts().lanewise(XOR, MINUS_1).reinterpretAsFloats();
            b = b.reinterpretAsInts().lanewise(XOR, MINUS_1).reinterpretAsFloats();
            a = a.add(c);
            b = b.add(d);
            c = a.rearrange(SWAP_2);
            d = b.rearrange(SWAP_2);
            a = a.reinterpretAsInts().lanewise(XOR, MINUS_2).reinterpretAsFloats();
            b = b.reinterpretAsInts().lanewise(XOR, MINUS_2).reinterpretAsFloats();
            a = a.add(c);
            b = b.add(d);
            if (LENGTH > 4) {
                c = a.rearrange(SWAP_4);
                d = b.rearrange(SWAP_4);
                a = a.reinterpretAsInts().lanewise(XOR, MINUS_4).reinterpretAsFloats();
                b = b.reinterpretAsInts().lanewise(XOR, MINUS_4).reinterpretAsFloats();
                a = a.add(c);
                b = b.add(d);
            }
            if (LENGTH > 8) {
                c = a.rearrange(SWAP_8);
                d = b.rearrange(SWAP_8);
                a = a.reinterpretAsInts().lanewise(XOR, MINUS_8).reinterpretAsFloats();
                b = b.reinterpretAsInts().lanewise(XOR, MINUS_8).reinterpretAsFloats();
                a = a.add(c);
                b = b.add(d);
            }
            if (IN_TWO) {
                c = a;
                a = a.add(b);
                b = c.sub(b);
            }
            a.intoArray(values, i);
            b.intoArray(values, i + LENGTH);
        }
    }

    private static void lastStage(float[] values, int offset, int stride) {
        for (int i = offset; i < offset + stride; i += LENGTH) {
            FloatVector a = FloatVector.fromArray(FLOATS, values, i);
            FloatVector b = FloatVector.fromArray(FLOATS, values, i + stride);
            a.add(b).intoArray(values, i);
            a.sub(b).intoArray(values, i + stride);
        }
    }

    /** Stages of a stride and twice as much, on four vectors. */
    private static void twoStages(float[] values, int offset, int count, int stride) {
        for (int turn = 0; turn < count / 4; turn += LENGTH) {
            int i = offset + (turn & -stride) * 4 + (turn & (stride - 1));
            FloatVector a = FloatVector.fromArray(FLOATS, values, i);
            FloatVector b = FloatVector.fromArray(FLOATS, values, i + stride);
            FloatVector c = FloatVector.fromArray(FLOATS, values, i + 2 * stride);
            FloatVector d = FloatVector.fromArray(FLOATS, values, i + 3 * stride);
            FloatVector ab = a.add(b);
            FloatVector cd = c.add(d);
            b = a.sub(b);
            d = c.sub(d);
            ab.add(cd).intoArray(values, i);
            b.add(d).intoArray(values, i + stride);
            ab.sub(cd).intoArray(values, i + 2 * stride);
            b.sub(d).intoArray(values, i + 3 * stride);
        }
    }

    /** Stages of a stride, twice and four times as much, on eight vectors. One loop: at the first strides an inner one has one turn. */
    private static void threeStages(float[] values, int offset, int count, int stride) {
        assert Integer.bitCount(stride) == 1 && stride >= LENGTH : "a stride of " + stride;
        assert count % (8 * stride) == 0 : count + " floats at a stride of " + stride;
        for (int turn = 0; turn < count / 8; turn += LENGTH) {
            int i = offset + (turn & -stride) * 8 + (turn & (stride - 1));
            FloatVector a = FloatVector.fromArray(FLOATS, values, i);
            FloatVector b = FloatVector.fromArray(FLOATS, values, i + stride);
            FloatVector c = FloatVector.fromArray(FLOATS, values, i + 2 * stride);
            FloatVector d = FloatVector.fromArray(FLOATS, values, i + 3 * stride);
            FloatVector e = FloatVector.fromArray(FLOATS, values, i + 4 * stride);
            FloatVector f = FloatVector.fromArray(FLOATS, values, i + 5 * stride);
            FloatVector g = FloatVector.fromArray(FLOATS, values, i + 6 * stride);
            FloatVector h = FloatVector.fromArray(FLOATS, values, i + 7 * stride);
            FloatVector ab = a.add(b);
            FloatVector cd = c.add(d);
            FloatVector ef = e.add(f);
            FloatVector gh = g.add(h);
            b = a.sub(b);
            d = c.sub(d);
            f = e.sub(f);
            h = g.sub(h);
            a = ab.add(cd);
            c = ab.sub(cd);
            e = ef.add(gh);
            g = ef.sub(gh);
            FloatVector bd = b.add(d);
            d = b.sub(d);
            FloatVector fh = f.add(h);
            h = f.sub(h);
            a.add(e).intoArray(values, i);
            bd.add(fh).intoArray(values, i + stride);
            c.add(g).intoArray(values, i + 2 * stride);
            d.add(h).intoArray(values, i + 3 * stride);
            a.sub(e).intoArray(values, i + 4 * stride);
            bd.sub(fh).intoArray(values, i + 5 * stride);
            c.sub(g).intoArray(values, i + 6 * stride);
            d.sub(h).intoArray(values, i + 7 * stride);
        }
    }
}
