package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Largest keys, sums and scaled additions over whole rows of sixteen floats. At 128 bits the four vectors of a row go
 * together, which hides the latency of an addition.
 */
final class VectorReductions {
    private static final IntVector MAGNITUDE = IntVector.broadcast(VectorLanes.INTS, Integer.MAX_VALUE);
    private static final FloatVector ZERO = FloatVector.zero(FLOATS);
    private static final int RUN = FloatKernels.RUN;
    private static final int ROW = Kernels.LANES;
    private static final int TWO = 2 * LENGTH;
    private static final int THREE = 3 * LENGTH;
    private static final int FOUR = 4 * LENGTH;

    private VectorReductions() {}

    /** Two vectors for each of the four that are carried: C2 does not inline so long a method. */
    static int largestKey(float[] values, int offset, int count) {
        IntVector a = IntVector.zero(VectorLanes.INTS);
        IntVector b = a;
        IntVector c = a;
        IntVector d = a;
        int i = offset;
        for (; i + 2 * FOUR <= offset + count; i += 2 * FOUR) {
            IntVector x = FloatVector.fromArray(FLOATS, values, i).reinterpretAsInts();
            IntVector y = FloatVector.fromArray(FLOATS, values, i + FOUR).reinterpretAsInts();
            a = x.and(MAGNITUDE).max(y.and(MAGNITUDE)).max(a);
            x = FloatVector.fromArray(FLOATS, values, i + LENGTH).reinterpretAsInts();
            y = FloatVector.fromArray(FLOATS, values, i + FOUR + LENGTH).reinterpretAsInts();
            b = x.and(MAGNITUDE).max(y.and(MAGNITUDE)).max(b);
            x = FloatVector.fromArray(FLOATS, values, i + TWO).reinterpretAsInts();
            y = FloatVector.fromArray(FLOATS, values, i + FOUR + TWO).reinterpretAsInts();
            c = x.and(MAGNITUDE).max(y.and(MAGNITUDE)).max(c);
            x = FloatVector.fromArray(FLOATS, values, i + THREE).reinterpretAsInts();
            y = FloatVector.fromArray(FLOATS, values, i + FOUR + THREE).reinterpretAsInts();
            d = x.and(MAGNITUDE).max(y.and(MAGNITUDE)).max(d);
        }
        for (; i < offset + count; i += LENGTH) {
            IntVector x = FloatVector.fromArray(FLOATS, values, i).reinterpretAsInts();
            a = x.and(MAGNITUDE).max(a);
        }
        return a.max(b).max(c.max(d)).reduceLanes(VectorOperators.MAX);
    }

    static void sumMagnitudesOfFour(float[] values, int offset, int count, float[] lanes) {
        for (int run = offset; run < offset + count; run += RUN) {
            FloatVector a = ZERO;
            FloatVector b = ZERO;
            FloatVector c = ZERO;
            FloatVector d = ZERO;
            for (int i = run; i < Math.min(run + RUN, offset + count); i += ROW) {
                a = FloatVector.fromArray(FLOATS, values, i).abs().add(a);
                b = FloatVector.fromArray(FLOATS, values, i + LENGTH).abs().add(b);
                c = FloatVector.fromArray(FLOATS, values, i + TWO).abs().add(c);
                d = FloatVector.fromArray(FLOATS, values, i + THREE).abs().add(d);
            }
            FloatVector.fromArray(FLOATS, lanes, 0).add(a).intoArray(lanes, 0);
            FloatVector.fromArray(FLOATS, lanes, LENGTH).add(b).intoArray(lanes, LENGTH);
            FloatVector.fromArray(FLOATS, lanes, TWO).add(c).intoArray(lanes, TWO);
            FloatVector.fromArray(FLOATS, lanes, THREE).add(d).intoArray(lanes, THREE);
        }
    }

    static void sumMagnitudesOfOne(float[] values, int offset, int count, float[] lanes, int lane) {
        FloatVector total = FloatVector.fromArray(FLOATS, lanes, lane);
        for (int run = offset; run < offset + count; run += RUN) {
            FloatVector a = ZERO;
            for (int i = run; i < Math.min(run + RUN, offset + count); i += ROW) {
                a = FloatVector.fromArray(FLOATS, values, i + lane).abs().add(a);
            }
            total = total.add(a);
        }
        total.intoArray(lanes, lane);
    }

    static void sumSquaresOfFour(float[] values, int offset, int count, float factor, float[] lanes) {
        assert offset >= 0 && offset + count <= values.length : "rows to " + (offset + count) + " of " + values.length;
        assert count % ROW == 0 : count + " floats, not whole rows";
        assert lanes.length >= ROW : lanes.length + " lanes";
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        for (int run = offset; run < offset + count; run += RUN) {
            FloatVector a = ZERO;
            FloatVector b = ZERO;
            FloatVector c = ZERO;
            FloatVector d = ZERO;
            for (int i = run; i < Math.min(run + RUN, offset + count); i += ROW) {
                FloatVector scaledA = FloatVector.fromArray(FLOATS, values, i).mul(factors);
                a = scaledA.mul(scaledA).add(a);
                FloatVector scaledB =
                        FloatVector.fromArray(FLOATS, values, i + LENGTH).mul(factors);
                b = scaledB.mul(scaledB).add(b);
                FloatVector scaledC =
                        FloatVector.fromArray(FLOATS, values, i + TWO).mul(factors);
                c = scaledC.mul(scaledC).add(c);
                FloatVector scaledD =
                        FloatVector.fromArray(FLOATS, values, i + THREE).mul(factors);
                d = scaledD.mul(scaledD).add(d);
            }
            FloatVector.fromArray(FLOATS, lanes, 0).add(a).intoArray(lanes, 0);
            FloatVector.fromArray(FLOATS, lanes, LENGTH).add(b).intoArray(lanes, LENGTH);
            FloatVector.fromArray(FLOATS, lanes, TWO).add(c).intoArray(lanes, TWO);
            FloatVector.fromArray(FLOATS, lanes, THREE).add(d).intoArray(lanes, THREE);
        }
    }

    static void sumSquaresOfOne(float[] values, int offset, int count, float factor, float[] lanes, int lane) {
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        FloatVector total = FloatVector.fromArray(FLOATS, lanes, lane);
        for (int run = offset; run < offset + count; run += RUN) {
            FloatVector a = ZERO;
            for (int i = run; i < Math.min(run + RUN, offset + count); i += ROW) {
                FloatVector scaled =
                        FloatVector.fromArray(FLOATS, values, i + lane).mul(factors);
                a = scaled.mul(scaled).add(a);
            }
            total = total.add(a);
        }
        total.intoArray(lanes, lane);
    }

    static void sumPositive(float[] values, int offset, int count, float factor, float[] lanes, int lane) {
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        FloatVector total = FloatVector.fromArray(FLOATS, lanes, lane);
        for (int run = offset; run < offset + count; run += RUN) {
            FloatVector a = ZERO;
            for (int i = run; i < Math.min(run + RUN, offset + count); i += ROW) {
                a = FloatVector.fromArray(FLOATS, values, i + lane)
                        .mul(factors)
                        .max(0f)
                        .add(a);
            }
            total = total.add(a);
        }
        total.intoArray(lanes, lane);
    }

    static void addScaled(float[] values, int offset, int count, float weight, float[] target, int targetOffset) {
        FloatVector weights = FloatVector.broadcast(FLOATS, weight);
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector.fromArray(FLOATS, values, offset + i)
                    .mul(weights)
                    .add(FloatVector.fromArray(FLOATS, target, targetOffset + i))
                    .intoArray(target, targetOffset + i);
        }
    }
}
