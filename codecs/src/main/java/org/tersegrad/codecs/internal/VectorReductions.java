package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.floatBits;
import static org.tersegrad.codecs.internal.VectorLanes.floats;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Largest keys, sums and scaled additions over whole rows of sixteen floats. At 128 bits the four vectors of a row go
 * together, which hides the latency of an addition.
 */
final class VectorReductions {
    private static final IntVector MAGNITUDE = IntVector.broadcast(VectorLanes.INTS, Integer.MAX_VALUE);
    private static final int ROW = Kernels.LANES;
    private static final int TWO = 2 * LENGTH;
    private static final int THREE = 3 * LENGTH;

    private VectorReductions() {}

    static int largestKey(float[] values, int offset, int count) {
        IntVector a = IntVector.zero(VectorLanes.INTS);
        IntVector b = a;
        IntVector c = a;
        IntVector d = a;
        int i = offset;
        for (; i + 4 * LENGTH <= offset + count; i += 4 * LENGTH) {
            a = key(values, i).max(a);
            b = key(values, i + LENGTH).max(b);
            c = key(values, i + TWO).max(c);
            d = key(values, i + THREE).max(d);
        }
        for (; i < offset + count; i += LENGTH) {
            a = key(values, i).max(a);
        }
        return a.max(b).max(c.max(d)).reduceLanes(VectorOperators.MAX);
    }

    private static IntVector key(float[] values, int index) {
        return floatBits(values, index).and(MAGNITUDE);
    }

    static void sumMagnitudesOfFour(float[] values, int offset, int count, float[] lanes) {
        FloatVector a = floats(lanes, 0);
        FloatVector b = floats(lanes, LENGTH);
        FloatVector c = floats(lanes, TWO);
        FloatVector d = floats(lanes, THREE);
        for (int i = offset; i < offset + count; i += ROW) {
            a = floats(values, i).abs().add(a);
            b = floats(values, i + LENGTH).abs().add(b);
            c = floats(values, i + TWO).abs().add(c);
            d = floats(values, i + THREE).abs().add(d);
        }
        a.intoArray(lanes, 0);
        b.intoArray(lanes, LENGTH);
        c.intoArray(lanes, TWO);
        d.intoArray(lanes, THREE);
    }

    static void sumMagnitudesOfOne(float[] values, int offset, int count, float[] lanes, int lane) {
        FloatVector a = floats(lanes, lane);
        for (int i = offset; i < offset + count; i += ROW) {
            a = floats(values, i + lane).abs().add(a);
        }
        a.intoArray(lanes, lane);
    }

    static void sumSquaresOfFour(float[] values, int offset, int count, float factor, float[] lanes) {
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        FloatVector a = floats(lanes, 0);
        FloatVector b = floats(lanes, LENGTH);
        FloatVector c = floats(lanes, TWO);
        FloatVector d = floats(lanes, THREE);
        for (int i = offset; i < offset + count; i += ROW) {
            a = square(values, i, factors).add(a);
            b = square(values, i + LENGTH, factors).add(b);
            c = square(values, i + TWO, factors).add(c);
            d = square(values, i + THREE, factors).add(d);
        }
        a.intoArray(lanes, 0);
        b.intoArray(lanes, LENGTH);
        c.intoArray(lanes, TWO);
        d.intoArray(lanes, THREE);
    }

    static void sumSquaresOfOne(float[] values, int offset, int count, float factor, float[] lanes, int lane) {
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        FloatVector a = floats(lanes, lane);
        for (int i = offset; i < offset + count; i += ROW) {
            a = square(values, i + lane, factors).add(a);
        }
        a.intoArray(lanes, lane);
    }

    private static FloatVector square(float[] values, int index, FloatVector factors) {
        FloatVector scaled = floats(values, index).mul(factors);
        return scaled.mul(scaled);
    }

    static void sumPositive(float[] values, int offset, int count, float factor, float[] lanes, int lane) {
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        FloatVector a = floats(lanes, lane);
        for (int i = offset; i < offset + count; i += ROW) {
            a = floats(values, i + lane).mul(factors).max(0f).add(a);
        }
        a.intoArray(lanes, lane);
    }

    static void addScaled(float[] values, int offset, int count, float weight, float[] target, int targetOffset) {
        FloatVector weights = FloatVector.broadcast(FLOATS, weight);
        for (int i = 0; i < count; i += LENGTH) {
            floats(values, offset + i)
                    .mul(weights)
                    .add(floats(target, targetOffset + i))
                    .intoArray(target, targetOffset + i);
        }
    }
}
