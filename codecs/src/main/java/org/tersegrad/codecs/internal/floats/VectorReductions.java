package org.tersegrad.codecs.internal.floats;

import static org.tersegrad.codecs.internal.VectorLanes.BLOCK;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.wholeRows;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.VectorLanes;

/**
 * Largest keys and sums over whole rows of sixteen floats. At 128 bits the four vectors of a row go together, which hides the
 * latency of an addition.
 */
public final class VectorReductions implements ReductionKernels {
    private static final ScalarReductions SCALAR = new ScalarReductions();
    private static final IntVector MAGNITUDE = IntVector.broadcast(VectorLanes.INTS, Integer.MAX_VALUE);
    private static final int ROW = Kernels.LANES;
    private static final int TWO = 2 * LENGTH;
    private static final int THREE = 3 * LENGTH;
    private static final int FOUR = 4 * LENGTH;

    @Override
    public int largestKey(float[] values, int offset, int count) {
        int largest = 0;
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            largest = Math.max(largest, largestKeyOfRows(values, offset + done, block));
        }
        return Math.max(largest, SCALAR.largestKey(values, offset + whole, count - whole));
    }

    @Override
    public void extremes(float[] values, int offset, int count, int[] extremes) {
        int whole = wholeRows(count);
        int least = Integer.MAX_VALUE;
        int greatest = Integer.MIN_VALUE;
        if (whole < count) {
            SCALAR.extremes(values, offset + whole, count - whole, extremes);
            least = extremes[0];
            greatest = extremes[1];
        }
        for (int done = 0; done < whole; done += BLOCK) {
            extremesOfRows(values, offset + done, Math.min(BLOCK, whole - done), extremes);
            least = Math.min(least, extremes[0]);
            greatest = Math.max(greatest, extremes[1]);
        }
        extremes[0] = least;
        extremes[1] = greatest;
    }

    private static void extremesOfRows(float[] values, int offset, int count, int[] extremes) {
        IntVector least = IntVector.broadcast(VectorLanes.INTS, Integer.MAX_VALUE);
        IntVector greatest = IntVector.broadcast(VectorLanes.INTS, Integer.MIN_VALUE);
        for (int i = offset; i < offset + count; i += LENGTH) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, i).reinterpretAsInts();
            IntVector next = bits.lanewise(VectorOperators.ASHR, 31)
                    .lanewise(VectorOperators.LSHR, 1)
                    .lanewise(VectorOperators.XOR, bits);
            least = next.min(least);
            greatest = next.max(greatest);
        }
        extremes[0] = least.reduceLanes(VectorOperators.MIN);
        extremes[1] = greatest.reduceLanes(VectorOperators.MAX);
    }

    @Override
    public void sumMagnitudes(float[] values, int offset, int count, float[] lanes) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            if (LENGTH == 4) {
                sumMagnitudesOfFour(values, offset + done, block, lanes);
            } else {
                for (int lane = 0; lane < ROW; lane += LENGTH) {
                    sumMagnitudesOfOne(values, offset + done, block, lanes, lane);
                }
            }
        }
        SCALAR.sumMagnitudes(values, offset + whole, count - whole, lanes);
    }

    @Override
    public void sumSquares(float[] values, int offset, int count, float factor, float[] lanes) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            if (LENGTH == 4) {
                sumSquaresOfFour(values, offset + done, block, factor, lanes);
            } else {
                for (int lane = 0; lane < ROW; lane += LENGTH) {
                    sumSquaresOfOne(values, offset + done, block, factor, lanes, lane);
                }
            }
        }
        SCALAR.sumSquares(values, offset + whole, count - whole, factor, lanes);
    }

    @Override
    public void sumEachSign(float[] values, int offset, int count, float[] lanes) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            for (int lane = 0; lane < ROW; lane += LENGTH) {
                sumEachSignOfOne(values, offset + done, block, lanes, lane);
            }
        }
        SCALAR.sumEachSign(values, offset + whole, count - whole, lanes);
    }

    /** Two vectors for each of the four that are carried: C2 does not inline so long a method. */
    private static int largestKeyOfRows(float[] values, int offset, int count) {
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

    private static void sumMagnitudesOfFour(float[] values, int offset, int count, float[] lanes) {
        assert offset >= 0 && offset + count <= values.length : "rows to " + (offset + count) + " of " + values.length;
        assert count % ROW == 0 : count + " floats, not whole rows";
        assert lanes.length >= ROW : lanes.length + " lanes";
        for (int run = offset; run < offset + count; run += RUN) {
            int end = Math.min(run + RUN, offset + count);
            FloatVector a = FloatVector.fromArray(FLOATS, values, run).abs();
            FloatVector b = FloatVector.fromArray(FLOATS, values, run + LENGTH).abs();
            FloatVector c = FloatVector.fromArray(FLOATS, values, run + TWO).abs();
            FloatVector d = FloatVector.fromArray(FLOATS, values, run + THREE).abs();
            for (int i = run + ROW; i < end; i += ROW) {
                a = FloatVector.fromArray(FLOATS, values, i).abs().add(a);
                b = FloatVector.fromArray(FLOATS, values, i + LENGTH).abs().add(b);
                c = FloatVector.fromArray(FLOATS, values, i + TWO).abs().add(c);
                d = FloatVector.fromArray(FLOATS, values, i + THREE).abs().add(d);
            }
            a.add(FloatVector.fromArray(FLOATS, lanes, 0)).intoArray(lanes, 0);
            b.add(FloatVector.fromArray(FLOATS, lanes, LENGTH)).intoArray(lanes, LENGTH);
            c.add(FloatVector.fromArray(FLOATS, lanes, TWO)).intoArray(lanes, TWO);
            d.add(FloatVector.fromArray(FLOATS, lanes, THREE)).intoArray(lanes, THREE);
        }
    }

    private static void sumMagnitudesOfOne(float[] values, int offset, int count, float[] lanes, int lane) {
        for (int run = offset; run < offset + count; run += RUN) {
            int end = Math.min(run + RUN, offset + count);
            FloatVector a = FloatVector.fromArray(FLOATS, values, run + lane).abs();
            for (int i = run + ROW; i < end; i += ROW) {
                a = FloatVector.fromArray(FLOATS, values, i + lane).abs().add(a);
            }
            a.add(FloatVector.fromArray(FLOATS, lanes, lane)).intoArray(lanes, lane);
        }
    }

    private static void sumSquaresOfFour(float[] values, int offset, int count, float factor, float[] lanes) {
        assert offset >= 0 && offset + count <= values.length : "rows to " + (offset + count) + " of " + values.length;
        assert count % ROW == 0 : count + " floats, not whole rows";
        assert lanes.length >= ROW : lanes.length + " lanes";
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        for (int run = offset; run < offset + count; run += RUN) {
            int end = Math.min(run + RUN, offset + count);
            FloatVector a = FloatVector.fromArray(FLOATS, values, run).mul(factors);
            FloatVector b = FloatVector.fromArray(FLOATS, values, run + LENGTH).mul(factors);
            FloatVector c = FloatVector.fromArray(FLOATS, values, run + TWO).mul(factors);
            FloatVector d = FloatVector.fromArray(FLOATS, values, run + THREE).mul(factors);
            a = a.mul(a);
            b = b.mul(b);
            c = c.mul(c);
            d = d.mul(d);
            for (int i = run + ROW; i < end; i += ROW) {
                FloatVector x = FloatVector.fromArray(FLOATS, values, i).mul(factors);
                a = x.mul(x).add(a);
                x = FloatVector.fromArray(FLOATS, values, i + LENGTH).mul(factors);
                b = x.mul(x).add(b);
                x = FloatVector.fromArray(FLOATS, values, i + TWO).mul(factors);
                c = x.mul(x).add(c);
                x = FloatVector.fromArray(FLOATS, values, i + THREE).mul(factors);
                d = x.mul(x).add(d);
            }
            a.add(FloatVector.fromArray(FLOATS, lanes, 0)).intoArray(lanes, 0);
            b.add(FloatVector.fromArray(FLOATS, lanes, LENGTH)).intoArray(lanes, LENGTH);
            c.add(FloatVector.fromArray(FLOATS, lanes, TWO)).intoArray(lanes, TWO);
            d.add(FloatVector.fromArray(FLOATS, lanes, THREE)).intoArray(lanes, THREE);
        }
    }

    private static void sumSquaresOfOne(float[] values, int offset, int count, float factor, float[] lanes, int lane) {
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        for (int run = offset; run < offset + count; run += RUN) {
            int end = Math.min(run + RUN, offset + count);
            FloatVector a = FloatVector.fromArray(FLOATS, values, run + lane).mul(factors);
            a = a.mul(a);
            for (int i = run + ROW; i < end; i += ROW) {
                FloatVector x = FloatVector.fromArray(FLOATS, values, i + lane).mul(factors);
                a = x.mul(x).add(a);
            }
            a.add(FloatVector.fromArray(FLOATS, lanes, lane)).intoArray(lanes, lane);
        }
    }

    /** Masks out elements of the other sign, which then add 0. */
    private static void sumEachSignOfOne(float[] values, int offset, int count, float[] lanes, int lane) {
        for (int run = offset; run < offset + count; run += RUN) {
            int end = Math.min(run + RUN, offset + count);
            FloatVector positive = FloatVector.zero(FLOATS);
            FloatVector negative = positive;
            for (int i = run; i < end; i += ROW) {
                IntVector x = FloatVector.fromArray(FLOATS, values, i + lane).reinterpretAsInts();
                IntVector negatives = x.lanewise(VectorOperators.ASHR, 31);
                positive = x.and(negatives.not()).reinterpretAsFloats().add(positive);
                negative = x.and(MAGNITUDE).and(negatives).reinterpretAsFloats().add(negative);
            }
            FloatVector.fromArray(FLOATS, lanes, lane).add(positive).intoArray(lanes, lane);
            FloatVector.fromArray(FLOATS, lanes, ROW + lane).add(negative).intoArray(lanes, ROW + lane);
        }
    }
}
