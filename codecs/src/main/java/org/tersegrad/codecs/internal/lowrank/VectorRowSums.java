package org.tersegrad.codecs.internal.lowrank;

import static org.tersegrad.codecs.internal.lowrank.VectorLowRank.FLOATS;
import static org.tersegrad.codecs.internal.lowrank.VectorLowRank.WIDTH;

import jdk.incubator.vector.FloatVector;

/**
 * One row of a matrix times four packed vectors, or two rows times two or one, into eight lanes for each sum. Eight lanes
 * are two vectors at 128 bits and one at 256, and eight vectors of sums hide the latency of an addition.
 *
 * <p>See {@link VectorLowRank} for the indices, and for why nothing here is done by a helper method.
 */
final class VectorRowSums {
    private static final int LANES = LowRankKernels.DOT_LANES;

    /** Whether eight lanes are two vectors. A constant, so C2 sees no branch. */
    private static final boolean HALVES = WIDTH < LANES;

    private static final int W2 = 2 * WIDTH;
    private static final int W3 = 3 * WIDTH;
    private static final int W4 = 4 * WIDTH;
    private static final int W5 = 5 * WIDTH;
    private static final int W6 = 6 * WIDTH;
    private static final int W7 = 7 * WIDTH;
    private static final int W8 = 8 * WIDTH;

    private VectorRowSums() {}

    /** Sums of one row times vectors 0 to 3, eight lanes each. */
    static void timesFour(float[] matrix, int row, int count, float[] packed, int from, int lanes) {
        FloatVector a0 = FloatVector.zero(FLOATS);
        FloatVector a1 = a0;
        FloatVector b0 = a0;
        FloatVector b1 = a0;
        FloatVector c0 = a0;
        FloatVector c1 = a0;
        FloatVector d0 = a0;
        FloatVector d1 = a0;
        for (int column = 0; column < count; column += LANES) {
            int i = 4 * column;
            FloatVector x = FloatVector.fromArray(FLOATS, matrix, row + column + WIDTH);
            FloatVector u = FloatVector.fromArray(FLOATS, packed, from + i + WIDTH);
            a0 = x.mul(u).add(a0);
            u = FloatVector.fromArray(FLOATS, packed, from + i + W2);
            b0 = x.mul(u).add(b0);
            u = FloatVector.fromArray(FLOATS, packed, from + i + W3);
            c0 = x.mul(u).add(c0);
            u = FloatVector.fromArray(FLOATS, packed, from + i + W4);
            d0 = x.mul(u).add(d0);
            if (HALVES) {
                x = FloatVector.fromArray(FLOATS, matrix, row + column + W2);
                u = FloatVector.fromArray(FLOATS, packed, from + i + W5);
                a1 = x.mul(u).add(a1);
                u = FloatVector.fromArray(FLOATS, packed, from + i + W6);
                b1 = x.mul(u).add(b1);
                u = FloatVector.fromArray(FLOATS, packed, from + i + W7);
                c1 = x.mul(u).add(c1);
                u = FloatVector.fromArray(FLOATS, packed, from + i + W8);
                d1 = x.mul(u).add(d1);
            }
        }
        a0.intoArray(packed, lanes);
        b0.intoArray(packed, lanes + LANES);
        c0.intoArray(packed, lanes + 2 * LANES);
        d0.intoArray(packed, lanes + 3 * LANES);
        if (HALVES) {
            a1.intoArray(packed, lanes + WIDTH);
            b1.intoArray(packed, lanes + WIDTH + LANES);
            c1.intoArray(packed, lanes + WIDTH + 2 * LANES);
            d1.intoArray(packed, lanes + WIDTH + 3 * LANES);
        }
    }

    /** Sums of row 0 times vectors 0 and 1, then of row 1. */
    static void timesTwo(float[] matrix, int row, int next, int count, float[] packed, int from, int lanes) {
        FloatVector a0 = FloatVector.zero(FLOATS);
        FloatVector a1 = a0;
        FloatVector b0 = a0;
        FloatVector b1 = a0;
        FloatVector c0 = a0;
        FloatVector c1 = a0;
        FloatVector d0 = a0;
        FloatVector d1 = a0;
        for (int column = 0; column < count; column += LANES) {
            int i = 2 * column;
            FloatVector x = FloatVector.fromArray(FLOATS, matrix, row + column + WIDTH);
            FloatVector y = FloatVector.fromArray(FLOATS, matrix, next + column + WIDTH);
            FloatVector u = FloatVector.fromArray(FLOATS, packed, from + i + WIDTH);
            a0 = x.mul(u).add(a0);
            c0 = y.mul(u).add(c0);
            u = FloatVector.fromArray(FLOATS, packed, from + i + W2);
            b0 = x.mul(u).add(b0);
            d0 = y.mul(u).add(d0);
            if (HALVES) {
                x = FloatVector.fromArray(FLOATS, matrix, row + column + W2);
                y = FloatVector.fromArray(FLOATS, matrix, next + column + W2);
                u = FloatVector.fromArray(FLOATS, packed, from + i + W3);
                a1 = x.mul(u).add(a1);
                c1 = y.mul(u).add(c1);
                u = FloatVector.fromArray(FLOATS, packed, from + i + W4);
                b1 = x.mul(u).add(b1);
                d1 = y.mul(u).add(d1);
            }
        }
        a0.intoArray(packed, lanes);
        b0.intoArray(packed, lanes + LANES);
        c0.intoArray(packed, lanes + 2 * LANES);
        d0.intoArray(packed, lanes + 3 * LANES);
        if (HALVES) {
            a1.intoArray(packed, lanes + WIDTH);
            b1.intoArray(packed, lanes + WIDTH + LANES);
            c1.intoArray(packed, lanes + WIDTH + 2 * LANES);
            d1.intoArray(packed, lanes + WIDTH + 3 * LANES);
        }
    }

    /** Sums of row 0 and of row 1. */
    static void timesOne(float[] matrix, int row, int next, int count, float[] packed, int from, int lanes) {
        assert count % LANES == 0 : count + " columns, not whole sums";
        assert lanes >= 0 && lanes + 2 * LANES <= packed.length : "sums at " + lanes + " of " + packed.length;
        FloatVector a0 = FloatVector.zero(FLOATS);
        FloatVector a1 = a0;
        FloatVector b0 = a0;
        FloatVector b1 = a0;
        for (int i = 0; i < count; i += LANES) {
            FloatVector x = FloatVector.fromArray(FLOATS, matrix, row + i + WIDTH);
            FloatVector y = FloatVector.fromArray(FLOATS, matrix, next + i + WIDTH);
            FloatVector u = FloatVector.fromArray(FLOATS, packed, from + i + WIDTH);
            a0 = x.mul(u).add(a0);
            b0 = y.mul(u).add(b0);
            if (HALVES) {
                x = FloatVector.fromArray(FLOATS, matrix, row + i + W2);
                y = FloatVector.fromArray(FLOATS, matrix, next + i + W2);
                u = FloatVector.fromArray(FLOATS, packed, from + i + W2);
                a1 = x.mul(u).add(a1);
                b1 = y.mul(u).add(b1);
            }
        }
        a0.intoArray(packed, lanes);
        b0.intoArray(packed, lanes + LANES);
        if (HALVES) {
            a1.intoArray(packed, lanes + WIDTH);
            b1.intoArray(packed, lanes + WIDTH + LANES);
        }
    }
}
